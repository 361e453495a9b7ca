"""The embedded store: one folder, SQLite as the truth, NumPy for vectors."""
