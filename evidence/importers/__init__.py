"""Readers of files: each yields numbered native records."""
