#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "db/model/column_values.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("endings are at their numbers and have words of their own", "[ending]") {
  std::set<std::string_view> words;
  for (std::size_t i = 0; i < endings().size(); ++i) {
    const EndingName& name = endings()[i];
    CAPTURE(name.word);
    CHECK(static_cast<std::size_t>(name.ending) == i);
    CHECK(ending_of(i) == name.ending);
    CHECK(to_string(name.ending) == name.word);
    CHECK_FALSE(name.meaning.empty());
    words.insert(name.word);
  }
  CHECK(words.size() == endings().size());
  CHECK(endings().size() == 16);
}

TEST_CASE("a number from a newer version is an unknown ending", "[ending]") {
  CHECK(ending_of(16) == Ending::Unknown);
  CHECK(ending_of(~std::uint64_t{0}) == Ending::Unknown);
}

}  // namespace
}  // namespace arbiter::testing
