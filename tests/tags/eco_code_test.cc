#include <catch2/catch.hpp>
#include <string>

#include "lib/openings/opening_table.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("ECO codes are a letter A to E and two digits", "[eco_code]") {
  const std::string good = GENERATE(as<std::string>{}, "A00", "B90", "E99", "D30/E10", "A00/01");
  CAPTURE(good);
  REQUIRE(is_eco_code(good));
  REQUIRE_FALSE(is_extended_eco_code(good));
  const std::string bad = GENERATE(as<std::string>{}, "", "?", "F00", "b90", "B9", "B900", "B90 ",
                                   "D30/", "D30/F10", "D30-E10", "Sicilian");
  CAPTURE(bad);
  REQUIRE_FALSE(is_eco_code(bad));
}

TEST_CASE("codes with further text are distinguished from other text", "[eco_code]") {
  const std::string extended = GENERATE(as<std::string>{}, "D05g", "B00a1", "C42a1b", "B90k");
  CAPTURE(extended);
  REQUIRE(is_extended_eco_code(extended));
  REQUIRE_FALSE(is_eco_code(extended));
  const std::string other = GENERATE(as<std::string>{}, "B90 Najdorf", "B90/", "F00a", "B90kkkk");
  CAPTURE(other);
  REQUIRE_FALSE(is_extended_eco_code(other));
}

}  // namespace
}  // namespace arbiter::testing
