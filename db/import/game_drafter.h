// Converts a checked game to what the database stores of it.
// Collects the findings of games, as a database stores them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/model/game_record.h"
#include "lib/diagnostics/sink.h"
#include "lib/export/game_export.h"
#include "lib/notation/piece_letters.h"
#include "lib/openings/opening_table.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

// Returns the ending according to the last position, or otherwise to the Termination tag. If play
// continued after an automatic end, that end counts unless the moves lead to another one.
Ending ending_of_game(const PgnGame& game, const PlayedGame& played, const GameSummary& summary);

struct DrafterOptions {
  std::optional<std::uint32_t> index_plies = {};     // the maximum ply of postings, if limited
  std::optional<PieceLetters> letters = {};          // those of the Validator
  const OpeningTable* openings = &known_openings();  // must outlive the drafts
};

// A game with the results of Validator::check().
struct CheckedGame {
  const PgnGame& game;
  const PlayedGame& played;
  const GameSummary& summary;
  std::span<const DraftFinding> findings;
  std::uint64_t line = 0;  // the first line, from 1
};

// Drafts games one after another with the same storage. About 3 us for a plain game of 80
// half-moves, mostly for postings.
class GameDrafter {
 public:
  explicit GameDrafter(const DrafterOptions& options);

  // Appends a draft of the game to the batch, with findings and postings.
  void add(const CheckedGame& checked, DraftBatch& batch);

  // Appends a draft of only the tags: no result, moves or findings. About 1 us.
  void add_tags(const PgnGame& game, DraftBatch& batch);

 private:
  std::string_view meaning_of(std::string_view written);
  void read_tags(const PgnGame& game, GameDraft& draft, DraftBatch& batch);
  void add_moves(const PlayedGame& played, GameDraft& draft, DraftBatch& batch) const;
  void add_record(std::string_view movetext, GameDraft& draft, DraftBatch& batch);
  std::string_view kept_movetext(const PgnGame& game, const PlayedGame& played);
  void compose_movetext(const PgnGame& game, std::size_t first);
  std::uint64_t pieces_set_aside(const PgnGame& game, const PlayedGame& played);

  DrafterOptions options_;
  GameExporter exporter_;
  std::string movetext_;
  std::string exported_;
  std::vector<RecordTag> tags_;
  std::deque<std::string> meanings_;  // of values that differ from their spelling
  std::string record_;
};

// Returns the findings that are stored with games: all but those about the export format, the lines
// of a file, and tournaments.
CodeSet kept_findings();

// Findings about text and tags of a game have no ply. They are only counted, without messages,
// which saves a tenth of the time of checking (otb-mixed, 2026-11-21).
class FindingSink final : public DiagnosticSink {
 public:
  FindingSink();

  // Starts a game. Findings that are reported once per file are kept once per game.
  void start_game();

  // Returns the findings sorted by ply, each once, valid until the next game. Called once per game.
  std::span<const DraftFinding> findings();

  // Returns the most severe error of the game, preferably about a move of the main line.
  std::optional<Diagnostic> worst() const;

 private:
  struct Counter {
    DiagnosticCode code;
    std::uint64_t before;  // the current game
  };

  void receive(Diagnostic diagnostic) override;

  std::vector<Counter> counters_;
  std::vector<DraftFinding> findings_;
  std::optional<Diagnostic> worst_;
};

}  // namespace arbiter
