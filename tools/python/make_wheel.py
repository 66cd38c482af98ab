#!/usr/bin/python3
"""make_wheel.py FOLDER [MODULE EXTENSION [PROGRAM]]: makes a wheel for the running Python, and prints its path.

Without other arguments, builds the module with the headers of the running Python and static libraries,
and the static program. Otherwise MODULE is _arbiter.so and EXTENSION arbiter.so, as Bazel builds them with
--config=pic; a module of another Python is refused. pip calls build_wheel(). The same files give the
same bytes.

There is a wheel for each version of Python, because pybind11 does not support the stable ABI.
"""

import base64
import hashlib
import importlib.machinery
import importlib.util
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
STATIC = [f"-l:lib{name}.a" for name in ("archive", "lzma", "bz2", "nettle", "zstd", "z", "utf8proc")]
# Debian's libbz2.a cannot refer to these variables of the C library from a shared object, so it gets copies.
STANDARD_FILES = """#include <stdio.h>
extern FILE *__real_stdin, *__real_stdout, *__real_stderr;
FILE *__wrap_stdin, *__wrap_stdout, *__wrap_stderr;
__attribute__((constructor(101))) static void set_standard_files(void) {
  __wrap_stdin = __real_stdin, __wrap_stdout = __real_stdout, __wrap_stderr = __real_stderr;
}
"""
# The libraries that every Linux with a certain version of the C library has (PEP 600).
SYSTEM = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2",
          "ld-linux-aarch64.so.1"}


def version():
    return re.search(r'kVersion = "(.*)"', (ROOT / "lib/base/version.h").read_text())[1]


def bazel_built(config, target):
    """Builds a target of Bazel, and returns its path."""
    subprocess.run(["bazel", "build", f"--config={config}", "--ui_event_filters=-info", target], cwd=ROOT,
                   check=True, stdout=sys.stderr)
    return ROOT / f".bazel/{config}-bin" / target[2:].replace(":", "/")


def headers():
    """Returns the options for the headers of the running Python and of pybind11."""
    python = sysconfig.get_path("include")
    if not os.path.exists(os.path.join(python, "Python.h")):
        sys.exit(f"make_wheel.py: Python {sys.version.split()[0]} has no headers (expected {python}/Python.h)")
    found = importlib.util.find_spec("pybind11")
    pybind = ["-isystem", f"{found.submodule_search_locations[0]}/include"] if found else []
    return [*pybind, "-isystem", python]


def built(folder):
    """Builds the module, the extension and the program into a folder, and returns their paths."""
    archive = bazel_built("pic", "//tools/library:archive").with_name("libarbiter.a")
    program = bazel_built("static", "//tools:arbiter")
    files = pathlib.Path(folder, "standard_files.c")
    files.write_text(STANDARD_FILES)
    subprocess.run(["gcc", "-O2", "-fPIC", "-fvisibility=hidden", "-c", "-o", files.with_suffix(".o"), files],
                   check=True)
    compiler = ["g++", "-std=c++20", "-O2", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-ffunction-sections",
                "-shared", "-pthread", "-static-libgcc", "-I."]
    libraries = [files.with_suffix(".o"), "-Wl,--wrap=stdin,--wrap=stdout,--wrap=stderr", archive, *STATIC,
                 "-l:libstdc++.a", "-lm", "-Wl,--gc-sections,-z,relro,-z,now"]
    module, extension = os.path.join(folder, "_arbiter.so"), os.path.join(folder, "arbiter.so")
    sources = sorted(path.relative_to(ROOT) for path in HERE.glob("*.cc"))
    # The module has an SQLite of its own; the extension shares that of the process that loads it.
    subprocess.run([*compiler, *headers(), *sources, *libraries, "-l:libsqlite3.a", "-o", module,
                    f"-Wl,--version-script={HERE / 'exports.lds'}"], cwd=ROOT, check=True)
    subprocess.run([*compiler, "db/extension/arbiter.cc", *libraries, "-lsqlite3", "-Wl,--exclude-libs,ALL",
                    "-o", extension], cwd=ROOT, check=True)
    return module, extension, program


def check(module):
    """Exits if the running Python cannot load the module."""
    loader = importlib.machinery.ExtensionFileLoader("_arbiter", os.path.abspath(module))
    try:
        importlib.util.module_from_spec(importlib.util.spec_from_loader("_arbiter", loader))
    except ImportError as error:
        sys.exit(f"make_wheel.py: Python {sys.version.split()[0]} cannot load {module}: {error}")


def platform_tag(module):
    """Returns the oldest platform that has the libraries and symbols of the module."""
    text = subprocess.run(["objdump", "-p", module], check=True, stdout=subprocess.PIPE, text=True).stdout
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if not set(re.findall(r"NEEDED +(\S+)", text)) <= SYSTEM:
        return platform
    versions = [tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", text)]
    version = max(versions, default=(2, 17))
    return platform.replace("linux", "manylinux_{}_{}".format(*version))


def stripped(library):
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "library.so")
        subprocess.run(["strip", "--strip-unneeded", "-o", copy, library], check=True)
        return pathlib.Path(copy).read_bytes()


def contents(name, module, extension, program):
    """Returns the files of the package by their names."""
    files = {f"arbiter/{path.name}": path.read_bytes()
             for path in sorted((HERE / "arbiter").glob("*")) if path.is_file()}
    files["arbiter/_arbiter" + sysconfig.get_config_var("EXT_SUFFIX")] = stripped(module)
    files["arbiter/arbiter.so"] = stripped(extension)
    if program:
        files[f"{name}.data/scripts/arbiter"] = stripped(program)
    return files


def make(folder, module, extension, program=None):
    check(module)
    tag = "cp{0}{1}-cp{0}{1}-{2}".format(*sys.version_info[:2], platform_tag(module))
    name = f"arbiter_chess-{version()}"
    files = contents(name, module, extension, program)
    files[f"{name}.dist-info/METADATA"] = (
        f"Metadata-Version: 2.1\nName: arbiter-chess\nVersion: {version()}\n"
        "Summary: PGN games, the Laws of Chess, and databases of games\nLicense: MIT\n"
        f"Requires-Python: =={sys.version_info[0]}.{sys.version_info[1]}.*\nRequires-Dist: numpy\n"
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
            info.external_attr = (0o100755 if path.endswith(".so") or "/scripts/" in path else 0o100644) << 16
            archive.writestr(info, data)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as folder:
        return make(wheel_directory, *built(folder)).name


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    if sys.argv[2:]:
        print(make(*sys.argv[1:]))
    else:
        print(pathlib.Path(sys.argv[1]) / build_wheel(sys.argv[1]))
