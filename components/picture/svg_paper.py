"""What a still picture is drawn on: the light page or the dark one."""

from typing import NamedTuple


class Paper(NamedTuple):
    """What a picture is drawn on."""

    background: str
    text: str
    dark: bool


LIGHT = Paper("#ffffff", "#0c111d", dark=False)
DARK = Paper("#0f131a", "#e9ecf3", dark=True)
