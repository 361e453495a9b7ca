"""What a check of a store finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be.

    Attributes:
        what: What it is; a colon and the number may follow.
        count: How many of it; nothing for what is there or not.
        derived: Whether ``rebuild`` mends it.
        details: More about it, a line each; text of the file may be in them.
    """

    what: str
    count: int | None
    derived: bool
    details: tuple[str, ...] = ()
