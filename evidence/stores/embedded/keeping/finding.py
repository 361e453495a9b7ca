"""What a check of a store finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be.

    Attributes:
        what: What it is, in words that follow a number.
        count: How many of it.
        derived: Whether ``rebuild`` mends it.
        details: More about it, a line each; text of the file may be in them.
    """

    what: str
    count: int
    derived: bool
    details: tuple[str, ...] = ()
