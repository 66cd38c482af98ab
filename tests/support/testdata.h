// Paths of a test's files, under Bazel and when started from the root of the repository.
#pragma once

#include <filesystem>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns the root of the repository, with the files declared by the test.
std::filesystem::path repository();

// Returns a file or folder in testdata/: `testdata("diagnostics/pinned.pgn")`.
std::filesystem::path testdata(const std::filesystem::path& name);

// Returns the program, for tests of its command line: ARBITER_BINARY, or the program that Bazel
// built for the test.
std::filesystem::path arbiter_binary();

// Returns a folder for the running test only.
std::filesystem::path scratch_folder();

}  // namespace arbiter::testing
