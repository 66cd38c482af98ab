#!/usr/bin/python3
"""make_site.py ARBITER FOLDER: writes the documentation as static HTML pages into FOLDER.

The pages are the Markdown files of the repository, and a page for each diagnostic, whose text is that
of `arbiter explain`. ARBITER is the program. The exit status is 1 if a link leads nowhere.
"""
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
from urllib.parse import unquote, urldefrag

import markdown

ROOT = pathlib.Path(__file__).absolute().parents[3]
HERE = pathlib.Path(__file__).absolute().parent

# The menu: sections, and their pages by title. Other pages of tools/docs are made too, and
# need a link from a page.
MENU = [
    ("Install", [
        ("Install", "tools/docs/install.md"),
        ("The offline page", "tools/docs/browser.md"),
    ]),
    ("Guides", [
        ("An arbiter's Saturday", "tools/docs/guides/saturday.md"),
        ("A tournament day at the desk", "tools/docs/guides/tournament-day.md"),
        ("A weekly archive", "tools/docs/guides/archive.md"),
        ("Preparing for an opponent", "tools/docs/guides/preparing.md"),
        ("Draws and wrong results", "tools/docs/guides/draws.md"),
        ("Endings and structures", "tools/docs/guides/studying.md"),
        ("Checking games in CI", "tools/docs/guides/ci.md"),
        ("SQL over a million games", "tools/docs/guides/sql.md"),
        ("Python and DuckDB", "tools/docs/guides/python.md"),
        ("Arbiter on Windows", "tools/docs/guides/windows.md"),
        ("Moving to Arbiter", "tools/docs/guides/moving.md"),
    ]),
    ("Reference", [
        ("Commands", "tools/docs/commands.md"),
        ("Coverage of the Laws", "tools/docs/coverage.md"),
        ("Diagnostics", "diagnostics"),
        ("Pattern language", "tools/docs/patterns.md"),
        ("File format", "db/README.md"),
        ("JSON schema", "tools/docs/game.schema.json"),
        ("Parquet tables", "tools/docs/parquet.md"),
        ("Clusters", "tools/docs/clickhouse.md"),
        ("pgn-extract options", "tools/docs/pgn-extract.md"),
        ("Words of other programs", "tools/docs/words.md"),
        ("Exit status", "tools/docs/exit-status.md"),
        ("Configuration", "topic:config"),
    ]),
    ("Libraries", [
        ("Python", "tools/docs/python.md"),
        ("C++", "tools/docs/library.md"),
        ("JavaScript", "tools/docs/npm.md"),
    ]),
    ("Project", [
        ("Changes", "tools/docs/changes.md"),
        ("Versions", "tools/docs/versions.md"),
        ("Security", "tools/docs/security.md"),
        ("Contributing", "tools/docs/contributing.md"),
        ("Benchmarks", "tools/docs/benchmarks.md"),
        ("Source", "lib/README.md"),
        ("Tests", "tests/README.md"),
        ("Licence", "LICENSE"),
    ]),
]

# Pages about a topic of `arbiter explain`: a link to the full description follows its text.
TOPICS = {
    "config": "[validate](tools/docs/validate.md#configuration) lists all keys, with examples.",
}

# What to do about a finding that `arbiter fmt` keeps, by its group; the explanation states the details.
ADVICE = {
    "legality": "`arbiter repair FILE` suggests the move that was probably played; compare it with the score sheet.",
    "ending": "Compare the result with the score sheets; `arbiter filter --fix-results` writes a corrected result.",
    "draws": "Compare the result with the score sheets. A claim is a right, not a duty.",
    "tournament": "Compare the games with the pairings, the report and the rating list.",
}


def run(*arguments):
    """Returns the standard output of a command in the repository, even if it fails."""
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout


def address_of(source):
    """Returns the address of the page made from a source file."""
    special = {"README.md": "index.html", "db/README.md": "file-format.html", "lib/README.md": "source.html",
               "tests/README.md": "tests.html", "LICENSE": "licence.html", "diagnostics": "diagnostics/index.html", "tools/docs/game.schema.json": "schema.html"}
    if source in special:
        return special[source]
    if source.startswith("topic:"):
        return source[6:] + ".html"
    return re.sub(r"\.md$", ".html", source.removeprefix("tools/docs/"))


def relative(target, page):
    """Returns the address of `target` as seen from `page`; both are below the site's folder."""
    return "../" * page.count("/") + target


class Site:
    """The pages written so far, and what a search needs of them."""

    def __init__(self, arbiter, folder):
        self.arbiter = str(pathlib.Path(arbiter).resolve())
        self.folder = folder
        self.search = []
        self.count = 0
        self.commands = re.findall(r"^  ([a-z]+)  +\S", run(self.arbiter, "help"), re.M)
        self.commands = [name for name in self.commands if (ROOT / f"tools/docs/{name}.md").exists()]
        self.diagnostics = [json.loads(line) for line in run(self.arbiter, "explain", "--format", "json").splitlines()]

    def write(self, page, title, body, section):
        """Writes a page: the menu, and `body`."""
        menu = []
        for name, entries in MENU:
            links = "".join(self.menu_link(page, text, address_of(source)) for text, source in entries)
            menu.append(f"<h2>{name}</h2><ul>{links}</ul>")
        body = re.sub(r'<(pre|div class="wide")', r'<\1 tabindex="0"', body)  # they scroll
        text = (HERE / "page.html").read_text()
        for key, value in {"TITLE": html.escape(title), "BASE": relative("", page), "MENU": "".join(menu),
                           "BODY": body}.items():
            text = text.replace("{{" + key + "}}", value)
        path = self.folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.index(page, title, body, section)

    def index(self, page, title, body, section):
        """Adds the sections of a page to the search index. Those of a diagnostic are one."""
        self.count += 1
        parts = [body] if section == "Diagnostics" else re.split(r"(?=<h2)", body)
        for part in parts:
            heading = re.match(r'<h2 id="([^"]*)">(.*?)</h2>', part)
            self.search.append({"t": title, "h": text_of(heading[2]) if heading else "", "s": section,
                                "u": page + ("#" + heading[1] if heading else ""), "x": text_of(part)})

    @staticmethod
    def menu_link(page, text, target):
        current = ' aria-current="page"' if target == page else ""
        return f'<li><a href="{relative(target, page)}"{current}>{html.escape(text)}</a></li>'

    def render(self, text, source, page):
        """Returns Markdown as HTML. Links to other sources become links to their pages."""
        body = markdown.markdown(prepared(text), extensions=["tables", "fenced_code", "toc"])
        folder = pathlib.PurePosixPath(source).parent if "/" in source else pathlib.PurePosixPath("")

        def link(match):
            target, anchor = urldefrag(html.unescape(match[1]))
            if "://" in target or not target:
                return match[0]
            path = normal(folder / target)
            address = relative(address_of(path), page) + (f"#{anchor}" if anchor else "")
            return f'href="{html.escape(address)}"'

        body = re.sub(r'href="([^"]*)"', link, body)
        body = re.sub(r'src="tools/docs/([^"]*)"', r'src="\1"', body)
        body = re.sub(r'<pre><code class="language-console">(.*?)</code></pre>', console, body, flags=re.S)
        body = re.sub(r"<table>", '<div class="wide"><table>', body).replace("</table>", "</table></div>")
        return re.sub(r'<h([23]) id="([^"]*)">(.*?)</h\1>', r'<h\1 id="\2"><a href="#\2">\3</a></h\1>', body)

    def add_markdown(self, source, section):
        text = (ROOT / source).read_text()
        page = address_of(source)
        title = re.search(r"^# (.*)", text, re.M)[1].replace("`", "")
        self.write(page, title, self.render(text, source, page), section)

    def add_plain(self, source, title, section):
        text = html.escape((ROOT / source).read_text())
        self.write(address_of(source), title, f"<h1>{title}</h1><pre>{text}</pre>", section)

    def add_topic(self, name, title):
        page = f"{name}.html"
        text = html.escape(run(self.arbiter, "explain", name))
        more = self.render(TOPICS[name], "", page)
        self.write(page, title, f"<h1>{title}</h1><pre>{text}</pre>{more}", "Reference")

    def add_diagnostics(self):
        groups = {}
        for entry in self.diagnostics:
            groups.setdefault(entry["group"], []).append(entry)
        options = finding_options()
        body = f"<h1>Diagnostics</h1><p>{len(self.diagnostics)} diagnostics in {len(groups)} groups. The ids are stable.</p>"
        for group, entries in groups.items():
            body += f'<h2 id="{group}"><a href="#{group}">{group}</a></h2><div class="wide"><table>'
            for entry in entries:
                body += (f'<tr><td><a href="{entry["id"]}.html"><code>{entry["id"]}</code></a></td>'
                         f'<td>{entry["severity"]}</td><td>{inline(entry["meaning"])}</td></tr>')
                self.add_diagnostic(entry, options.get(entry["id"], ""))
            body += "</table></div>"
        self.write("diagnostics/index.html", "Diagnostics", body, "Reference")

    def add_diagnostic(self, entry, options):
        name = entry["id"]
        facts = [f'<strong class="{entry["severity"]}">{entry["severity"]}</strong>',
                 f'group <a href="index.html#{entry["group"]}">{entry["group"]}</a>']
        if entry["article"]:
            facts.append(html.escape(entry["article"]))
        if entry["fatal"]:
            facts.append("the rest of the game is not replayed")
        if entry["once_per_file"]:
            facts.append("reported once per file")
        paragraphs = "".join(f"<p>{inline(text)}</p>" for text in entry["explanation"].split("\n\n"))
        body = (f"<h1><code>{name}</code></h1><p>{inline(entry['meaning'][:1].upper() + entry['meaning'][1:])}</p>"
                f'<p class="facts">{" · ".join(facts)}</p>'
                f'<h2 id="why">Why</h2>{paragraphs}'
                f'<h2 id="example">Example</h2><pre>{html.escape(entry["example"])}</pre>')
        file = f"testdata/diagnostics/{name}.pgn"
        if (ROOT / file).exists():
            command = ["validate", "--quiet", "--no-config", "--select", name, *options.split(), file]
            found = run(self.arbiter, *command).replace(file, "games.pgn").splitlines()
            if found:
                shown = "\n".join(["$ arbiter " + " ".join(["validate", *options.split(), "games.pgn"]), *found[:12]])
                body += f'<h2 id="finding">As reported</h2><pre class="console">{console_lines(html.escape(shown))}</pre>'
        advice = ADVICE.get(entry["group"], "Correct the file in any editor.")
        if entry["severity"] != "error" and self.fmt_removes(name, options.split(), file):
            advice = "`arbiter fmt FILE` writes the games without it. Compare the files if text is missing."
        body += (f'<h2 id="advice">Correct or omit it</h2><p>{inline(advice)} To omit it, use <code>--ignore {name}</code> or '
                 f'<code>ignore = ["{name}"]</code> in the <a href="../config.html">configuration</a>; '
                 f'<code>--severity {name}=LEVEL</code> sets another severity. '
                 f'<code>arbiter explain {name}</code> prints this text.</p>')
        self.write(f"diagnostics/{name}.html", name, body, "Diagnostics")

    def fmt_removes(self, name, options, file):
        """Returns whether `arbiter fmt` loses no text of the test file and removes the finding."""
        if not (ROOT / file).exists():
            return False
        done = subprocess.run([self.arbiter, "fmt", "--quiet", file], cwd=ROOT, capture_output=True, check=False)
        command = [self.arbiter, "validate", "--quiet", "--no-config", "--select", name, *options, "-"]
        found = subprocess.run(command, cwd=ROOT, input=done.stdout, capture_output=True, check=False)
        return done.returncode == 0 and not found.stdout

    def add_everything(self):
        self.add_markdown("README.md", "Start")
        listed = {source for _, entries in MENU for _, source in entries}
        for path in sorted((ROOT / "tools/docs").rglob("*.md")):
            source = path.relative_to(ROOT).as_posix()
            if source not in listed:
                self.add_markdown(source, "Commands" if path.stem in self.commands else "Reference")
        for section, entries in MENU:
            for title, source in entries:
                if source == "diagnostics":
                    self.add_diagnostics()
                elif source.startswith("topic:"):
                    self.add_topic(source[6:], title)
                elif source.endswith(".md"):
                    self.add_markdown(source, section)
                else:
                    self.add_plain(source, title, section)
        index = json.dumps(self.search, ensure_ascii=False, separators=(",", ":"))
        (self.folder / "search-index.js").write_text("searchIndex = " + index + ";\n")
        for name in ("site.css", "search.js"):
            shutil.copy(HERE / name, self.folder / name)
        (self.folder / "pictures").mkdir(exist_ok=True)
        for name in ("terminal.svg", "report.png"):
            shutil.copy(HERE.parent / "pictures" / name, self.folder / "pictures" / name)


def normal(path):
    """Returns a path without `..`."""
    parts = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def prepared(text):
    """Returns text for Python-Markdown, which needs an empty line before a list, and four spaces in it."""
    lines = []
    is_code = False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code:
            line = re.sub(r"^  - ", "    - ", line)
            if line.startswith("- ") and lines and lines[-1] and not re.match(r"[-\s]", lines[-1]):
                lines.append("")
            if line.startswith("```") and lines and lines[-1]:
                lines.append("")
        lines.append(line)
    return "\n".join(lines)


def inline(text):
    """Returns text with its `code` as HTML."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text))


def text_of(body):
    """Returns the text of HTML, with single spaces."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def console_lines(text):
    return re.sub(r"^(\$|&gt;) (.*)$", r'<span class="prompt">\1</span> <b>\2</b>', text, flags=re.M)


def console(match):
    return f'<pre class="console">{console_lines(match[1])}</pre>'


def finding_options():
    """Returns the options with which `validate` reports each diagnostic, from the table of test files."""
    rows = (ROOT / "testdata/diagnostics/expected.tsv").read_text().splitlines()
    return {row.split("\t")[0]: row.split("\t")[3] for row in rows if not row.startswith("#") and row.count("\t") > 2}


def dead_links(folder):
    """Returns a line for each link of the site whose page or heading does not exist."""
    texts = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.html")}
    ids = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in texts.items()}
    dead = []
    for page, text in sorted(texts.items()):
        for link in set(re.findall(r'<\w[^<>]*\b(?:href|src)="([^"]*)"', text)):
            target, anchor = urldefrag(unquote(html.unescape(link)))
            if "://" in target or target.startswith("mailto:"):
                continue
            path = normal(pathlib.PurePosixPath(page).parent / target) if target else page
            if path not in texts and not (folder / path).is_file():
                dead.append(f"{page}: {link}")
            elif anchor and path in ids and anchor not in ids[path]:
                dead.append(f"{page}: {link}")
    return dead


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    site = Site(sys.argv[1], folder)
    site.add_everything()
    dead = dead_links(folder)
    for line in dead:
        print(f"dead link: {line}", file=sys.stderr)
    print(f"{site.count} pages in {folder}")
    sys.exit(1 if dead else 0)


if __name__ == "__main__":
    main()
