#!/usr/bin/python3
"""make_packages.py FOLDER PLATFORM=PROGRAM...: makes the packages for npm, and prints their paths.

A PLATFORM is linux-x64, linux-arm64 or win32-x64, as Node names them. Each has a package with its program;
the package arbiter-chess depends on them optionally, so npm installs only the suitable one. The same files
give the same bytes.
"""

import gzip
import io
import json
import os
import pathlib
import re
import sys
import tarfile

HERE = pathlib.Path(os.path.abspath(__file__)).parent
ROOT = HERE.parents[1]
VERSION = re.search(r'kVersion = "(.*)"', (ROOT / "lib/base/version.h").read_text())[1]


def write(folder, manifest, files):
    """Writes a package with these files, by their names; programs are those in bin/ and cli.js."""
    common = {"version": VERSION, "license": "MIT", "preferUnplugged": True}
    files["package.json"] = json.dumps({**manifest, **common}, indent=2).encode() + b"\n"
    files["LICENSE"] = (ROOT / "LICENSE").read_bytes()
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo("package/" + name)
            entry.size, entry.mtime = len(data), int(os.environ.get("SOURCE_DATE_EPOCH", 0))
            entry.mode = 0o755 if name.startswith("bin/") or name == "cli.js" else 0o644
            archive.addfile(entry, io.BytesIO(data))
    path = pathlib.Path(folder) / f"{manifest['name']}-{VERSION}.tgz"
    path.write_bytes(gzip.compress(content.getvalue(), mtime=0))
    print(path)


def main(folder, *programs):
    os.makedirs(folder, exist_ok=True)
    platforms = dict(program.split("=", 1) for program in programs)
    for platform, program in platforms.items():
        system, processor = platform.split("-")
        name = "bin/arbiter" + (".exe" if system == "win32" else "")
        write(folder, {"name": "arbiter-chess-" + platform, "os": [system], "cpu": [processor],
                       "description": f"The program of arbiter-chess for {platform}"},
              {name: pathlib.Path(program).read_bytes()})
    files = {name: (HERE / name).read_bytes() for name in ("cli.js", "index.js", "index.d.ts")}
    files["README.md"] = (ROOT / "tools/docs/npm.md").read_bytes()
    write(folder, {"name": "arbiter-chess", "description": "PGN database and rules validator for chess",
                   "keywords": ["chess", "pgn", "fide", "validator"],
                   "main": "index.js", "types": "index.d.ts",
                   "bin": {"arbiter-chess": "cli.js", "arbiter": "cli.js"}, "engines": {"node": ">=18"},
                   "optionalDependencies": {"arbiter-chess-" + platform: VERSION for platform in platforms}},
          files)


if __name__ == "__main__":
    main(*sys.argv[1:])
