// Stored games: batches, replay, and conversion to PGN.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_record.h"
#include "db/model/ids.h"
#include "db/model/posting.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "lib/diagnostics/sink.h"
#include "lib/export/export_tags.h"
#include "lib/export/game_export.h"
#include "lib/export/game_layout.h"
#include "lib/export/game_shape.h"
#include "lib/laws/game_end.h"
#include "lib/openings/opening_table.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// A game as stored in a database. All text is UTF-8. An empty name means that the tag is missing or
// empty.
struct StoredGame {
  GameId id{};
  std::string white, black, event, site, round;
  std::uint32_t date = 0;  // yyyymmdd, 0 for unknown parts
  std::optional<std::uint16_t> white_elo;
  std::optional<std::uint16_t> black_elo;
  std::uint16_t eco = 0;  // 0 if missing
  std::uint16_t plies = 0;
  Outcome result = Outcome::Unknown;
  Ending ending = Ending::Unknown;
  std::uint8_t flags = 0;
  std::string opening;            // opening name; empty if no position has a name
  std::uint16_t opening_eco = 0;  // code of that opening
  std::uint16_t opening_ply = 0;  // number of half-moves before the opening's position
  std::string start;              // Shredder-FEN; empty for the standard initial position
  std::string source;
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
  std::vector<Move> moves;
};

// Returns the code of the ECO tag, otherwise that of the opening as played, otherwise 0.
inline std::uint16_t eco_of(const StoredGame& game) {
  return game.eco != 0 ? game.eco : game.opening_eco;
}

// Returns a view of the columns, without moves, record and findings.
GameView view_of(const StoredGame& game);

// Parses the initial position of a game, which is a Shredder-FEN, or empty for the standard
// position. Fails if the position cannot be played.
std::optional<Setup> parse_start(const std::string& start);

// Returns the initial position. Throws IoError if the database is damaged.
Setup first_setup(const StoredGame& game);

// A finding that was stored with a game during its import.
struct StoredFinding {
  std::uint32_t ply = 0;  // 0 if the finding is not about a move
  std::string id = {};    // id as in `arbiter explain`
};

struct StreamedGame {
  StoredGame game;
  std::optional<std::uint16_t> ply = {};  // number of half-moves before the queried position
  std::string record = {};  // the tags, and the movetext if it is kept (game_record.h)
  std::vector<StoredFinding> findings = {};  // in ascending order of the ply
};

struct StreamedBatch {
  std::vector<StreamedGame> games;
  std::string text = {};        // output of GameStream::prepare
  std::uint64_t set_aside = 0;  // number of text fragments that `prepare` could not parse as moves
  std::uint64_t total = 0;      // number of games in all batches
  std::uint64_t emptied = 0;    // number of games in `text` that end before the moves to be written
};

struct GameStream {
  bool has_records = true;    // true to read records
  bool has_findings = false;  // true to read findings
  unsigned jobs = 1;          // number of threads that read and prepare
  // Called on several threads, once per batch.
  std::function<void(StreamedBatch&)> prepare = {};
  // Called on the calling thread, in order.
  std::function<void(const StreamedBatch&)> receive;
};

// Replays stored games, reusing memory. Takes about 60 ns per half-move.
class GameReplay {
 public:
  // `index_plies` is the maximum ply of postings, if it is limited.
  explicit GameReplay(std::optional<std::uint32_t> index_plies) : index_plies_(index_plies) {}

  // Replays a game. `start` and `moves` are its columns. Returns false if they are invalid; fault()
  // then returns the reason.
  bool run(std::string_view start, std::span<const std::uint8_t> moves);

  // Replays the last game of a batch, and adds its postings, hash and opening. Returns false if it
  // is invalid, or if its number of half-moves differs; fault() then returns the reason.
  bool complete(DraftBatch& batch, const OpeningTable& openings);

  // Returns why the last run failed, such as "half-move 12 is not a legal move there".
  const std::string& fault() const { return fault_; }

  // Return the results of the last game. They are undefined if run() returned false.
  std::uint64_t moves_hash() const { return moves_hash_; }
  std::size_t plies() const { return moves_.size(); }
  PlayedOpening opening(const OpeningTable& table) const { return table.of_moves(moves_, start_); }
  // Returns the postings of all positions, including repetitions, with Posting::game 0.
  std::vector<Posting>& postings() { return postings_; }

 private:
  std::optional<std::uint32_t> index_plies_;
  std::string fault_;
  std::uint64_t moves_hash_ = 0;
  Position start_;
  std::vector<Move> moves_;
  std::vector<Posting> postings_;
};

// Writes stored games as PGN, reusing memory.
class StoredPgn {
 public:
  // `mark` is passed to GameExporter.
  explicit StoredPgn(const GameShape& shape = {}, PositionMark mark = {});
  // Uses the caller's layout.
  explicit StoredPgn(std::unique_ptr<GameLayout> layout);
  StoredPgn(const StoredPgn&) = delete;
  StoredPgn& operator=(const StoredPgn&) = delete;

  // Appends the game in PGN export format, exactly as GameExporter would write it from its source
  // file. Takes about 50 ns per move, or 100 ns with kept movetext. Throws IoError if the record is
  // damaged. Precondition: `text` is empty or ends with a line break.
  void append(const StoredGame& game, std::string_view record, std::string& text);

  // Returns the number of text fragments that became comments because they could not be parsed as
  // moves.
  std::uint64_t pieces_set_aside() const { return exporter_.tally().unreadable_pieces; }
  // Returns the number of games that end before the first half-move of the shape.
  std::uint64_t emptied_games() const { return exporter_.tally().emptied_games; }

 private:
  void append_plain(const StoredGame& game, std::string_view record, std::string& text);
  void append_with_movetext(const StoredGame& game, std::string_view record, std::string& text);
  void append_source(std::string& text);

  bool is_simple_;  // true if the shape needs no positions
  MovetextShape shape_;
  ExportTally tally_;
  ExportTags tags_;
  GameExporter exporter_;
  PositionMark mark_;
  CollectingSink sink_{CodeSet()};
  PgnGame game_;
  std::string source_;
};

// Returns the PGN of one game.
std::string pgn_of(const StoredGame& game, std::string_view record);

}  // namespace arbiter
