"""The tables of the embedded store.

Layout that matters for speed:

- ``version.dv`` is a dense number and ``passage.id = dv << 16 | order``, so a passage id alone says
  which document version it belongs to. A resolved scope is one byte for each ``dv``: 0 out of
  scope, 1 in scope and current, 2 in scope and superseded. A passage is in scope when
  ``substr(:scope, (passage >> 16) + 1, 1) > x'00'`` and visible when it equals ``x'01'`` (and its
  own stamp, table ``disabled``, does not say otherwise).
- ``adjacency`` holds two rows for each relation (one at each end, two for a self-relation as
  well), clustered in stored order: ``ord`` is minus the number of evidence entries, then ``uid``,
  the relation's UUID. With ``other_uid``, that of the entity at the other end, a walk need not look
  up what it counts and does not draw.
- Unique ids are 16-byte UUIDs; text forms are made outside SQL.

The full-text tables keep no copy of the text (``content=''``): they store the output of
``words.normalised``, whose words are separated by spaces, so the ``ascii`` tokenizer is exact.
Full-text tables, ``term`` and the vector files are derived and can be rebuilt; each records the
generation it was built from in ``meta``.
"""

import hashlib

APPLICATION_ID = 0x45474558
SCHEMA_VERSION = 3
NORM_VERSION = 1
DATABASE = "store.db"

ADJACENCY = """
CREATE TABLE adjacency(
  node INTEGER NOT NULL, ord INTEGER NOT NULL, uid BLOB NOT NULL, direction INTEGER NOT NULL,
  relation INTEGER NOT NULL, other INTEGER NOT NULL, other_uid BLOB NOT NULL, type INTEGER NOT NULL,
  PRIMARY KEY(node, ord, uid, direction)) WITHOUT ROWID;
"""

TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE document(
  id INTEGER PRIMARY KEY, uid BLOB NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  uri TEXT, namespace TEXT NOT NULL, path TEXT NOT NULL, collections TEXT NOT NULL,
  in_force_from TEXT, in_force_to TEXT, enabled INTEGER, activation INTEGER NOT NULL DEFAULT 1);
CREATE TABLE version(
  dv INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES document(id), name TEXT NOT NULL,
  content_hash TEXT NOT NULL, current INTEGER NOT NULL, recorded TEXT,
  UNIQUE(document, content_hash));
CREATE TABLE section(
  dv INTEGER NOT NULL REFERENCES version(dv), ord INTEGER NOT NULL, key TEXT NOT NULL,
  title TEXT NOT NULL, parent TEXT, page_start INTEGER, page_end INTEGER,
  PRIMARY KEY(dv, key)) WITHOUT ROWID;
CREATE TABLE passage(
  id INTEGER PRIMARY KEY, uid BLOB NOT NULL UNIQUE, text TEXT NOT NULL, length INTEGER NOT NULL,
  char_start INTEGER, char_end INTEGER, pages TEXT, sections TEXT, content TEXT NOT NULL,
  digest BLOB NOT NULL, original_id TEXT);
CREATE TABLE disabled(passage INTEGER PRIMARY KEY);

CREATE TABLE label(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE label_ancestor(
  label INTEGER NOT NULL, ord INTEGER NOT NULL, ancestor INTEGER NOT NULL,
  PRIMARY KEY(label, ord)) WITHOUT ROWID;
CREATE TABLE entity(
  id INTEGER PRIMARY KEY, uid BLOB NOT NULL UNIQUE, label INTEGER NOT NULL REFERENCES label(id),
  name TEXT NOT NULL, properties TEXT, original_id TEXT);
CREATE TABLE name(
  id INTEGER PRIMARY KEY, entity INTEGER NOT NULL, ord INTEGER NOT NULL, text TEXT NOT NULL,
  norm TEXT NOT NULL, key TEXT NOT NULL);
CREATE TABLE mention(
  entity INTEGER NOT NULL, passage INTEGER NOT NULL, PRIMARY KEY(entity, passage)) WITHOUT ROWID;
CREATE TABLE mention_span(
  passage INTEGER NOT NULL, entity INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
  surface TEXT, PRIMARY KEY(passage, entity, start, stop)) WITHOUT ROWID;

CREATE TABLE relation_type(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE relation(
  id INTEGER PRIMARY KEY, uid BLOB NOT NULL UNIQUE, type INTEGER NOT NULL, source INTEGER NOT NULL,
  target INTEGER NOT NULL, directed INTEGER NOT NULL, properties TEXT, valid_from TEXT,
  valid_to TEXT, extractor TEXT, confidence REAL, original_id TEXT);
CREATE TABLE evidence(
  relation INTEGER NOT NULL, passage_uid BLOB NOT NULL, passage INTEGER, quote TEXT,
  start INTEGER, stop INTEGER, PRIMARY KEY(relation, passage_uid)) WITHOUT ROWID;
CREATE TABLE entity_vector(id INTEGER PRIMARY KEY, vector BLOB NOT NULL);
CREATE TABLE passage_vector(id INTEGER PRIMARY KEY, vector BLOB NOT NULL);
"""

INDEXES = """
CREATE INDEX entity_label ON entity(label);
CREATE INDEX name_entity ON name(entity, ord);
CREATE INDEX name_norm ON name(norm);
CREATE INDEX name_key ON name(key);
CREATE INDEX mention_passage ON mention(passage);
CREATE INDEX evidence_passage ON evidence(passage);
"""

FULL_TEXT = """
CREATE VIRTUAL TABLE name_fts USING fts5(
  norm, content='', tokenize="ascii tokenchars '+#'", prefix='2 3');
CREATE VIRTUAL TABLE passage_fts USING fts5(
  norm, content='', tokenize="ascii tokenchars '+#'");
CREATE TABLE term(term TEXT PRIMARY KEY, df INTEGER NOT NULL) WITHOUT ROWID;
"""


def passage_digest(text: str) -> bytes:
    """Sixteen bytes that change with any change of the text: BLAKE2b of its UTF-8."""
    return hashlib.blake2b(text.encode("utf-8"), digest_size=16).digest()
