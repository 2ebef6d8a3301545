"""Totals keep their parts."""

from hypothesis import given
from hypothesis import strategies as st

from sim.core.tally import Dropped, Modifier, explain, stack

MODIFIERS = st.lists(
    st.builds(
        Modifier,
        st.integers(-9, 9),
        st.sampled_from(["", "dodge", "circumstance", "armor", "shield", "luck"]),
        st.sampled_from(["d20.a.one", "d20.a.two"]),
    )
)


def test_of_two_bonuses_of_one_type_the_higher_counts():
    """Armor 2 and armor 4 are 4, and the tally says what became of the 2 (d20.core.modifier-stacking)."""
    tally = stack([Modifier(2, "armor", "r.low"), Modifier(4, "armor", "r.high")])

    assert tally.total == 4
    assert tally.dropped == (Dropped(2, "armor", "r.low", "armor bonuses do not stack"),)


def test_dodge_bonuses_add_up():
    """Two dodge bonuses both count."""
    assert stack([Modifier(1, "dodge", "r.a"), Modifier(2, "dodge", "r.b")]).total == 3


def test_penalties_of_one_type_add_up():
    """Penalties always stack."""
    assert stack([Modifier(-2, "armor", "r.a"), Modifier(-1, "armor", "r.b")]).total == -3


@given(MODIFIERS)
def test_a_total_is_the_sum_of_its_parts(modifiers):
    """Nothing counts that is not listed, and nothing listed is lost."""
    tally = stack(modifiers)

    assert tally.total == sum(part.value for part in tally.parts)
    assert sorted([*tally.parts, *(Modifier(*each[:3]) for each in tally.dropped)]) == sorted(modifiers)


@given(MODIFIERS, st.randoms())
def test_the_order_of_parts_never_changes_a_total(modifiers, random):
    """Whoever adds first, the sum is the same."""
    shuffled = list(modifiers)
    random.shuffle(shuffled)

    assert stack(shuffled).total == stack(modifiers).total


def test_a_total_explains_itself():
    """Each part stands with its rule."""
    parts = [Modifier(5, "base attack", "d20.core.attack-roll"), Modifier(2, "flanking", "d20.flanking.bonus")]

    assert explain(18, parts, [11]) == (
        "18 = d20 11 + base attack 5 [d20.core.attack-roll] + flanking 2 [d20.flanking.bonus]"
    )
