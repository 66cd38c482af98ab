"""How a folder of the program is built."""

# Every folder that is a library, lowest first. A folder may use only those before it. Bazel rejects a
# dependency on a later folder.
LAYERS = [
    "lib/base",
    "lib/os",
    "lib/io",
    "lib/chess",
    "lib/diagnostics",
    "lib/notation",
    "lib/openings",
    "lib/patterns",
    "lib/laws/winnability",
    "lib/laws",
    "lib/pgn",
    "lib/movetext",
    "lib/tags",
    "lib/tournament",
    "lib/laws/origin",
    "lib/conditional",
    "lib/laws/touch",
    "lib/validate",
    "lib/export",
    "lib/repair",
    "db/model",
    "db/sqlite/file",
    "db/sqlite/games",
    "db/sqlite/index",
    "db/sqlite/query",
    "db/sqlite/care",
    "db/sqlite/sql",
    "db/sqlite",
    "db/clickhouse/wire",
    "db/clickhouse/cluster",
    "db/clickhouse/query",
    "db/clickhouse/writing",
    "db/clickhouse/integrity",
    "db/clickhouse",
    "db/parquet",
    "db/import",
    "db/stream",
    "db/store",
    "db/query",
    "tools/library",
    "tools/cli/output",
    "tools/cli/options",
    "tools/cli",
    "tools/report",
    "tools/serve",
    "tools/commands/tournament",
    "tools/commands/check",
    "tools/commands/database",
    "tools/commands/search",
    "tools/commands/laws",
    "tools/commands/maintenance",
    "tools/commands",
]

# The libraries that a shared library links first, so that no static library is linked.
SHARED_LIBRARIES = [
    "-lsqlite3",
    "-larchive",
    "-lnettle",
    "-llzma",
    "-lbz2",
    "-lutf8proc",
    "-lzstd",
    "-lz",
]

# Each source of the program begins with headers of tools/build that are compiled once. This halves the
# compile time (tools/commands/search/find.cc, 2026-11: 4.6 s of CPU before, 2.4 s now). A source still
# includes the headers that it uses: the sanitizers' build has no precompiled header and reports missing
# ones.
def _precompiled_headers(folder):
    """Returns the name of the headers that a folder's sources begin with."""
    if folder.startswith("tools/commands/"):
        return "command"
    if folder.startswith("db/") and folder != "db/model":
        return "database"
    return "standard"

# Folders whose code runs once per answer or per game, not per half-move. They compile a third faster
# than with -O3 of .bazelrc (lib/tournament/standings.cc, 2026-11: 2.8 s before, 1.8 s with -O1).
_OPTIMIZATION = {
    "lib/conditional": "-O1",
    "lib/laws/origin": "-O1",
    "lib/laws/touch": "-O1",
    "lib/repair": "-O1",
    "lib/tournament": "-O1",
    "lib/export": "-O2",
    "db/model": "-O2",
    "db/sqlite/care": "-O2",
    "db/sqlite/games": "-O2",
    "db/sqlite/query": "-O2",
    "db/sqlite/sql": "-O1",
    "db/sqlite": "-O1",
    "db/clickhouse/wire": "-O1",
    "db/clickhouse/cluster": "-O1",
    "db/clickhouse/query": "-O1",
    "db/clickhouse/writing": "-O2",
    "db/clickhouse/integrity": "-O1",
    "db/clickhouse": "-O1",
    "db/parquet": "-O2",
    "db/stream": "-O2",
    "db/store": "-O1",
}

def _optimization(folder):
    """Returns the folder's own level of optimisation, as a list of options."""
    if folder.startswith("tools/"):
        return ["-O1"]
    return [_OPTIMIZATION[folder]] if folder in _OPTIMIZATION else []

def precompiled_copts(folder):
    """Returns the options of the compiler for a folder's sources."""
    headers = _precompiled_headers(folder)
    # In a bundle, a source is an included file, so g++ treats its types as those of a header.
    return _optimization(folder) + ["-Wno-subobject-linkage"] + select({
        "//tools/build:without_precompiled_headers": [],
        "//conditions:default": [
            "-include",
            "tools/build/precompiled_%s.h" % headers,
            "-include",
            "tools/build/precompiled_%s_digest.h" % headers,
            "-Winvalid-pch",
            # g++ 12 reports false overflows in std::string. In a precompiled header it does not
            # recognize that the code is the system's.
            "-Wno-array-bounds",
            "-Wno-stringop-overflow",
            "-Wno-stringop-overread",
        ],
    })

def precompiled_deps(folder):
    """Returns the libraries that precompiled_copts() needs."""
    return select({
        "//tools/build:without_precompiled_headers": [],
        "//conditions:default": ["//tools/build:%s_headers" % _precompiled_headers(folder)],
    })

def _embed(name):
    """Makes a text file one that C++ includes as a string: "page.css" becomes "page.css.inc"."""
    native.genrule(
        name = name + "_embedded",
        srcs = [name],
        outs = [name + ".inc"],
        cmd = "(printf 'R\"text('; cat $<; printf ')text\"\\n') > $@",
    )
    return name + ".inc"

# Sources are compiled in bundles, each a source that includes up to this number of a folder's sources.
# Headers and templates are then compiled once per bundle (lib/export, 2026-11: 41.6 s of CPU one by one,
# 19.6 s as one unit). A name in an anonymous namespace must therefore be unique in its folder.
_BUNDLE_SIZE = 8

def _bundles(sources):
    """Returns bundles of these sources of the folder; the sources themselves with --config=dev."""
    count = (len(sources) + _BUNDLE_SIZE - 1) // _BUNDLE_SIZE
    bundles = []
    for number in range(count):
        bundle = sources[number * len(sources) // count:(number + 1) * len(sources) // count]
        if len(bundle) == 1:
            bundles += bundle
            continue
        native.genrule(
            name = "write_bundle_%d" % number,
            outs = ["bundle_%d.cc" % number],
            cmd = "printf '#include \"%s\"\\n' " +
                  " ".join(["%s/%s" % (native.package_name(), source) for source in bundle]) + " > $@",
        )
        bundles.append("bundle_%d.cc" % number)
    return select({
        "//tools/build:single_sources": sources,
        "//conditions:default": bundles,
    })

def arbiter_library(deps = [], system = [], texts = [], generated = [], parts = [], exclude = [], unbundled = []):
    """Makes the folder's sources a library, named as the folder.

    Sources that end in `_posix.cc`, `_wasi.cc` or `_windows.cc` are for one kind of systems.

    Args:
      deps: the folders of LAYERS that it uses.
      system: the libraries of Debian that it uses, as named in system.BUILD.
      texts: files of the folder that sources include as strings, by their names with ".inc".
      generated: files that other rules of the folder write, for its sources to include.
      parts: other libraries of the folder that belong to this one.
      exclude: sources of the folder that other rules compile.
      unbundled: sources with a loop over half-moves, which g++ inlines less in a larger unit
        (lib/validate/movetext_walk.cc, 2026-11: `validate` took 6 % more instructions in a bundle).
    """
    folder = native.package_name()
    native.filegroup(
        name = "sources",
        srcs = native.glob(["*.cc", "*.h", "**/*.inc"]) + texts,
        visibility = ["//tests:__subpackages__"],
    )
    sources = sorted(native.glob(["*.cc"], exclude = exclude + ["*_posix.cc", "*_wasi.cc", "*_windows.cc"]))
    above = LAYERS[LAYERS.index(folder) + 1:]
    native.cc_library(
        name = folder.split("/")[-1],
        srcs = _bundles([source for source in sources if source not in unbundled]) + unbundled + select({
            "//tools/build:windows": native.glob(["*_windows.cc"]),
            "//conditions:default": native.glob(["*_posix.cc"]),
        }),
        hdrs = native.glob(["*.h"]),
        textual_hdrs = native.glob(["**/*.inc"]) + sources + [_embed(text) for text in texts] + generated,
        copts = precompiled_copts(folder),
        visibility = ["//%s:__pkg__" % layer for layer in above] + [
            "//db/extension:__pkg__",
            "//tests:__subpackages__",
            "//tools:__pkg__",
            "//tools/python:__pkg__",
            "//tools/build:__pkg__",
        ],
        deps = parts + ["//" + folder for folder in deps] + ["@system//:" + name for name in system] +
               precompiled_deps(folder),
    )
