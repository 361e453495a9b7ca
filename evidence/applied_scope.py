"""The scope a call used, as its result tells it."""

from evidence.details import ScopeApplied
from evidence.ports import Reads
from evidence.scope import Scope


async def applied_scope(reads: Reads, scope: Scope) -> ScopeApplied:
    """The fingerprint of a scope and how many documents it holds."""
    return ScopeApplied(
        fingerprint=scope.fingerprint,
        everything=scope.is_everything,
        documents=await reads.document_count(scope),
    )
