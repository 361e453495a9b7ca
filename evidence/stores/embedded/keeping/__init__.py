"""Looking after a store: check it, count it, write it out."""
