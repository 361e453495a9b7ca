"""Hypothesis profiles: the same examples every time, unless asked to wander."""

import os

from hypothesis import HealthCheck, settings

_QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]

settings.register_profile(
    "ci", max_examples=40, derandomize=True, deadline=None, suppress_health_check=_QUIET
)
settings.register_profile(
    "nightly", max_examples=2_000, deadline=None, suppress_health_check=_QUIET
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
