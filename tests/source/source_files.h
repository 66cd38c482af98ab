// The files of the project, for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns the contents of a file, or an empty string if it does not exist. `path` is relative to
// the root of the repository.
std::string read_file(const std::string& path);

struct SourceFile {
  std::string path;    // such as "lib/chess/board.h"
  std::string folder;  // such as "lib/chess", one of layers()
  std::string text;
};

// Returns the folders in tools/build/library.bzl, lowest layer first.
std::vector<std::string> layers();

// Returns the folders in TEST_FOLDERS.
std::vector<std::string> test_folders();

// Returns all .h, .cc and .inc files in the folders, by path; by default those of the program.
std::vector<SourceFile> source_files(const std::vector<std::string>& folders = layers());

// Returns the namespace that files in the folder open. Each storage has its own; the others share
// one.
std::string namespace_of(std::string_view folder);

// Returns the text with "{" and "}" in comments, strings and character literals blanked out, so
// that braces balance.
std::string without_comments_and_strings(std::string_view text);

}  // namespace arbiter::testing
