// Runs every target on the saved inputs of fuzzing.

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/targets.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

std::filesystem::path corpus_of(std::string_view target) {
  return repository() / "tests" / "fuzz" / "corpus" / target;
}

TEST_CASE("every text of the kept corpora passes its target", "[fuzz]") {
  for (const FuzzTarget& target : fuzz_targets()) {
    CAPTURE(target.name);
    std::size_t texts = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_of(target.name))) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(file), {}};
      CAPTURE(entry.path().filename().string());
      CHECK(target.run(bytes).value_or("") == "");
      ++texts;
    }
    CHECK(texts > 0);
  }
}

TEST_CASE("every corpus belongs to a target", "[fuzz]") {
  for (const auto& entry : std::filesystem::directory_iterator(corpus_of(""))) {
    CAPTURE(entry.path().filename().string());
    CHECK(fuzz_target(entry.path().filename().string()) != nullptr);
  }
}

}  // namespace
}  // namespace arbiter::testing
