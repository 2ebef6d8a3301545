"""
Geometry of a battle map, exact and without rules.

What a square holds, how far and at what price a creature walks, what it reaches, sees, is covered by and flanks. What
any of it is worth is a rule's business. Import from the modules: ``bits``, ``figures``, ``terrain``, ``movement``,
``reach``, ``sight``,
``cover``, ``flanking``, ``facing``, ``templates``, ``graph``.
"""
