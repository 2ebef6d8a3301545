"""
Fights over HTTP: what a virtual tabletop may ask, and how it is answered. They are the extra ``serve``.

``shapes`` are the requests and answers, ``jobs`` turns the one into the other, ``workers`` are the processes in which
that is done, ``hall`` keeps the fights under way, ``app`` is the application.
"""
