"""Magic weapons and shields as things (supplement); their bonuses stand with their figures."""

DURABILITY = "d20.magic-item.durability"
