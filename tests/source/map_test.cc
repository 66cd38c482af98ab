#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/source/source_files.h"

using namespace arbiter::testing;

namespace {

// Returns the folders in the first column of a page's tables: "| `lib/chess/` | ...".
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

TEST_CASE("the map of the source lists every folder of the program", "[source]") {
  const auto mapped = folders_in_tables(read_file("tools/docs/contributing.md"));
  for (const std::string& folder : layers()) {
    INFO(folder);
    CHECK(has(mapped, folder));
  }
}

TEST_CASE("only lib/os includes headers of an operating system", "[source]") {
  static const std::regex header(
      R"rx((?:^|\n)#include <((?:sys|linux|gnu|net|netinet|arpa)/[^>]+|\w+\.h)>|\b(_WIN32|__linux__)\b)rx");
  // Headers of C libraries that exist on every system.
  const std::set<std::string> allowed = {
      "archive.h", "archive_entry.h", "emmintrin.h", "iconv.h",  "immintrin.h", "regex.h",
      "sqlite3.h", "sqlite3ext.h",    "utf8proc.h",  "xxhash.h", "zlib.h",      "zstd.h"};
  for (const SourceFile& file : source_files()) {
    if (file.path.starts_with("lib/os/") || file.path.starts_with("tests/")) continue;
    for (auto at = std::sregex_iterator(file.text.begin(), file.text.end(), header);
         at != std::sregex_iterator(); ++at) {
      INFO(file.path << ": " << at->str());
      CHECK(allowed.contains((*at)[1]));
    }
  }
}

TEST_CASE("the map of the source lists no folder that does not exist", "[source]") {
  const std::vector<std::string> beside = {"db/extension", "tools/docs", "tools/build",
                                           "tools/python", "tools/npm",  "tools/windows",
                                           "tools/arm64",  "tools/wasm"};
  const auto folders = layers();
  for (const std::string& folder : folders_in_tables(read_file("tools/docs/contributing.md"))) {
    INFO(folder);
    CHECK((has(folders, folder) || has(beside, folder)));
  }
}

TEST_CASE("the page for contributors names no source that does not exist", "[source]") {
  static const std::regex source(R"(`((?:lib|db|tools|tests)/[a-z_/]+\.(?:cc|h|inc))`)");
  const std::string page = read_file("tools/docs/contributing.md");
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

namespace {

// Returns the lists of `uses` in a BUILD file of tests, by the name of the test.
std::map<std::string, std::set<std::string>> uses_of_tests(const std::string& folder) {
  static const std::regex row(R"rx(\n        "(\w+_test)": \[([^\]]*)\],)rx");
  static const std::regex quoted(R"rx("([a-z_/]+)")rx");
  std::string build = read_file(folder + "/BUILD");
  build.erase(0, build.find("\n    uses = {"));
  std::map<std::string, std::set<std::string>> uses;
  for (auto at = std::sregex_iterator(build.begin(), build.end(), row);
       at != std::sregex_iterator(); ++at) {
    const std::string list = (*at)[2];
    auto& folders = uses[(*at)[1]];
    for (auto name = std::sregex_iterator(list.begin(), list.end(), quoted);
         name != std::sregex_iterator(); ++name) {
      folders.insert((*name)[1]);
    }
  }
  return uses;
}

// Returns the folders of the program and of test helpers from which the file includes headers.
std::set<std::string> included_folders(const std::string& path) {
  static const std::regex include(
      R"rx((?:^|\n)#include "((?:lib|db|tools|tests)/[a-z_/]+)/\w+\.h")rx");
  const std::string text = read_file(path);
  std::set<std::string> folders;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), include);
       at != std::sregex_iterator(); ++at) {
    if ((*at)[1] != "tests/support") folders.insert((*at)[1]);
  }
  return folders;
}

}  // namespace

TEST_CASE("each test depends on exactly the folders that it includes", "[source]") {
  std::size_t tests = 0;
  for (const std::string& folder : test_folders()) {
    for (const auto& [name, uses] : uses_of_tests(folder)) {
      INFO(folder << ":" << name);
      CHECK(uses == included_folders(folder + "/" + name + ".cc"));
      ++tests;
    }
  }
  CHECK(tests > 200);
}
