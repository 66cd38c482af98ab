#include "lib/tags/variant.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("variants are recognized by their names in all spellings", "[variant]") {
  struct Row {
    std::string name;
    VariantRules rules;
    std::string usual_name;
    bool is_usual_spelling;
  };
  const Row row = GENERATE(values<Row>({
      {"Standard", VariantRules::Standard, "Standard", true},
      {"normal", VariantRules::Standard, "normal", true},
      {"From Position", VariantRules::Standard, "From Position", true},
      {"Classical", VariantRules::Standard, "Standard", false},
      {"Chess960", VariantRules::Chess960, "Chess960", true},
      {"chess960", VariantRules::Chess960, "Chess960", true},
      {"fischerandom", VariantRules::Chess960, "fischerandom", true},
      {"chess 960", VariantRules::Chess960, "Chess960", false},
      {"Chess-960", VariantRules::Chess960, "Chess960", false},
      {"Fischer Random", VariantRules::Chess960, "Chess960", false},
      {"freestyle", VariantRules::Chess960, "Chess960", false},
      {"Crazyhouse", VariantRules::Other, "Crazyhouse", true},
      {"Three-check", VariantRules::Other, "Three-check", true},
      {"King of the Hill", VariantRules::Other, "King of the Hill", true},
      {"kingOfTheHill", VariantRules::Other, "King of the Hill", false},
      {"Racing Kings", VariantRules::Other, "Racing Kings", true},
  }));
  CAPTURE(row.name);
  const auto reading = read_variant(row.name);
  REQUIRE(reading.has_value());
  REQUIRE(reading->rules == row.rules);
  REQUIRE(reading->usual_name == row.usual_name);
  REQUIRE(reading->is_usual_spelling == row.is_usual_spelling);
}

TEST_CASE("other names of variants are not recognized", "[variant]") {
  const std::string name =
      GENERATE(as<std::string>{}, "", "?", "Chess961", "Standards", "bogus", "Atomic!");
  CAPTURE(name);
  REQUIRE_FALSE(read_variant(name).has_value());
}

}  // namespace
}  // namespace arbiter::testing
