"""Splits source files into code, comments and text, for the tools that rename, reword, reflow and measure."""

import os
import re
import subprocess

PATTERN = re.compile(r"#/.*?/#|/(?=[^ /*\n])(?:[^/\\\n]|\\.)+(?<! )/", re.S)
IDENTIFIER = r"[A-Za-z_][A-Za-z0-9_]*"


def root():
    """The top folder of the project."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def files_below(folder, suffixes):
    """Returns paths relative to `folder`: all files that git does not ignore, or all files without git."""
    listed = subprocess.run(
        ["git", "-C", folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True)
    if listed.returncode == 0:
        paths = {os.fsdecode(path) for path in listed.stdout.split(b"\0") if path}
    else:
        paths = {os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names}
    return sorted(path for path in paths if path.endswith(suffixes) and os.path.isfile(os.path.join(folder, path)))


def read(folder, path):
    with open(os.path.join(folder, path), encoding="utf-8", newline="") as file:
        return file.read()


def write(folder, path, text):
    """Replaces a file atomically, so that an interrupted tool leaves the old content."""
    target = os.path.join(folder, path)
    draft = target + ".new"
    with open(draft, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    os.chmod(draft, os.stat(target).st_mode)
    os.replace(draft, target)


def swift_pieces(text):
    """Yields (kind, piece) for Swift: kind is code, comment or text (the inside of a string literal). Pieces join to `text`.

    The code inside an interpolation is code. Nested block comments, raw strings and strings of several lines are understood.
    A regular expression is text too: `#/.../#`, or `/.../` on one line where an operand may begin.
    """
    index, begin, stack = 0, 0, []

    def flush(kind, end):
        nonlocal begin
        piece = text[begin:end]
        begin = end
        return [(kind, piece)] if piece else []

    while index < len(text):
        if text.startswith("//", index):
            yield from flush("code", index)
            index = text.find("\n", index)
            index = len(text) if index < 0 else index
            yield from flush("comment", index)
        elif text.startswith("/*", index):
            yield from flush("code", index)
            depth, index = 1, index + 2
            while depth and index < len(text):
                if text.startswith("/*", index):
                    depth, index = depth + 1, index + 2
                elif text.startswith("*/", index):
                    depth, index = depth - 1, index + 2
                else:
                    index += 1
            yield from flush("comment", index)
        elif text[index] in "#/" and (pattern := PATTERN.match(text, index)) and _may_begin_operand(text, index):
            yield from flush("code", index)
            index = pattern.end()
            yield from flush("text", index)
        elif text[index] == '"' or text[index] == "#" and re.match(r'#+"', text[index:index + 8]):
            hashes = re.match(r"#*", text[index:]).group()
            index += len(hashes)
            quotes = '"""' if text.startswith('"""', index) else '"'
            index += len(quotes)
            yield from flush("code", index)
            stack.append([quotes, hashes, 0])
            index, piece = _text_until(text, index, quotes, hashes)
            yield from flush("text", index)
            index, stack = _after_text(text, index, piece, stack)
        elif stack and text[index] == "(":
            stack[-1][2] += 1
            index += 1
        elif stack and text[index] == ")":
            stack[-1][2] -= 1
            index += 1
            if stack[-1][2] == 0:
                yield from flush("code", index)
                index, piece = _text_until(text, index, stack[-1][0], stack[-1][1])
                yield from flush("text", index)
                index, stack = _after_text(text, index, piece, stack)
        else:
            index += 1
    yield from flush("code", len(text))


def _may_begin_operand(text, index):
    """Whether a literal may begin here, and not the operator of a division."""
    before = text[max(0, index - 200):index].rstrip(" \n")
    return not before or before[-1] in "(,=:[{!&|?" or re.search(r"\b(?:return|in|try|of)$", before) is not None


def _text_until(text, index, quotes, hashes):
    """Returns the end of a literal's text, and its cause: `end` for closing quotes or `interpolation`."""
    while index < len(text):
        if text.startswith(quotes + hashes, index):
            return index, "end"
        if text.startswith("\\" + hashes + "(", index):
            return index, "interpolation"
        if text.startswith("\\" + hashes, index):
            index += 2 + len(hashes)
        elif text[index] == "\n" and quotes == '"':
            return index, "end"
        else:
            index += 1
    return index, "end"


def _after_text(text, index, piece, stack):
    if piece == "interpolation":
        stack[-1][2] = 1
        return index + 2 + len(stack[-1][1]), stack
    quotes, hashes, _ = stack.pop()
    if text.startswith(quotes + hashes, index):
        index += len(quotes + hashes)
    return index, stack


def markdown_pieces(text):
    """Yields (kind, piece) for Markdown: code for blocks of Swift and code spans, comment for prose, text for other blocks.

    A block of another language shows what a program prints.
    """
    for number, block in enumerate(re.split(r"(^ *```[^\n]*\n.*?^ *```[^\n]*$)", text, flags=re.M | re.S)):
        if number % 2:
            yield ("code" if re.match(r" *```swift", block) else "text"), block
        else:
            for index, piece in enumerate(re.split(r"(`[^`\n]+`)", block)):
                if piece:
                    yield ("code" if index % 2 else "comment"), piece


def sql_pieces(text):
    """Yields (kind, piece) for SQL: comments, and everything else as text, which no tool changes."""
    for number, piece in enumerate(re.split(r"(--[^\n]*)", text)):
        if piece:
            yield ("comment" if number % 2 else "text"), piece
