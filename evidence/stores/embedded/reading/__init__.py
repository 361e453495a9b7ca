"""The reading side: one snapshot, many small reads."""
