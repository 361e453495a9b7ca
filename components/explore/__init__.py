"""The parts of the Explore page."""
