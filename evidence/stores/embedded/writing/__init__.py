"""The writing side: one writer, all or nothing."""
