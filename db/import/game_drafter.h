// Conversion of a checked game to the draft that a database stores, including its findings.
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

// Returns the ending on the board, otherwise that of the Termination tag. If play continued after
// an automatic end, that end counts, unless the moves lead to another one.
Ending ending_of_game(const PgnGame& game, const PlayedGame& played, const GameSummary& summary);

struct DrafterOptions {
  std::optional<std::uint32_t> index_plies = {};  // maximum ply of postings, if limited
  std::optional<PieceLetters> letters = {};       // the piece letters of the Validator
  const OpeningTable* openings = &known_openings();
};

struct CheckedGame {
  const PgnGame& game;
  const PlayedGame& played;
  const GameSummary& summary;
  std::span<const DraftFinding> findings;
  std::uint64_t line = 0;  // number of the first line, counting from 1
};

// A converter that drafts games one after another, reusing its memory. A plain game of 80
// half-moves takes about 3 us, mostly for postings.
class GameDrafter {
 public:
  explicit GameDrafter(const DrafterOptions& options);

  void add(const CheckedGame& checked, DraftBatch& batch);

  // Appends a draft that contains only the tags, without result, moves or findings. Takes about 1
  // us.
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
  std::deque<std::string> meanings_;  // values that differ from their written form
  std::string record_;
};

// Returns the codes of the findings that are stored with games. Findings about the export format,
// file lines and tournaments are excluded.
CodeSet kept_findings();

// A sink that collects the findings of a game for the database. Findings about text and tags have
// no ply, and are only counted, because formatting their messages would take 10 % of the checking
// time.
class FindingSink final : public DiagnosticSink {
 public:
  FindingSink();

  // Starts a game. Codes reported once per file are kept once per game.
  void start_game();

  // Returns each finding once, sorted by ply. The result is valid until the next game. Called once
  // per game.
  std::span<const DraftFinding> findings();

  // Returns the most severe error of the game, preferably about a move of the main line.
  std::optional<Diagnostic> worst() const;

 private:
  struct Counter {
    DiagnosticCode code;
    std::uint64_t before;  // count before the current game
  };

  void receive(Diagnostic diagnostic) override;

  std::vector<Counter> counters_;
  std::vector<DraftFinding> findings_;
  std::optional<Diagnostic> worst_;
};

}  // namespace arbiter
