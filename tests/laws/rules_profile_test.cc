#include "lib/laws/rules_profile.h"

#include <catch2/catch.hpp>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("every profile is at its index in the table and has its name", "[rules_profile]") {
  CHECK(kRulesProfiles.size() == static_cast<std::size_t>(RulesProfile::Iccf) + 1);
  for (std::size_t i = 0; i < kRulesProfiles.size(); ++i) {
    CHECK(static_cast<std::size_t>(kRulesProfiles[i].profile) == i);
    CHECK(to_string(kRulesProfiles[i].profile) == kRulesProfiles[i].name);
  }
}

TEST_CASE("the Laws of the game's day apply; if in doubt, the earlier ones", "[rules_profile]") {
  struct Day {
    PartialDate date;
    RulesProfile profile;
  };
  const auto day = GENERATE(values<Day>({
      {{.year = 2023, .month = 1, .day = 1}, RulesProfile::Fide},
      {{.year = 2022, .month = 12, .day = 31}, RulesProfile::Fide2017},
      {{.year = 2017, .month = 7, .day = 1}, RulesProfile::Fide2017},
      {{.year = 2017, .month = 6, .day = 30}, RulesProfile::Fide2014},
      {{.year = 2014, .month = 7, .day = 1}, RulesProfile::Fide2014},
      {{.year = 2014, .month = 6, .day = 30}, RulesProfile::FidePre2014},
      {{.year = 1993, .month = 1, .day = 1}, RulesProfile::FidePre2014},
      {{.year = 1992, .month = 12, .day = 31}, RulesProfile::Fide1989},
      {{.year = 1989}, RulesProfile::Fide1989},
      {{.year = 1988, .month = 12, .day = 31}, RulesProfile::Fide1952},
      {{.year = 1952}, RulesProfile::Fide1952},
      {{.year = 1951, .month = 12, .day = 31}, RulesProfile::Fide1928},
      {{.year = 1928}, RulesProfile::Fide1928},
      {{.year = 1927}, RulesProfile::FidePre2014},
      {{.year = 1851}, RulesProfile::FidePre2014},
      {{.year = 2023}, RulesProfile::Fide},
      {{.year = 2018}, RulesProfile::Fide2017},
      {{.year = 2017}, RulesProfile::Fide2014},
      {{.year = 2014}, RulesProfile::FidePre2014},
      {{.year = 2014, .month = 7}, RulesProfile::Fide2014},
      {{.year = 2017, .day = 30}, RulesProfile::Fide2014},
      {{}, RulesProfile::FidePre2014},
      {{.month = 8, .day = 1}, RulesProfile::FidePre2014},
  }));
  CAPTURE(day.date.year.value_or(0), day.date.month.value_or(0));
  CHECK(profile_of_date(day.date) == day.profile);
}

TEST_CASE("an invalid or unknown date in a tag means the oldest rules", "[rules_profile]") {
  CHECK(profile_of_date("2018.05.01") == RulesProfile::Fide2017);
  CHECK(profile_of_date("2015.??.??") == RulesProfile::Fide2014);
  for (const std::string_view value : {"", "????.??.??", "rubbish"}) {
    CAPTURE(value);
    CHECK(profile_of_date(value) == RulesProfile::FidePre2014);
  }
}

TEST_CASE("sites and periods differ in their automatic ends of games", "[rules_profile]") {
  CHECK(automatic_draws_of(RulesProfile::Fide).fivefold == FivefoldRule::Always);
  CHECK(automatic_draws_of(RulesProfile::Fide2017).fivefold == FivefoldRule::Always);
  CHECK(automatic_draws_of(RulesProfile::Fide2017).seventy_five_moves);
  CHECK(automatic_draws_of(RulesProfile::Fide2014).fivefold == FivefoldRule::ConsecutiveMoves);
  CHECK(automatic_draws_of(RulesProfile::FidePre2014).fivefold == FivefoldRule::None);
  CHECK(automatic_draws_of(RulesProfile::Lichess).fifty_moves);
  CHECK_FALSE(automatic_draws_of(RulesProfile::Lichess).threefold);
  CHECK(automatic_draws_of(RulesProfile::ChessCom).threefold);
  CHECK_FALSE(automatic_draws_of(RulesProfile::Iccf).seventy_five_moves);
  CHECK(counts_dead_positions(RulesProfile::FidePre2014));
  CHECK(counts_dead_positions(RulesProfile::Uscf));
  CHECK_FALSE(counts_dead_positions(RulesProfile::Lichess));
  CHECK_FALSE(counts_dead_positions(RulesProfile::ChessCom));
}

}  // namespace
}  // namespace arbiter::testing
