"""The base of every value that use cases return."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """Frozen, and closed to fields it does not name."""

    model_config = ConfigDict(frozen=True, extra="forbid")
