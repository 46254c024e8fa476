"""Measures FSRS-6 in py-fsrs and fsrs-rs (pip install fsrs fsrs-rs-python). Prints `NAME SECONDS REVIEWS`, one measurement per line.

fsrs_peers.py replay FILE ROUNDS     all histories of a file, review by review; fsrs-rs also in one call for all of them
fsrs_peers.py optimise FILE ROUNDS   weights from the histories of a file
"""
import json
import sys
from datetime import datetime, timedelta, timezone
from time import perf_counter


def replay_py(histories):
    from fsrs import Card, Rating, Scheduler

    scheduler = Scheduler(enable_fuzzing=False)
    start = datetime(2026, 1, 1, tzinfo=timezone.utc)
    times = [[(Rating(r["rating"]), start + timedelta(seconds=r["t_offset_s"])) for r in h["reviews"]] for h in histories]
    start_time = perf_counter()
    for reviews in times:
        card = Card()
        for rating, at in reviews:
            card, _ = scheduler.review_card(card, rating, at)
    return perf_counter() - start_time


def days(history):
    """Yields each rating with the whole days since the previous review."""
    last = None
    for review in history["reviews"]:
        at = review["t_offset_s"]
        yield review["rating"], 0 if last is None else (at - last) // 86400
        last = at


def replay_rs(histories):
    from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS

    fsrs = FSRS(DEFAULT_PARAMETERS)
    waits = [list(days(h)) for h in histories]
    start_time = perf_counter()
    for reviews in waits:
        state = None
        for rating, wait in reviews:
            next_states = fsrs.next_states(state, 0.9, wait)
            state = (next_states.again, next_states.hard, next_states.good, next_states.easy)[rating - 1].memory
    return perf_counter() - start_time


def items(histories, every):
    from fsrs_rs_python import FSRSItem, FSRSReview

    for history in histories:
        reviews = [FSRSReview(rating, wait) for rating, wait in days(history)]
        for count in range(2, len(reviews) + 1) if every else [len(reviews)]:
            if reviews[count - 1].delta_t > 0 if hasattr(reviews[0], "delta_t") else True:
                yield FSRSItem(reviews[:count])


def batch_rs(histories):
    from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS

    fsrs = FSRS(DEFAULT_PARAMETERS)
    histories_as_items = list(items(histories, every=False))
    start_time = perf_counter()
    fsrs.memory_state_batch(histories_as_items)
    return perf_counter() - start_time


def optimise_rs(histories):
    from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS

    fsrs = FSRS(DEFAULT_PARAMETERS)
    examples = list(items(histories, every=True))
    start_time = perf_counter()
    fsrs.compute_parameters(examples)
    return perf_counter() - start_time


work, path, rounds = sys.argv[1:4]
with open(path) as file:
    histories = json.load(file)
total = sum(len(h["reviews"]) for h in histories)
peers = {
    "replay": [("py-fsrs", replay_py), ("fsrs-rs", replay_rs), ("fsrs-rs, all at once", batch_rs)],
    "optimise": [("fsrs-rs", optimise_rs)],
}[work]
for name, peer in peers:
    try:
        for _ in range(int(rounds)):
            print(f"{name}\t{peer(histories):.9f}\t{total}")
    except ImportError:
        pass
