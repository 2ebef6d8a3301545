"""What may be wished (orders), asked (questions) and what happened (events), and the log that keeps it all."""
