#!/usr/bin/python3
"""make_page.py ARBITER WASM PAGE: makes arbiter.html, which contains the program for WebAssembly and needs no other file.

ARBITER is the program for this machine. The pictures of pieces, the style and the viewer of games are those of
its report. The same files give the same bytes.
"""

import base64
import gzip
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).absolute().parent
ROOT = HERE.parents[1]
LICENCES = ["zlib1g", "libzstd1", "libutf8proc2", "libnettle8", "libfmt-dev", "libcli11-dev", "nlohmann-json3-dev",
            "libtomlplusplus-dev", "libsqlite3-0", "wasi-libc", "libc++-19-dev-wasm32"]


def text_of(path):
    return (ROOT / path).read_text()


def pieces(arbiter):
    """Returns the drawings that boards refer to, from a report."""
    with tempfile.TemporaryDirectory() as folder:
        games, page = pathlib.Path(folder, "a.pgn"), pathlib.Path(folder, "a.html")
        games.write_text("1. e4 *\n")
        subprocess.run([arbiter, "report", "--quiet", "--no-config", "-o", page, games], check=False)
        return re.search(r'<svg class="parts".*?</svg>', page.read_text(), re.S)[0]


def languages():
    """Returns the texts of the page and of the report in each language, as JSON."""
    header, *rows = [line.split("\t") for line in text_of("tools/wasm/words.tsv").splitlines()]
    used = re.findall(r"\bt\('((?:[^'\\]|\\.)*)'", text_of("tools/wasm/page.js"))
    result = {}
    for column, language in enumerate(header[1:], 1):
        words = dict(line.split("\t") for line in text_of(f"tools/report/{language}.tsv").splitlines())
        result[language] = words | {row[0]: row[column] for row in rows}
        missing = {text for text in used if text not in result[language]}
        if missing:
            sys.exit(f"make_page.py: no text in {language} for {sorted(missing)}")
    return json.dumps(result, ensure_ascii=False).replace("</", "<\\/")


def explorer(viewer):
    """Returns the page of `arbiter serve` with marks for the pieces, the style and the scripts, which page.js adds."""
    page = text_of("tools/serve/explorer.html").replace("<!--viewer-->", viewer)
    page = page.replace('<link rel="stylesheet" href="/explorer.css">', "<style><!--style--></style>")
    return page.replace('<script src="/explorer.js" defer></script>\n', "").replace("</body>", "<!--scripts-->\n</body>")


def digest(script):
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


def main(arbiter, wasm, page):
    version = subprocess.run([arbiter, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    start = text_of("tools/wasm/page.js")
    script = text_of("tools/report/viewer.js")
    explore = text_of("tools/serve/explorer.js")
    viewer = re.sub(r"\{\{(.*?)\}\}", r"\1", text_of("tools/report/viewer.html"))
    parts = {
        "style": "".join(text_of(name) for name in ("tools/report/page.css", "tools/serve/explorer.css", "tools/wasm/page.css")),
        "pieces": pieces(arbiter),
        "version": version[0].upper() + version[1:],
        "viewer": viewer,
        "explorer": explorer(viewer),
        "explore": explore,
        "script": script,
        "start": start,
        "worker": re.sub(r"^export ", "", text_of("tools/wasm/wasi.mjs"), flags=re.M) + text_of("tools/wasm/worker.js"),
        "program": base64.b64encode(gzip.compress(pathlib.Path(wasm).read_bytes(), 9, mtime=0)).decode(),
        "licences": licences(),
        "languages": languages(),
        "policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; worker-src blob:; "
                  f"script-src {digest(script)} {digest(start)} {digest(explore)} blob: 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'",
    }
    text = re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], text_of("tools/wasm/page.html"))
    pathlib.Path(page).write_text(text)


def licences():
    """Returns Arbiter's licence, and where those of the libraries are."""
    return (ROOT / "LICENSE").read_text().replace("&", "&amp;").replace("<", "&lt;") + \
        "\nContains code of " + ", ".join(LICENCES) + ", built from the sources of Debian, under their free licences."


if __name__ == "__main__":
    main(*sys.argv[1:])
