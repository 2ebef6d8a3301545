"""How fast it is: every figure beside a bare floor loop of the same run, since machines drift."""
