#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "tests/source/source_files.h"

using namespace arbiter::testing;

namespace {

// The folders that a page's tables have in their first column: "| `lib/chess/` | ...".
std::vector<std::string> folders_in_tables(const std::string& page) {
  static const std::regex row(R"(\n\| \[?`((?:lib|db|tools)/[a-z_/]+)/`)");
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(page.begin(), page.end(), row); at != std::sregex_iterator();
       ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

bool has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

TEST_CASE("the map of the source in README names every folder of the program", "[source]") {
  const auto mapped = folders_in_tables(read_file("README.md"));
  for (const std::string& folder : layers()) {
    INFO(folder);
    CHECK(has(mapped, folder));
  }
}

TEST_CASE("the map of the source names no folder that does not exist", "[source]") {
  const std::vector<std::string> beside = {"db/extension", "tools/docs", "tools/build"};
  const auto folders = layers();
  for (const std::string& folder : folders_in_tables(read_file("README.md"))) {
    INFO(folder);
    CHECK((has(folders, folder) || has(beside, folder)));
  }
}

TEST_CASE("the README names no source that does not exist", "[source]") {
  static const std::regex source(R"(`((?:lib|db|tools|tests)/[a-z_/]+\.(?:cc|h|inc))`)");
  const std::string page = read_file("README.md");
  std::size_t sources = 0;
  for (auto at = std::sregex_iterator(page.begin(), page.end(), source);
       at != std::sregex_iterator(); ++at) {
    const std::string path = (*at)[1];
    INFO(path);
    CHECK(std::filesystem::exists(path));
    ++sources;
  }
  CHECK(sources > 10);
}
