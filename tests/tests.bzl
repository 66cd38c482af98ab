"""How the test folders are built."""

# Every folder of tests. Their sources are read by tests/source.
TEST_FOLDERS = [
    "tests/base",
    "tests/browser",
    "tests/chess",
    "tests/cluster",
    "tests/corpus",
    "tests/db",
    "tests/db/clickhouse",
    "tests/db/faults",
    "tests/db/import",
    "tests/db/model",
    "tests/db/parquet",
    "tests/db/sqlite/care",
    "tests/db/sqlite/file",
    "tests/db/sqlite/games",
    "tests/db/sqlite/index",
    "tests/db/sqlite/query",
    "tests/db/sqlite/sql",
    "tests/db/store",
    "tests/diagnostics",
    "tests/export",
    "tests/fuzz",
    "tests/io",
    "tests/judge",
    "tests/laws",
    "tests/laws/conditional",
    "tests/laws/origin",
    "tests/laws/touch",
    "tests/laws/winnability",
    "tests/movetext",
    "tests/notation",
    "tests/openings",
    "tests/patterns",
    "tests/pgn",
    "tests/repair",
    "tests/source",
    "tests/support",
    "tests/tags",
    "tests/tools",
    "tests/tournament",
    "tests/validate",
]

def test_sources():
    """Makes the folder's own sources `:sources`, for tests that read them."""
    if native.package_name() not in TEST_FOLDERS:
        fail("%s is missing in TEST_FOLDERS" % native.package_name())
    native.filegroup(
        name = "sources",
        srcs = native.glob(["*.cc", "*.h"]),
        visibility = ["//tests/source:__pkg__"],
    )

# What `tools/test --quick` leaves out: tests that take more than some five seconds of a processor
# where the corpus is there. They spend it in their own loops too, so they are optimised.
SLOW = [
    "tests/browser:report_in_browser_test",
    "tests/chess:legal_moves_test",
    "tests/cluster:copy_test",
    "tests/cluster:current_engine_test",
    "tests/cluster:faults_test",
    "tests/cluster:guide_test",
    "tests/cluster:harness_test",
    "tests/cluster:missing_shard_test",
    "tests/corpus:corpus_test",
    "tests/corpus:flag_falls_test",
    "tests/corpus:nothing_lost_test",
    "tests/corpus:positions_test",
    "tests/db/sqlite/care:crash_test",
    "tests/db/sqlite/games:round_trip_test",
    "tests/fuzz:damaged_archives_test",
    "tests/fuzz:damaged_files_test",
    "tests/fuzz:hostile_text_test",
    "tests/fuzz:program_test",
    "tests/laws/origin:origin_test",
    "tests/notation:san_text_test",
    "tests/tools:bit_flips_test",
    "tests/tools:hostile_databases_test",
    "tests/tools:watch_test",
    "tests/patterns:pattern_scan_test",
    "tests/laws/winnability:exhaustion_test",
    "tests/laws/winnability:fortress_test",
    "tests/laws/winnability:vectors_test",
]

# The other tests compile twice as fast as -O2 and without the headers that all of them include
# would (23 of them, 2026-11: 59 s of CPU before, 28 s now). What they test is optimised.
QUICK_COPTS = ["-O0"]

def _libraries(folders):
    return ["//" + folder for folder in folders]

def test_helpers(uses = [], deps = [], system = [], exclude = []):
    """Makes what several tests share, the sources of the folder that are no tests, `:helpers`.

    Args:
      uses: the folders of the program whose headers they include.
      deps: other helpers.
      system: the libraries of Debian that they use.
      exclude: sources that are programs of their own.
    """
    native.cc_library(
        name = "helpers",
        testonly = True,
        srcs = native.glob(
            ["*.cc"],
            exclude = ["*_test.cc"] + exclude,
        ),
        hdrs = native.glob(["*.h"]),
        visibility = ["//tests:__subpackages__"],
        deps = _libraries(uses) + deps + [
            "//tests/support:environment",
            "@system//:catch2",
        ] + ["@system//:" + library for library in system],
    )

def catch_tests(uses = [], deps = [], system = [], data = [], data_of = {}, timeout = "long", tags = []):
    """Makes each `*_test.cc` of the folder a test of its own, named as the file.

    Args:
      uses: the folders of the program whose headers they include.
      deps: helpers of this folder or of others.
      system: the libraries of Debian that they use.
      data: files that all of them read, the program included; see //testdata.
      data_of: by the name of a test, files that it reads as well.
      timeout: Bazel's word for the longest time that one file may take (long: 15 minutes).
      tags: Bazel's words about all of them.
    """
    test_sources()
    for source in native.glob(["*_test.cc"]):
        name = source[:-len(".cc")]
        is_slow = native.package_name() + ":" + name in SLOW
        native.cc_test(
            name = name,
            size = "small",
            srcs = [source],
            copts = [] if is_slow else QUICK_COPTS + [
                "-include",
                "tests/support/precompiled.h",
                "-Winvalid-pch",
            ],
            data = data + data_of.get(name, []),
            tags = tags + (["slow"] if is_slow else []),
            timeout = timeout,
            deps = _libraries(uses) + deps + ([] if is_slow else [
                "//tests/support:precompiled_headers",
            ]) + [
                "//tests/support",
                "//tests/support:catch_main",
                "//tests/support:environment",
                "@system//:catch2",
                "@system//:fmt",
            ] + ["@system//:" + library for library in system],
        )
