"""What every other room stands on: errors and numbers that keep their parts."""
