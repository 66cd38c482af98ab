#!/usr/bin/python3
"""make_wheel.py FOLDER [MODULE EXTENSION]: makes the wheel of the Python package, and prints its path.

MODULE is _arbiter.so and EXTENSION arbiter.so, as Bazel builds them with --config=pic; without them,
Bazel builds them. pip calls build_wheel(). The same files give the same bytes.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile

HERE = pathlib.Path(os.path.abspath(__file__)).parent
ROOT = HERE.parents[1]
TARGETS = ("//tools/python:_arbiter.so", "//db/extension:arbiter.so")


def version():
    return re.search(r'kVersion = "(.*)"', (ROOT / "lib/base/version.h").read_text())[1]


def built():
    """Builds the module and the extension, and returns their paths."""
    subprocess.run(["bazel", "build", "--config=pic", "--ui_event_filters=-info", *TARGETS], cwd=ROOT,
                   check=True, stdout=sys.stderr)
    return [ROOT / ".bazel/pic-bin" / target[2:].replace(":", "/") for target in TARGETS]


def stripped(library):
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "library.so")
        subprocess.run(["strip", "--strip-unneeded", "-o", copy, library], check=True)
        return pathlib.Path(copy).read_bytes()


def contents(module, extension):
    """Returns the files of the package by their names."""
    files = {f"arbiter/{path.name}": path.read_bytes()
             for path in sorted((HERE / "arbiter").glob("*")) if path.is_file()}
    files["arbiter/_arbiter" + sysconfig.get_config_var("EXT_SUFFIX")] = stripped(module)
    files["arbiter/arbiter.so"] = stripped(extension)
    return files


def make(folder, module, extension):
    tag = "cp{0}{1}-cp{0}{1}-{2}".format(*sys.version_info[:2],
                                         sysconfig.get_platform().replace("-", "_").replace(".", "_"))
    name = f"arbiter_chess-{version()}"
    files = contents(module, extension)
    files[f"{name}.dist-info/METADATA"] = (
        f"Metadata-Version: 2.1\nName: arbiter-chess\nVersion: {version()}\n"
        "Summary: PGN games, the Laws of Chess, and databases of games\nLicense: MIT\n"
        "Requires-Python: >=3.9\nRequires-Dist: numpy\n"
        "Provides-Extra: chess\nRequires-Dist: chess; extra == 'chess'\n").encode()
    files[f"{name}.dist-info/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: arbiter\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    record = f"{name}.dist-info/RECORD"
    rows = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}\n")
    files[record] = ("".join(rows) + f"{record},,\n").encode()
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]
    wheel = pathlib.Path(folder) / f"{name}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            info = zipfile.ZipInfo(path, date)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o100755 if path.endswith(".so") else 0o100644) << 16
            archive.writestr(info, data)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return make(wheel_directory, *built()).name


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    print(make(sys.argv[1], *(sys.argv[2:] or built())))
