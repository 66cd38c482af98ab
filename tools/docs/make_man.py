#!/usr/bin/python3
"""make_man.py FOLDER: writes a man page of each command, and one of the program, into FOLDER.

They are made from the pages of the commands, which contain the help. The text is that of man(7).
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).absolute().parents[2]
ESCAPES = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}
EXIT_STATUS = r""".SH EXIT STATUS
.TP
0
Success.
.TP
1
Findings at or above \fB\-\-fail\-on\fR.
.TP
2
The command could not run.
"""


def escaped(text):
    """Returns text with the characters escaped that troff would interpret."""
    return "".join(ESCAPES.get(c, c) for c in text)


def line_of(text):
    """Returns escaped text as a line. A period would begin a macro."""
    return ("\\&" if text.startswith(".") else "") + text + "\n"


def bold(text):
    return f"\\fB{escaped(text)}\\fR"


def inline(text):
    """Converts code, emphasis and links of a Markdown paragraph."""
    result = ""
    end = 0
    for match in re.finditer(r"`(.*?)`|\*\*(.*?)\*\*|\*(.*?)\*|\[(.*?)\]\((.*?)\)", text):
        result += escaped(text[end:match.start()])
        end = match.end()
        words, target = match[4], match[5]
        if words is None:
            result += bold(match[1] or match[2] or match[3] or "")
        elif target == words + ".md":
            result += bold("arbiter-" + words) + "(1)"
        else:
            result += escaped(words)
    return line_of(result + escaped(text[end:]))


def cells_of(row):
    r"""Returns the cells of a table row; `\|` is a character of a cell."""
    cells = re.split(r"(?<!\\)\|", row.strip()[1:].removesuffix("|"))
    return [cell.replace("\\|", "|").strip() for cell in cells]


def row_text(cells, head):
    """Returns a table row as a tagged paragraph: its first cell, then the others with their headings."""
    named = [f"{head[i]}: {cell}" if len(cells) > 2 and i < len(head) and head[i] else cell
             for i, cell in enumerate(cells) if i > 0 and cell]
    return ".TP\n" + inline(cells[0]) + (inline("; ".join(named)) if named else "\\&\n")


def description(page):
    """Converts the Markdown of a page, except its title, its options and its help."""
    text, paragraph, begin = "", [], ""
    head = None
    is_example = is_skipped = False
    for line in page.splitlines() + [""]:
        words = line.strip()
        is_fence = line.startswith("```")
        is_row = line.startswith("|")
        item = None if is_example else re.match(r"(-|\d+\.) (.*)", words)
        if paragraph and not is_example and (is_fence or is_row or item or not line or line.startswith("#")):
            text += begin + inline(" ".join(paragraph))
            paragraph, begin = [], ".PP\n"
        if is_fence:
            is_example = not is_example
            if not is_skipped:
                text += begin + ".nf\n.RS 2\n" if is_example else ".RE\n.fi\n"
            begin = ".PP\n"
        elif is_example:
            if not is_skipped:
                text += line_of(escaped(line)) if line else "\\&\n"
        elif line.startswith("#"):
            if not line.startswith("# "):
                is_skipped = words.lstrip("# ") in ("Help", "Options")
                text += "" if is_skipped else ".SS " + inline(words.lstrip("# "))
                begin = ""
        elif is_skipped:
            continue
        elif is_row:
            cells = cells_of(line)
            if head is None:
                head = cells
            elif cells[0].strip(":-"):
                text += row_text(cells, head)
                begin = ".PP\n"
        elif item:
            begin = f".IP {item[1] if item[1] != '-' else chr(92) + '(bu'} 3\n"
            paragraph = [item[2]]
        elif line:
            paragraph.append(words)
        if not is_row:
            head = None
    return text


def page_head(name, meaning, version):
    return (f'.TH {escaped(name.upper())} 1 "" "Arbiter {version}" "Arbiter"\n'
            f".SH NAME\n{escaped(name)} \\- {escaped(meaning)}\n.SH SYNOPSIS\n")


def entries_of(block):
    """Returns the names and the texts of a list in help, whose lines are wrapped."""
    entries = []
    for line in block:
        match = re.match(r"  (\S.*?)(?:  +(.*))?$", line)
        if match:
            entries.append((match[1], [match[2]] if match[2] else []))
        else:
            entries[-1][1].append(line.strip())
    return [(names, " ".join(words)) for names, words in entries]


def option_text(names, text):
    match = re.match(r"((?:-[^ ,]+, )*-[^ ,]+) (.*)", names)
    left = f"{bold(match[1])} \\fI{escaped(match[2])}\\fR" if match else bold(names)
    return f".TP\n{left}\n{line_of(escaped(text))}"


def help_of(page, command):
    """Returns the blocks of a command's output in a page, each a list of lines."""
    text = re.search(rf"^\$ arbiter {command}\n(.*?)^```", page, re.M | re.S)[1]
    return [block.splitlines() for block in text.rstrip("\n").split("\n\n")]


def command_page(name, page, version):
    """Returns arbiter-NAME(1)."""
    blocks = help_of(page, f"{name} --help")
    meaning = " ".join(blocks[0]).removeprefix(f"arbiter {name}: ")
    arguments = re.findall(r"\[([^]]+)\]", " ".join(blocks[1]))[1:]
    text = page_head(f"arbiter-{name}", meaning, version)
    text += f"\\fBarbiter {name}\\fR [\\fIOPTIONS\\fR]"
    text += "".join(f" [\\fI{escaped(argument)}\\fR]" for argument in arguments)
    text += "\n.SH DESCRIPTION\n" + description(page) + ".SH OPTIONS\n"
    last = next(i for i, block in enumerate(blocks) if block[0].startswith("  -h, --help"))
    for block in blocks[2:last + 1]:
        if not block[0].startswith(" "):
            heading = next(i for i, line in enumerate(block) if line.endswith(":"))
            text += f".SS {escaped(' '.join(block[:heading + 1])[:-1])}\n"
            block = block[heading + 1:]
        text += "".join(option_text(*entry) for entry in entries_of(block))
    text += EXIT_STATUS
    notes = "\n\n".join("\n".join(block) for block in blocks[last + 1:])
    if notes:
        text += ".SH NOTES\n.nf\n" + "".join(line_of(escaped(line)) for line in notes.split("\n")) + ".fi\n"
    return text + ".SH SEE ALSO\n\\fBarbiter\\fR(1)\n"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    docs = ROOT / "tools/docs"
    version = re.search(r'kVersion = "(.*)"', (ROOT / "lib/base/version.h").read_text())[1]
    program = page_head("arbiter", "check chess games in PGN against the Laws of Chess", version)
    program += "\\fBarbiter\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] ...\n.SH COMMANDS\n"
    for group, *lines in help_of((docs / "help.md").read_text(), "help"):
        if not lines or not lines[0].startswith("  "):
            continue
        program += f".SS {group[:-1]}\n"
        for name, meaning in entries_of(lines):
            program += f".TP\n\\fBarbiter\\-{name}\\fR(1)\n{escaped(meaning)}\n"
            page = (docs / f"{name}.md").read_text()
            (folder / f"arbiter-{name}.1").write_text(command_page(name, page, version))
    (folder / "arbiter.1").write_text(program + EXIT_STATUS)


if __name__ == "__main__":
    main()
