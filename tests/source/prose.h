// All prose for users: the string literals of the program, and its pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct Prose {
  std::string path;
  std::string text;
  std::size_t first_line = 1;  // of the file, from 1
};

// The literals of a source, including raw ones. Adjacent literals are one. \n is a line end; other
// escapes are the character itself.
std::vector<Prose> literals_of(std::string_view path, std::string_view source);

// The comments of a source without their slashes; adjacent lines that hold nothing else are one.
std::vector<Prose> comments_of(std::string_view path, std::string_view source);

// The literals of all sources of the program, the README, the pages of the commands, lib/README.md
// and db/README.md.
std::vector<Prose> all_prose();

}  // namespace arbiter::testing
