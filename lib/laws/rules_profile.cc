#include "lib/laws/rules_profile.h"

#include <array>
#include <cstddef>

namespace arbiter::laws {

namespace {

// In the order of the profiles.
constexpr std::array<AutomaticDraws, kRulesProfiles.size()> kDraws = {{
    {.fivefold = FivefoldRule::Always, .seventy_five_moves = true},
    {.fivefold = FivefoldRule::ConsecutiveMoves, .seventy_five_moves = true},
    {},
    {.fivefold = FivefoldRule::Always, .fifty_moves = true},
    {.threefold = true, .fifty_moves = true},
    {},
    {},
}};

constexpr std::uint32_t kFide2014From = 20140701;
constexpr std::uint32_t kFideFrom = 20170701;

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

RulesProfile profile_of_date(const PartialDate& date) {
  const std::optional<std::uint32_t> earliest = earliest_day(date);
  if (!earliest) return RulesProfile::FidePre2014;
  if (*earliest >= kFideFrom) return RulesProfile::Fide;
  return *earliest >= kFide2014From ? RulesProfile::Fide2014 : RulesProfile::FidePre2014;
}

RulesProfile profile_of_date(std::string_view tag_value) {
  const auto date = parse_date(tag_value);
  return date ? profile_of_date(*date) : RulesProfile::FidePre2014;
}

}  // namespace arbiter::laws
