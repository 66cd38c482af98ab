// Who decides whether a fallen flag loses or draws (Laws 6.9, and the rules of sites).
#pragma once

#include <cstdint>

#include "lib/chess/board.h"
#include "lib/chess/piece.h"
#include "lib/laws/rules_profile.h"

namespace arbiter {

enum class FlagRule : std::uint8_t {
  Laws,      // 6.9: drawn if the opponent cannot mate by any series of legal moves
  Lichess,   // drawn if the opponent has not the material to mate, with any help
  ChessCom,  // drawn if the opponent has a lone king, one with a bishop or knight, or one with
             // two knights against a lone king
  Uscf,      // 14E: drawn if the opponent has a lone king; one with a bishop or knight, or with
             // two knights where there is no pawn, unless there is a forced win
};

FlagRule flag_rule_of(RulesProfile profile);

enum class FlagVerdict : std::uint8_t { Loss, Draw, DependsOnForcedWin };

// What the material says by the rule of a site, not the Laws: when the flag of the
// other player falls and `winner` has time left.
FlagVerdict verdict_by_material(FlagRule rule, const Board& board, Color winner);

}  // namespace arbiter
