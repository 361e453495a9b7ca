"""A graph large enough that a step takes several readings and a count reaches its cap."""

from random import Random

from tests.builders import Story

DOCUMENTS = 12
ENTITIES = 14
TYPES = ("KNOWS", "OWNS", "LEADS", "MET")


def random_story(seed: int, relations: int = 160) -> Story:
    """Documents with old versions, entities with hubs, relations with and without evidence.

    Many relations share the first eight bytes of their ids, so that only the rest orders them.
    """
    random = Random(seed)
    story = Story()
    passages = []
    for number in range(DOCUMENTS):
        key = f"D{number}"
        old = number % 4 == 0
        story.document(
            key,
            versions=("v0", "v1") if old else ("v1",),
            deleted=number == 8,
            namespace=f"n{number % 3}",
            enabled=False if number == 11 else None,
        )
        for version in ("v0", "v1") if old else ("v1",):
            for at in range(3):
                name = f"{key}{version}{at}"
                stamp = False if random.random() < 0.1 else None
                story.passage(name, of=key, version=version, text=f"Text {name}", enabled=stamp)
                passages.append(name)
    for number in range(ENTITIES):
        seen = random.sample(passages, random.choice((1, 1, 2, 6, 20)))
        story.entity(f"E{number}", f"Label{number % 3}", seen_in=seen)
    for number in range(relations):
        source = random.choice((0, 1, random.randrange(ENTITIES)))
        stated = random.sample(passages, random.choice((0, 0, 1, 1, 2, 3)))
        if random.random() < 0.1:
            stated.append("nowhere")
        head = random.choice(("00000000-0000-4000", f"{random.randrange(16**8):08x}-0000-4000"))
        story.relation(
            f"E{source}",
            random.choice(TYPES),
            f"E{random.randrange(ENTITIES)}",
            stated_in=stated,
            id=f"{head}-8000-{random.randrange(16**8):08x}{number:04x}",
            valid_from=random.choice((None, None, "2020")),
            valid_to=random.choice((None, None, "2024")),
        )
    return story
