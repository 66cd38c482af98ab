#!/usr/bin/python3
"""draw_terminal.py ARBITER: prints a picture of a terminal as SVG, drawn from the program's output."""
import html
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).absolute().parents[3]
COMMANDS = [
    ["validate", "-q", "--board", "--select", "pinned", "testdata/tournament.pgn"],
    ["standings", "testdata/masters.pgn"],
]
COLUMNS = 112
WIDTH, HEIGHT = 8.43, 19  # of a character
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#f2cc60", "34": "#79c0ff", "35": "#d2a8ff", "36": "#76e3ea",
           "2": "#8b949e", "90": "#8b949e"}


def output_of(arbiter, command):
    environment = dict(os.environ, COLUMNS=str(COLUMNS), TERM="xterm-256color")
    environment.pop("NO_COLOR", None)
    done = subprocess.run([arbiter, *command, "--color=always"], cwd=ROOT, env=environment,
                          capture_output=True, text=True, check=False)
    return done.stdout.rstrip("\n").split("\n")


def shade(number):
    """Returns a colour of the cube of 256-colour terminals."""
    levels = (0, 95, 135, 175, 215, 255)
    red, rest = divmod(int(number) - 16, 36)
    return "#%02x%02x%02x" % (levels[red], levels[rest // 6], levels[rest % 6])


def wrapped(line):
    """Returns a line as lines of at most COLUMNS characters, broken at spaces outside escape sequences."""
    lines = [""]
    length = 0
    for word in re.findall(r"\S+\s*|\s+", line):
        size = len(re.sub(r"\x1b\[[0-9;]*m", "", word))
        if length + size > COLUMNS:
            lines.append("    ")
            length = 4
        lines[-1] += word
        length += size
    return lines


def styled(style, codes):
    """Returns the style after an escape sequence with these codes."""
    if codes[:2] == ["38", "5"]:
        return dict(style, fill=shade(codes[2]))
    if codes[:2] == ["48", "5"]:
        return dict(style, back=shade(codes[2]))
    for code in codes:
        if code in ("", "0"):
            style = {}
        elif code == "1":
            style = dict(style, weight="bold")
        elif code in COLOURS:
            style = dict(style, fill=COLOURS[code])
    return style


def drawn(line, row):
    """Returns a line as SVG. Spaces are no-break spaces, which no reader collapses."""
    backs, parts, style, column = [], [], {}, 0
    for token in re.findall(r"\x1b\[[0-9;]*m|[^\x1b]+", line):
        if token.startswith("\x1b"):
            style = styled(style, token[2:-1].split(";"))
            continue
        x = f"{16 + column * WIDTH:.1f}"
        if "back" in style:
            backs.append(f'<rect x="{x}" y="{16 + row * HEIGHT}" width="{len(token) * WIDTH:.1f}" '
                         f'height="{HEIGHT}" fill="{style["back"]}"/>')
        attributes = f' fill="{style["fill"]}"' if "fill" in style else ""
        attributes += ' font-weight="bold"' if "weight" in style else ""
        parts.append(f'<tspan x="{x}"{attributes}>{html.escape(token, quote=False)}</tspan>')
        column += len(token)
    body = re.sub(r">([^<]+)<", lambda text: ">" + text[1].replace(" ", "\u00a0") + "<", "".join(parts))
    return "".join(backs) + (f'<text y="{30 + row * HEIGHT}">{body}</text>' if body else "")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lines = []
    for command in COMMANDS:
        quoted = [f"'{word}'" if " " in word else word for word in command]
        lines += ["\x1b[32m$\x1b[0m \x1b[1marbiter " + " ".join(quoted) + "\x1b[0m"]
        lines += [part for line in output_of(sys.argv[1], command) for part in wrapped(line)] + [""]
    width, height = round(32 + COLUMNS * WIDTH), 40 + HEIGHT * (len(lines) - 1)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
          'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">')
    print(f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>')
    for row, line in enumerate(lines[:-1]):
        print(drawn(line, row))
    print("</svg>")


if __name__ == "__main__":
    main()
