// All user-facing prose: the string literals of the program, and its pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct Prose {
  std::string path;
  std::string text;
  std::size_t first_line = 1;  // line in the file, from 1
};

// Returns the literals in a source file, including raw ones. Adjacent literals are concatenated. \n
// is a line end; other escapes become the character itself.
std::vector<Prose> literals_of(std::string_view path, std::string_view source);

// Returns the comments in a source file without slashes. Adjacent comment lines are joined.
std::vector<Prose> comments_of(std::string_view path, std::string_view source);

// Returns the literals of all program sources, the README, the pages of the commands, lib/README.md
// and db/README.md.
std::vector<Prose> all_prose();

}  // namespace arbiter::testing
