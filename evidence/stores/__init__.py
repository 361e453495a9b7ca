"""Adapters that fetch rows from a graph store."""
