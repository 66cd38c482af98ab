// One stretch of a source read, checked and drafted: what the threads of an import do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "db/import/finding_sink.h"
#include "db/import/game_drafter.h"
#include "db/import/import_chunk.h"
#include "db/import/import_options.h"
#include "db/model/draft_editing.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/validate/text_checks.h"
#include "lib/validate/validator.h"

namespace arbiter {

// Drafts chunk after chunk with the same storage; one a thread. What becomes of a game does not
// depend on the chunk that it is in. A chunk of very many games is drafted in parts, so that the
// drafts take no more memory than those of other chunks.
class ChunkDrafter {
 public:
  // `index_plies`: the deepest ply that is indexed; nothing: all are.
  ChunkDrafter(const ImportOptions& options, std::optional<std::uint32_t> index_plies);

  // Fills what the chunk is to have from here; again for the next part while it has_more.
  void draft(ImportChunk& chunk);

 private:
  void start(const ImportChunk& chunk);
  void draft_games(ImportChunk& chunk);
  bool next_game();
  void finish_text(ImportChunk& chunk);
  // False where the chunk has to end before the game that was just read.
  bool add_game(ImportChunk& chunk);
  bool is_wanted(const ImportChunk& chunk) const;
  std::uint64_t line_of(std::size_t at);
  RefusedGame refused(std::uint64_t line) const;

  IllegalGames illegal_;
  GameFilter where_;
  FindingSink sink_;
  TextChecker text_checker_;
  Validator validator_;
  GameDrafter drafter_;
  PgnGame game_;

  // Of the present chunk.
  PgnText text_;
  std::optional<PgnReader> reader_;
  std::size_t behind_last_ = 0;  // where the game before `game_` ends
  bool is_read_ahead_ = false;   // `game_` is the first of the next part
  bool has_odd_bytes_ = false;
  std::size_t counted_to_ = 0;  // a place in the text before which
  std::uint64_t lines_ = 0;     // so many lines end
};

}  // namespace arbiter
