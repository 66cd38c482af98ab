// Whether two records with the same moves may be of one game.
#pragma once

#include <cstdint>
#include <string_view>

#include "db/model/game_draft.h"
#include "lib/laws/game_end.h"

namespace arbiter {

// What a record says beside the moves.
struct GameClaims {
  std::string_view white;  // as in the tag
  std::string_view black;
  std::uint32_t date = 0;  // yyyymmdd, 0 for what is not known
  Outcome result = Outcome::Unknown;
  std::uint16_t plies = 0;
};

// Below so many half-moves different games often have the same moves.
inline constexpr std::uint16_t kTellingPlies = 20;

// Nothing that both know is different: players (NamePattern: "Carlsen, M" may be "Carlsen,
// Magnus"), date and result. Of games with few moves both must know the players, and by the
// same folded names.
bool may_be_same(const GameClaims& a, const GameClaims& b);

// What a game on its way in says. Views the batch.
GameClaims claims_in(const DraftBatch& batch, const GameDraft& draft);

// Whether all of the game is in its moves: those that were not played are only in its text.
bool is_replayed(const GameDraft& draft);

// Two games of a batch with the same first position and moves, and where these are not all of the
// game, the same record.
bool have_same_moves(const DraftBatch& batch, const GameDraft& a, const GameDraft& b);

}  // namespace arbiter
