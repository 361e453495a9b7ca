"""A graph extracted from documents, and the words behind it."""
