"""Measures SQLite through Python's sqlite3 module. Prints seconds, one measurement per line.

sqlite.py bulk PATH COUNT      inserts COUNT rows in one transaction, from opening to closing
sqlite.py insert PATH COUNT    COUNT durable inserts
sqlite.py newest PATH ROUNDS   opens and reads the newest 20
sqlite.py lookup PATH ROUNDS   5,000 rows by id, seconds for one
sqlite.py scan PATH ROUNDS     all rows in order
"""
import random
import sqlite3
import sys
from time import perf_counter

BODY = "The quick brown fox. " * 8


def opened(path):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=full")
    connection.execute("create table if not exists notes(id text primary key, number integer, body text) without rowid")
    connection.execute("create index if not exists byNumber on notes(number)")
    return connection


def bulk(path, count):
    start = perf_counter()
    connection = opened(path)
    connection.execute("begin")
    connection.executemany("insert into notes values(?,?,?)", ((f"note-{n}", n, BODY) for n in range(count)))
    connection.execute("commit")
    connection.close()
    yield perf_counter() - start


def insert(path, count):
    connection = opened(path)
    for number in range(count):
        start = perf_counter()
        connection.execute("insert into notes values(?,?,?)", (f"note-{number}", number, BODY))
        yield perf_counter() - start


def newest(path, rounds):
    for _ in range(rounds):
        start = perf_counter()
        connection = sqlite3.connect(path, isolation_level=None)
        rows = connection.execute("select id, number, body from notes order by number desc limit 20").fetchall()
        connection.close()
        yield perf_counter() - start
        assert len(rows) == 20


def lookup(path, rounds):
    connection = sqlite3.connect(path, isolation_level=None)
    total = connection.execute("select count(*) from notes").fetchone()[0]
    for _ in range(rounds):
        wanted = [f"note-{random.randrange(total)}" for _ in range(5000)]
        start = perf_counter()
        for name in wanted:
            connection.execute("select id, number, body from notes where id = ?", (name,)).fetchone()
        yield (perf_counter() - start) / len(wanted)


def scan(path, rounds):
    connection = sqlite3.connect(path, isolation_level=None)
    for _ in range(rounds):
        start = perf_counter()
        connection.execute("select id, number, body from notes order by number").fetchall()
        yield perf_counter() - start


work, path, number = sys.argv[1:4]
for seconds in {"bulk": bulk, "insert": insert, "newest": newest, "lookup": lookup, "scan": scan}[work](path, int(number)):
    print(f"{seconds:.9f}")
