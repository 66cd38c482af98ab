#include <catch2/catch.hpp>
#include <cstdio>
#include <memory>
#include <set>
#include <string>

#include "tests/support/skip.h"

using namespace arbiter::testing;

namespace {

// Returns the output of a bash command line, including errors.
std::string output_of(const std::string& line) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("{ " + line + "; } 2>&1").c_str(), "r"),
                                                   pclose);
  REQUIRE(pipe != nullptr);
  std::string output;
  char piece[4096];
  for (std::size_t got; (got = std::fread(piece, 1, sizeof piece, pipe.get())) > 0;) {
    output.append(piece, got);
  }
  return output;
}

constexpr const char* kSources = "find lib db tools tests -name '*.cc' -o -name '*.h'";

// Returns the files in lines such as "lib/x.cc:12:1: error: code should be clang-formatted".
std::set<std::string> misformatted_files(const std::string& output) {
  std::set<std::string> files;
  const std::string mark = ": error: code should be clang-formatted";
  for (auto at = output.find(mark); at != output.npos; at = output.find(mark, at + 1)) {
    const std::size_t start = output.rfind('\n', at) + 1;
    files.insert(output.substr(start, output.find(':', start) - start));
  }
  return files;
}

}  // namespace

TEST_CASE("every source is formatted by clang-format", "[source]") {
  // Other versions format some lines differently.
  if (output_of("clang-format --version").find("version 14.") == std::string::npos) {
    SKIP_TEST("there is no clang-format 14");
  }
  const std::string count = output_of(std::string(kSources) + " | wc -l");
  REQUIRE(std::stoi(count) > 800);  // the program and the tests
  const std::string output =
      output_of(std::string(kSources) + " | xargs -P 2 -n 100 clang-format --dry-run --Werror");
  for (const std::string& file : misformatted_files(output)) {
    FAIL_CHECK(file << " differs from what clang-format -i makes of it");
  }
  CHECK((output.empty() || !misformatted_files(output).empty()));
}
