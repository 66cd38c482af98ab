"""How the test folders are built."""

# Every folder of tests. tests/source reads their sources.
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
    "tests/conditional",
    "tests/laws/origin",
    "tests/laws/touch",
    "tests/laws/winnability",
    "tests/movetext",
    "tests/notation",
    "tests/openings",
    "tests/packages",
    "tests/os",
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
    """Defines `:sources`, the folder's own sources, for tests that read them."""
    if native.package_name() not in TEST_FOLDERS:
        fail("%s is missing in TEST_FOLDERS" % native.package_name())
    native.filegroup(
        name = "sources",
        srcs = native.glob(["*.cc", "*.h"]) + ["BUILD"],
        visibility = ["//tests/source:__pkg__"],
    )

# Slow tests that spend much of their time in their own loops.
_SLOW_LOOPS = [
    "tests/chess:legal_moves_test",
    "tests/corpus:corpus_test",
    "tests/corpus:flag_falls_test",
    "tests/corpus:nothing_lost_test",
    "tests/corpus:positions_test",
    "tests/db/sqlite/games:round_trip_test",
    "tests/fuzz:damaged_archives_test",
    "tests/fuzz:damaged_files_test",
    "tests/fuzz:hostile_text_test",
    "tests/fuzz:program_test",
    "tests/laws/origin:origin_test",
    "tests/laws/winnability:exhaustion_test",
    "tests/laws/winnability:fortress_test",
    "tests/laws/winnability:vectors_test",
    "tests/notation:san_text_test",
    "tests/patterns:pattern_scan_test",
    "tests/repair:reliability_test",
]

# Tests that are optimised like the program.
_OPTIMISED = _SLOW_LOOPS + ["tests/source:names_test"]

# Tests that `tools/test --quick` skips: they take more than about five seconds with the corpus.
SLOW = _SLOW_LOOPS + [
    "tests/browser:explorer_in_browser_test",
    "tests/browser:report_in_browser_test",
    "tests/cluster:compaction_test",
    "tests/cluster:copy_test",
    "tests/cluster:current_engine_test",
    "tests/cluster:cut_answers_test",
    "tests/cluster:faults_test",
    "tests/cluster:guide_test",
    "tests/cluster:harness_test",
    "tests/cluster:killed_imports_test",
    "tests/cluster:lies_test",
    "tests/cluster:lost_disk_test",
    "tests/cluster:many_files_test",
    "tests/cluster:missing_shard_test",
    "tests/cluster:served_cluster_test",
    "tests/cluster:swaps_test",
    "tests/cluster:versions_test",
    "tests/corpus:framed_games_test",
    "tests/corpus:stray_words_test",
    "tests/db/faults:fault_loops_test",
    "tests/db/import:filter_judge_test",
    "tests/db/import:importer_test",
    "tests/db/parquet:columns_test",
    "tests/db/parquet:export_test",
    "tests/db/sqlite/care:compaction_test",
    "tests/db/sqlite/care:crash_test",
    "tests/db/sqlite/care:failures_test",
    "tests/db/sqlite/index:position_index_test",
    "tests/db/sqlite/query:material_search_test",
    "tests/db/sqlite/query:square_search_test",
    "tests/tags:opening_codes_test",
    "tests/tools:bit_flips_test",
    "tests/tools:command_line_test",
    "tests/tools:documentation_test",
    "tests/tools:encodings_test",
    "tests/tools:filter_test",
    "tests/tools:fmt_test",
    "tests/tools:hostile_databases_test",
    "tests/tools:import_again_test",
    "tests/tools:inputs_in_the_way_test",
    "tests/tools:interrupted_waiting_test",
    "tests/tools:interrupted_writing_test",
    "tests/tools:library_test",
    "tests/tools:lsp_test",
    "tests/tools:merge_databases_test",
    "tests/tools:npm_test",
    "tests/tools:one_status_test",
    "tests/tools:openings_test",
    "tests/tools:prepare_test",
    "tests/tools:repair_test",
    "tests/tools:sources_test",
    "tests/tools:standings_test",
    "tests/tools:watch_test",
    "tests/tools:watched_file_test",
    "tests/tools:written_files_test",
]

# The other tests are compiled with -O0 and a precompiled header, twice as fast as with -O2 and without
# one (23 tests, 2026-11: 59 s of CPU before, 28 s now). The code under test is optimised.
QUICK_COPTS = [
    "-O0",
    "-U_FORTIFY_SOURCE",
]

def _targets(folders):
    """The libraries of folders of the program, and the helpers of folders of tests."""
    return [
        "//%s:helpers" % folder if folder.startswith("tests/") else "//" + folder
        for folder in folders
    ] + [
        "//tests/support",
        "//tests/support:environment",
        "@system//:catch2",
        "@system//:fmt",
    ]

def test_helpers(uses = [], system = [], data = [], exclude = []):
    """Defines `:helpers`, the sources of the folder that are not tests and that several tests share.

    Args:
      uses: the folders whose headers they include; a folder of tests means its helpers.
      system: the libraries of Debian that they use.
      data: files that they read, including the program.
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
        data = data,
        visibility = ["//tests:__subpackages__"],
        deps = _targets(uses) + ["@system//:" + library for library in system],
    )

def catch_tests(uses, system = [], data = [], data_of = {}, timeout = "long", tags = []):
    """Defines a test for each `*_test.cc` of the folder, named like the file.

    The quick tests of a folder are one program, `shared_tests`, because linking costs more than running them.
    Each is still a test of its own, which runs the cases of its file. Slow tests are programs of their own,
    so a change of a quick one does not repeat them.

    Args:
      uses: by the name of a test, the folders whose headers it includes; see test_helpers.
      system: the libraries of Debian that they use.
      data: files that all of them read; see //testdata.
      data_of: by the name of a test, files that it reads as well.
      timeout: Bazel's word for the time limit of one file (long: 15 minutes).
      tags: Bazel's tags for all of them.
    """
    test_sources()
    names = [source[:-len(".cc")] for source in native.glob(["*_test.cc"])]
    if sorted(uses) != sorted(names):
        fail("`uses` in %s/BUILD must name each test of the folder" % native.package_name())
    common = {
        "size": "small",
        "timeout": timeout,
    }
    libraries = ["//tests/support:catch_main"] + ["@system//:" + library for library in system]
    precompiled = {
        "copts": QUICK_COPTS + ["-include", "tests/support/precompiled.h", "-Winvalid-pch"],
        "deps": ["//tests/support:precompiled_headers"],
    }
    shared = []
    for name in names:
        label = native.package_name() + ":" + name
        is_slow = label in SLOW
        test_data = data + data_of.get(name, [])
        test_tags = tags + (["slow"] if is_slow else [])
        if is_slow or label in _OPTIMISED:
            kind = {"copts": [], "deps": []} if label in _OPTIMISED else precompiled
            native.cc_test(
                name = name,
                srcs = [name + ".cc"],
                copts = kind["copts"],
                data = test_data,
                tags = test_tags,
                deps = _targets(uses[name]) + libraries + kind["deps"],
                **common
            )
            continue
        shared.append(name)
        native.sh_test(
            name = name,
            srcs = ["//tests/support:run_shared"],
            data = test_data + [":shared_tests"],
            tags = test_tags,
            **common
        )
    if shared:
        folders = {folder: None for name in shared for folder in uses[name]}
        native.cc_binary(
            name = "shared_tests",
            testonly = True,
            srcs = [name + ".cc" for name in shared],
            copts = precompiled["copts"],
            deps = _targets(folders.keys()) + libraries + precompiled["deps"],
        )
