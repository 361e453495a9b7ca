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


async def covers_nothing(reads: Reads, scope: Scope) -> bool:
    """Whether a scope holds no document; missing documents and forbidden ones look the same."""
    return not scope.is_everything and await reads.document_count(scope) == 0
