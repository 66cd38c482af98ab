// From a game that was checked to what the database keeps of it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/import/kept_movetext.h"
#include "db/model/game_draft.h"
#include "db/model/game_record.h"
#include "lib/notation/piece_letters.h"
#include "lib/openings/opening_table.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

struct DrafterOptions {
  // The deepest ply that gets a posting; nothing: all do.
  std::optional<std::uint32_t> index_plies = {};
  std::optional<PieceLetters> letters = {};          // those of the Validator
  const OpeningTable* openings = &known_openings();  // outlives the drafts
};

// What is known about a game behind Validator::check().
struct CheckedGame {
  const PgnGame& game;
  const PlayedGame& played;
  const GameSummary& summary;
  std::span<const DraftFinding> findings;
  std::uint64_t line = 0;  // where it begins, from 1
};

// Drafts game after game with the same storage; one a thread. About 3 us a plain game of 80
// half-moves, most of it for the postings.
class GameDrafter {
 public:
  explicit GameDrafter(const DrafterOptions& options);

  // Puts the game's draft behind those of the batch, with its findings and postings.
  void add(const CheckedGame& checked, DraftBatch& batch);

  // The same of what the tags say alone: no result, no moves, no findings. About 1 us.
  void add_tags(const PgnGame& game, DraftBatch& batch);

 private:
  std::string_view meaning_of(std::string_view written);
  void read_tags(const PgnGame& game);
  void read_column(const RecordTag& tag);
  void fill_columns(GameDraft& draft, DraftBatch& batch) const;
  void add_moves(const PlayedGame& played, GameDraft& draft, DraftBatch& batch) const;

  DrafterOptions options_;
  KeptMovetext movetext_;
  std::vector<RecordTag> tags_;
  std::deque<std::string> meanings_;  // of values that are not as written
  RecordColumns columns_;
  std::string start_;
  std::string record_;
};

}  // namespace arbiter
