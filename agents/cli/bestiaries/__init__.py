"""How the creatures of each rulebook are told, a module of the rulebook's id each."""
