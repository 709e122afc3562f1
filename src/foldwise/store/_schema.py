"""The tables of a store, and which version of them a file has."""

from typing import Final

from foldwise.store._tables import Tables

VERSION: Final = 1

# Rows are written once and carry a checksum of their other columns; only `tally`, `runner`, `claim` and the
# turn of a study (who came last) change.
# Names and messages are JSON strings: there is no text that SQLite would not take, or would cut.
TABLES: Final = """
CREATE TABLE environment (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    versions TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE dataset (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    n_examples INTEGER NOT NULL,
    n_attributes INTEGER NOT NULL,
    task TEXT NOT NULL,
    classes TEXT NOT NULL,
    target BLOB NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE learner (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    identity TEXT NOT NULL,
    description TEXT NOT NULL,
    preparation TEXT NOT NULL,
    fixed_seeds TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE partition (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    n_folds INTEGER NOT NULL,
    codes BLOB NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE assignment (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    scheme TEXT NOT NULL,
    description TEXT NOT NULL,
    stratified INTEGER,
    seed TEXT,
    n_folds INTEGER NOT NULL,
    repeats_per_execution INTEGER NOT NULL,
    flags TEXT NOT NULL,
    partitions TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE cell (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    dataset_id INTEGER NOT NULL REFERENCES dataset (id),
    learner_id INTEGER NOT NULL REFERENCES learner (id),
    stream TEXT NOT NULL,
    response TEXT NOT NULL,
    scorer TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE tally (
    cell_id INTEGER PRIMARY KEY REFERENCES cell (id),
    n_folds INTEGER NOT NULL,
    total INTEGER NOT NULL,
    output TEXT NOT NULL,
    printed_at TEXT NOT NULL,
    sharing_error TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE fold (
    cell_id INTEGER NOT NULL REFERENCES cell (id),
    partition_id INTEGER NOT NULL REFERENCES partition (id),
    repeat INTEGER NOT NULL,
    fold INTEGER NOT NULL,
    predicted BLOB NOT NULL,
    response BLOB NOT NULL,
    response_method TEXT NOT NULL,
    score REAL,
    fit_seconds REAL,
    predict_seconds REAL,
    shared INTEGER NOT NULL,
    unsure INTEGER NOT NULL,
    tried TEXT NOT NULL,
    warnings TEXT NOT NULL,
    error TEXT NOT NULL,
    environment_id INTEGER NOT NULL REFERENCES environment (id),
    checksum BLOB NOT NULL,
    PRIMARY KEY (cell_id, partition_id, repeat, fold)
) WITHOUT ROWID;
CREATE TABLE study (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    definition TEXT NOT NULL,
    runs TEXT NOT NULL,
    checksum BLOB NOT NULL,
    turn INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE judgement (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    study_id INTEGER NOT NULL REFERENCES study (id),
    terms TEXT NOT NULL,
    findings TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE runner (
    id INTEGER PRIMARY KEY,
    machine TEXT NOT NULL,
    process TEXT NOT NULL,
    beat INTEGER NOT NULL
);
CREATE TABLE claim (
    cell_id INTEGER NOT NULL REFERENCES cell (id),
    partition_id INTEGER NOT NULL REFERENCES partition (id),
    repeat INTEGER NOT NULL,
    runner_id INTEGER NOT NULL REFERENCES runner (id) ON DELETE CASCADE,
    PRIMARY KEY (cell_id, partition_id, repeat)
) WITHOUT ROWID;
CREATE INDEX claim_of_runner ON claim (runner_id);
"""
RUN_TABLES: Final = Tables(application=b"fold", version=VERSION, statements=TABLES, kind="a store of runs")
