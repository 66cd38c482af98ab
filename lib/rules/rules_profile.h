// Which ends of a game count, by the time of the game or by the site.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

enum class RulesProfile : std::uint8_t {
  Fide,         // since 2017-07-01: 75 moves, fivefold
  Fide2014,     // 2014-07-01 to 2017-06-30: fivefold only by consecutive alternate moves
  FidePre2014,  // neither ends the game
  Lichess,      // ends at fifty moves on claim or time, own material rule
  ChessCom,     // ends at threefold and fifty moves by itself
  Uscf,
  Iccf,         // no 75-move end
};

// "fide", "fide2014", "fide-pre2014", "lichess", "chesscom", "uscf", "iccf".
std::string_view name_of(RulesProfile profile);
std::optional<RulesProfile> parse_rules_profile(std::string_view name);

}  // namespace arbiter
