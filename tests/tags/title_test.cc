#include <catch2/catch.hpp>
#include <string>

#include "lib/tags/name_form.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("FIDE titles are distinguished from others", "[title]") {
  const std::string fide = GENERATE(as<std::string>{}, "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM",
                                    "WCM", "AGM", "AIM", "AFM", "ACM", "-");
  CAPTURE(fide);
  REQUIRE(is_fide_title(fide));
  REQUIRE_FALSE(is_other_title(fide));
  const std::string other = GENERATE(as<std::string>{}, "NM", "LM", "BOT");
  CAPTURE(other);
  REQUIRE(is_other_title(other));
  REQUIRE_FALSE(is_fide_title(other));
  const std::string none = GENERATE(as<std::string>{}, "", "gm", "Dr", "Grandmaster", "GM ");
  CAPTURE(none);
  REQUIRE_FALSE(is_fide_title(none));
  REQUIRE_FALSE(is_other_title(none));
}

}  // namespace
}  // namespace arbiter::testing
