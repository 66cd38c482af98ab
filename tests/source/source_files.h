// The files of the project, as a test sees them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The contents of a file; empty if it does not exist. `path` begins at the root of the project.
std::string read_file(const std::string& path);

struct SourceFile {
  std::string path;    // "lib/chess/board.h"
  std::string folder;  // "lib/chess", one of layers()
  std::string text;
};

// The folders of tools/build/library.bzl, lowest first.
std::vector<std::string> layers();

// The folders of tests, as in TEST_FOLDERS.
std::vector<std::string> test_folders();

// All .h, .cc and .inc files of the folders, by path; by default those of the program.
std::vector<SourceFile> source_files(const std::vector<std::string>& folders = layers());

// The namespace that files of the folder open: a store has its own, the others share one.
std::string namespace_of(std::string_view folder);

// The text with "{" and "}" in comments, strings and character literals blanked out, so that braces
// balance.
std::string without_comments_and_strings(std::string_view text);

}  // namespace arbiter::testing
