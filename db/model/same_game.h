// Decides whether two records with the same moves may be of one game.
#pragma once

#include <cstdint>
#include <string_view>

#include "db/model/game_draft.h"
#include "lib/laws/game_end.h"

namespace arbiter {

// The properties of a game that duplicate detection compares, besides the moves.
struct GameIdentity {
  std::string_view white;  // as in the tag
  std::string_view black;
  std::uint32_t date = 0;  // yyyymmdd, 0 for unknown parts
  Outcome result = Outcome::Unknown;
  std::uint16_t plies = 0;
};

// Different games with fewer half-moves often have the same moves.
inline constexpr std::uint16_t kMinDistinctPlies = 20;

// Returns whether no known property differs: players (NamePattern: "Carlsen, M" may be "Carlsen,
// Magnus"), date and result. If there are few moves, the folded names must be known and equal.
bool may_be_same(const GameIdentity& a, const GameIdentity& b);

// Returns the properties of a draft: a view of the batch.
GameIdentity identity_in(const DraftBatch& batch, const GameDraft& draft);

// Returns whether all moves of the game were replayed. Otherwise some are only in its text.
bool is_replayed(const GameDraft& draft);

// Returns whether two games of a batch have the same initial position and moves, and if some moves
// were not replayed, the same record.
bool have_same_moves(const DraftBatch& batch, const GameDraft& a, const GameDraft& b);

}  // namespace arbiter
