"""Figures: the catalogues of rules, equipment, the bestiary, and their readers."""
