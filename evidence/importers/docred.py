"""Reads DocRED and Re-DocRED: articles as lists of tokens, with entities and relations.

The files are a JSON array of ``{title, sents, vertexSet, labels}`` (Yao et al. 2019, Tan et al.
2022). Relations carry ids of Wikidata properties; their names are taken from
``relation_names.json`` or ``rel_info.json`` when one of them lies beside the file.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from evidence.errors import ImportRejectedError, Problem
from evidence.import_report import Item, Note, Progress, Replaced, Unit
from evidence.importers.docred_article import Article, Articles
from evidence.importers.json_array import BadArrayError, elements
from evidence.importers.json_checks import storable
from evidence.importers.reasons import problems_of
from evidence.importers.safe_files import open_input, rejected, shown_name
from evidence.records import Numbered

NAME_FILES = ("relation_names.json", "rel_info.json")
_NAME_FILE_BYTES = 1024 * 1024
_ARTICLE = "article"
_NAMES = TypeAdapter(dict[str, Annotated[str, Field(min_length=1, max_length=500)]])


def read_docred(
    path: Path, *, merge_by_name: bool = False, progress: Progress | None = None
) -> Iterator[Item]:
    """The records of a file; each is numbered by its article, from 1.

    Mentions, relations and evidence that point at nothing are left out and counted in a note; an
    article of another shape is a problem.

    Args:
        path: A JSON file, plain or compressed with gzip.
        merge_by_name: Whether entities of the whole file with the same first name (but for case)
            and type are one, and with them the relations of equal type and ends.
        progress: Told how many bytes of the file are read.

    Raises:
        ImportRejectedError: The file as a whole cannot be read.
    """
    file_name = shown_name(path)
    number = 0
    yield Unit(_ARTICLE)
    articles = Articles(_relation_names(path), collection=file_name, merge_by_name=merge_by_name)
    titles: dict[str, int] = {}
    with open_input(path) as file:
        try:
            for number, value in enumerate(elements(file.stream), 1):
                if progress:
                    progress("Reading", file.position(), file.size)
                yield from _items(number, value, articles, titles)
        except BadArrayError as error:
            after = f"; before it, the JSON is sound up to article {number}" if number else ""
            raise rejected(file_name, f"{error}{after}") from None
    if not number:
        raise rejected(file_name, "is an array without any article; nothing would come in")
    if articles.ids_as_types:
        yield Note(
            f"Relation types are ids such as {articles.ids_as_types}; a file {NAME_FILES[0]} or"
            f" {NAME_FILES[1]} beside this one would name them."
        )
    for what, count in articles.left_out.items():
        if count:
            yield Note(f"{what} that point at something that is not there, left out: {count:,}.")


def _items(number: int, value: Any, articles: Articles, titles: dict[str, int]) -> Iterator[Item]:
    clean, replaced = storable(value)
    if replaced:
        yield Replaced(replaced)
    try:
        article = Article.model_validate(clean)
    except ValidationError as error:
        yield from problems_of(number, error, inside=0, unit=_ARTICLE)
        return
    if article.title in titles:
        reason = f"article {titles[article.title]} of the file has the same title"
        yield Problem(number, "title", reason, _ARTICLE)
        return
    titles[article.title] = number
    for record in articles.records(article):
        yield Numbered(number, record)


def _relation_names(path: Path) -> dict[str, str]:
    """The names of relation types in a file beside this one; none when there is no such file."""
    for name in NAME_FILES:
        beside = path.parent / name
        if not (beside.exists() or beside.is_symlink()):
            continue
        with open_input(beside) as file:
            text = file.stream.read(_NAME_FILE_BYTES + 1)
        try:
            return _NAMES.validate_json(text)
        except ValidationError as error:
            problems = [
                Problem(None, "", "is not a JSON object of names for relation ids"),
                *problems_of(None, error, inside=0),
            ]
            raise ImportRejectedError(name, problems) from None
    return {}
