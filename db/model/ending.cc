#include "db/model/ending.h"

#include <algorithm>
#include <iterator>

namespace arbiter {
namespace {

constexpr EndingName kEndings[] = {
    {Ending::Unknown, "unknown", "not recorded; usually resignation or agreement"},
    {Ending::Checkmate, "mate", "checkmate (Laws 5.1.1)"},
    {Ending::Stalemate, "stalemate", "stalemate (Laws 5.2.1)"},
    {Ending::DeadPosition, "dead", "neither side has material to mate (Laws 5.2.2)"},
    {Ending::Fivefold, "fivefold", "the same position for the fifth time (Laws 9.6.1)"},
    {Ending::SeventyFive, "seventy-five", "75 moves without a capture or pawn move (Laws 9.6.2)"},
    {Ending::Threefold, "threefold",
     "a draw, the final position having occurred three times (Laws 9.2)"},
    {Ending::Fifty, "fifty", "a draw after 50 moves without a capture or pawn move (Laws 9.3)"},
    {Ending::TimeForfeit, "time", "a flag fell"},
    {Ending::Abandoned, "abandoned", "a player left"},
    {Ending::Adjudication, "adjudication", "the result was adjudicated"},
    {Ending::RulesInfraction, "infraction", "a player broke the rules"},
    {Ending::Unfinished, "unfinished", "unfinished or unknown"},
    {Ending::Resignation, "resignation", "a player resigned, according to the file"},
    {Ending::Agreement, "agreement", "a draw by agreement, according to the file"},
    {Ending::Forfeit, "forfeit", "a result without a move"},
};

}  // namespace

std::span<const EndingName> endings() { return kEndings; }

std::string_view to_string(Ending ending) {
  return kEndings[static_cast<std::size_t>(ending_of(static_cast<std::uint64_t>(ending)))].word;
}

Ending ending_of(std::uint64_t number) {
  return number < std::size(kEndings) ? static_cast<Ending>(number) : Ending::Unknown;
}

}  // namespace arbiter
