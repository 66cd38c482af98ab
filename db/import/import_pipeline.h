// Reads files as batches of an import, on several threads while the caller writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/import/game_drafter.h"
#include "db/import/import_batch.h"
#include "db/import/import_feed.h"
#include "db/import/import_options.h"
#include "db/model/game_draft.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/validate/text_checks.h"
#include "lib/validate/validator.h"

namespace arbiter {

// A drafter of chunks, which reuses its memory. A chunk with very many games is drafted in parts,
// to limit memory.
class ChunkDrafter {
 public:
  // `index_plies` is the maximum ply of the index, if it is limited.
  ChunkDrafter(const ImportOptions& options, std::optional<std::uint32_t> index_plies);

  // Drafts the chunk. If has_more is set, drafts its next part.
  void draft(ImportChunk& chunk);

 private:
  void start(const ImportChunk& chunk);
  void draft_games(ImportChunk& chunk);
  bool next_game();
  void finish_text(ImportChunk& chunk);
  // Returns false if the chunk must end before the game that was just read.
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

  // State of the current chunk.
  PgnText text_;
  std::optional<PgnReader> reader_;
  std::size_t after_last_ = 0;  // end of the game before `game_`
  bool is_read_ahead_ = false;  // true if `game_` is the first game of the next part
  bool has_odd_bytes_ = false;
  std::size_t counted_to_ = 0;  // position up to which line ends were counted
  std::uint64_t lines_ = 0;     // line ends before that position
};

// Returns the batches of paths that open_input() accepts, except folders. `plan` and `listener`
// must outlive the feed.
std::unique_ptr<BatchFeed> read_files(std::vector<std::string> paths, const ImportPlan& plan,
                                      ImportListener& listener);

}  // namespace arbiter
