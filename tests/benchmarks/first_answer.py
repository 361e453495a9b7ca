"""Opens a store, asks for a name and prints what that took; run as a process of its own."""

import asyncio
import json
import sys
import time
from pathlib import Path

import psutil

from evidence import entity_search
from evidence.embedders.hashed import HashedEmbedder
from evidence.scope import EVERYTHING
from evidence.stores.embedded.store import EmbeddedStore


async def _ask(folder: str, name: str) -> dict[str, object]:
    embedder = HashedEmbedder(dimensions=8)
    started, used = time.perf_counter(), time.process_time()
    store = EmbeddedStore.open(Path(folder))
    opened = time.perf_counter()
    answer = await entity_search(store, embedder, name, scope=EVERYTHING, mode="lexical")
    answered = time.perf_counter()
    cpu = time.process_time() - used
    await store.close()
    return {
        "open": opened - started,
        "answer": answered - started,
        "cpu": cpu,
        "status": answer.status,
        "hits": len(answer.hits),
        "rss": psutil.Process().memory_info().rss,
        "torch": "torch" in sys.modules,
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_ask(*sys.argv[1:]))))
