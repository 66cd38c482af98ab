// Where a test finds its files, under Bazel and when started from the root of the repository.
#pragma once

#include <filesystem>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The root of the repository as the test sees it: the files that it declared.
std::filesystem::path repository();

// A file or folder of testdata/: `testdata("diagnostics/pinned.pgn")`.
std::filesystem::path testdata(const std::filesystem::path& name);

// The program itself, for tests of its command line: the one named by
// ARBITER_BINARY, else the one that Bazel built for the test.
std::filesystem::path arbiter_binary();

// A folder of the running test's own to write into.
std::filesystem::path scratch_folder();

}  // namespace arbiter::testing
