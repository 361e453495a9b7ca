"""Figures of speed and memory on synthetic graphs; run by ``python -m tests.benchmarks``."""
