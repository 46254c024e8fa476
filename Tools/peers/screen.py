"""Measures a screen in a terminal of 80 by 24: the time from the start to the first frame, and from a key to the next frame.

    screen.py KEY PROGRAM ARGUMENT…      prints both in seconds, and the CPU time of the process

A frame ends with a silence of 60 ms. Later frames that an app draws without input are not measured.
"""
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

SILENCE = 0.06
SMALLEST = 200  # bytes; the codes that set up the terminal are smaller, and no frame


def frame(terminal, since):
    """Reads one frame, and returns the seconds from `since` to its last byte."""
    last, size = None, 0
    while True:
        wait = SILENCE if size > SMALLEST else 20
        ready, _, _ = select.select([terminal], [], [], wait)
        if not ready:
            return last
        try:
            data = os.read(terminal, 1 << 16)
        except OSError:
            return last
        if not data:
            return last
        if b"\x1b[c" in data:
            os.write(terminal, b"\x1b[?62;22c")  # the answer of a terminal without pixel graphics
        size += len(data)
        last = time.perf_counter() - since


def main():
    key, words = sys.argv[1].encode().decode("unicode_escape").encode(), sys.argv[2:]
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        # Sets the size before the program reads it.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execv(words[0], words)
    first = frame(terminal, began)
    time.sleep(0.5)
    while select.select([terminal], [], [], 0)[0]:
        os.read(terminal, 1 << 16)
    key_time = time.perf_counter()
    os.write(terminal, key)
    second = frame(terminal, key_time)
    os.kill(process, signal.SIGTERM)
    used = os.wait4(process, 0)[2]
    if first is None or second is None:
        sys.exit("the program showed nothing")
    print(f"{first:.6f} {second:.6f} {used.ru_utime + used.ru_stime:.6f}")


main()
