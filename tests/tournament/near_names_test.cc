#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "lib/base/text.h"
#include "lib/tournament/list_checks.h"
#include "tests/support/namespaces.h"

using namespace arbiter;

namespace {

// Returns a name with few different letters, so that many names are similar.
std::string random_name(std::mt19937& random) {
  std::string name;
  for (std::size_t i = random() % 22; i > 0; --i) name += "abc ,"[random() % 5];
  return name;
}

}  // namespace

TEST_CASE("the index finds the names that a comparison with all names finds") {
  std::mt19937 random(4);
  NearNames index;
  std::vector<std::string> names;
  for (int i = 0; i < 400; ++i) {
    names.push_back(random_name(random));
    index.add(names.back());
  }
  std::size_t found = 0;
  for (int i = 0; i < 400; ++i) {
    std::string wanted = i % 2 == 0 ? random_name(random) : names[random() % names.size()];
    if (i % 4 == 1 && wanted.size() > 14) std::swap(wanted[11], wanted[12]);
    if (i % 4 == 3 && !wanted.empty()) wanted.erase(random() % wanted.size(), 1);
    std::vector<std::uint32_t> expected;
    for (std::size_t n = 0; n < names.size(); ++n) {
      if (edit_distance(wanted, names[n]) <= NearNames::kMaxEdits) {
        expected.push_back(static_cast<std::uint32_t>(n));
      }
    }
    CAPTURE(wanted);
    CHECK(index.within_edits(wanted) == expected);
    found += expected.size();
  }
  CHECK(found > 400);
}

TEST_CASE("names that are added after a query are found too") {
  NearNames index;
  CHECK(index.within_edits("adler, nora").empty());
  index.add("adler, nora");
  CHECK(index.within_edits("adlre, nora") == std::vector<std::uint32_t>{0});
  index.add("adlar, nora");
  CHECK(index.within_edits("adler, nora") == std::vector<std::uint32_t>{0, 1});
  CHECK(index.within_edits("brandt, ole").empty());
}
