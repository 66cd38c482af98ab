#include <catch2/catch.hpp>
#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/source/source_files.h"

using namespace arbiter::testing;

namespace {

std::size_t times(std::string_view part, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("the code that a mutation changes appears once in its file", "[source]") {
  const std::string list = GENERATE("list.txt", "second_list.txt");
  std::ifstream lines("tests/mutations/" + list);
  std::string file;
  std::size_t mutations = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("file: ")) file = line.substr(6);
    if (!line.starts_with("- ")) continue;
    ++mutations;
    INFO(list << ": " << file << ": " << line);
    CHECK(times(line.substr(2), read_file(file)) == 1);
  }
  CHECK(mutations >= 20);
}
