// Paths of the files of a test, under Bazel and if started from the root of the repository.
#pragma once

#include <filesystem>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The root of the repository for the test: the files that it declared.
std::filesystem::path repository();

// A file or folder of testdata/: `testdata("diagnostics/pinned.pgn")`.
std::filesystem::path testdata(const std::filesystem::path& name);

// The program itself, for tests of its command line: the one in ARBITER_BINARY, or the one that
// Bazel built for the test.
std::filesystem::path arbiter_binary();

// A folder that only the running test writes into.
std::filesystem::path scratch_folder();

}  // namespace arbiter::testing
