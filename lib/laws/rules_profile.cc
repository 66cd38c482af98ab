#include "lib/laws/rules_profile.h"

#include <array>
#include <cstddef>

namespace arbiter {
namespace {

// In the order of the profiles.
constexpr std::array<AutomaticDraws, kRulesProfiles.size()> kDraws = {{
    {.fivefold = FivefoldRule::Always, .seventy_five_moves = true},
    {.fivefold = FivefoldRule::Always, .seventy_five_moves = true},
    {.fivefold = FivefoldRule::ConsecutiveMoves, .seventy_five_moves = true},
    {},
    {},
    {},
    {},
    {.fivefold = FivefoldRule::Always, .fifty_moves = true},
    {.threefold = true, .fifty_moves = true},
    {},
    {},
}};

constexpr std::uint32_t kFide1928From = 19280101;
constexpr std::uint32_t kFide1952From = 19520101;
constexpr std::uint32_t kFide1989From = 19890101;
constexpr std::uint32_t kFiftyForAllFrom = 19930101;
constexpr std::uint32_t kFide2014From = 20140701;
constexpr std::uint32_t kFide2017From = 20170701;
constexpr std::uint32_t kFideFrom = 20230101;

}  // namespace

std::string_view to_string(RulesProfile profile) {
  return kRulesProfiles[static_cast<std::size_t>(profile)].name;
}

const AutomaticDraws& automatic_draws_of(RulesProfile profile) {
  return kDraws[static_cast<std::size_t>(profile)];
}

bool counts_dead_positions(RulesProfile profile) {
  return profile != RulesProfile::Lichess && profile != RulesProfile::ChessCom;
}

bool is_before_2014(RulesProfile profile) {
  return profile == RulesProfile::FidePre2014 || profile == RulesProfile::Fide1989 ||
         profile == RulesProfile::Fide1952 || profile == RulesProfile::Fide1928;
}

bool is_before_2017(RulesProfile profile) {
  return is_before_2014(profile) || profile == RulesProfile::Fide2014;
}

bool is_before_2023(RulesProfile profile) {
  return is_before_2017(profile) || profile == RulesProfile::Fide2017;
}

RulesProfile profile_of_date(const PartialDate& date) {
  const std::optional<std::uint32_t> earliest = earliest_day(date);
  if (!earliest) return RulesProfile::FidePre2014;
  if (*earliest >= kFideFrom) return RulesProfile::Fide;
  if (*earliest >= kFide2017From) return RulesProfile::Fide2017;
  if (*earliest >= kFide2014From) return RulesProfile::Fide2014;
  if (*earliest >= kFiftyForAllFrom || *earliest < kFide1928From) return RulesProfile::FidePre2014;
  if (*earliest >= kFide1989From) return RulesProfile::Fide1989;
  return *earliest >= kFide1952From ? RulesProfile::Fide1952 : RulesProfile::Fide1928;
}

RulesProfile profile_of_date(std::string_view tag_value) {
  const auto date = parse_date(tag_value);
  return date ? profile_of_date(*date) : RulesProfile::FidePre2014;
}

}  // namespace arbiter
