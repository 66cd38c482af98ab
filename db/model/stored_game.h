// A game as it is in the database, batches of such games, and their replay.
// Converts stored games to PGN.
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
#include "lib/chess/move.h"
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

// All text is UTF-8. An empty name is a tag that is missing or empty.
struct StoredGame {
  GameId id{};
  std::string white, black, event, site, round;
  std::uint32_t date = 0;  // yyyymmdd, 0 for unknown parts
  std::optional<std::uint16_t> white_elo;
  std::optional<std::uint16_t> black_elo;
  std::uint16_t eco = 0;  // 0: none
  std::uint16_t plies = 0;
  Outcome result = Outcome::Unknown;
  Ending ending = Ending::Unknown;
  std::uint8_t flags = 0;
  std::string opening;            // its name; empty: no position has a name
  std::uint16_t opening_eco = 0;  // of that opening
  std::uint16_t opening_ply = 0;  // half-moves before its position
  std::string start;              // Shredder-FEN; empty: the standard initial position
  std::string source;
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
  std::vector<Move> moves;
};

// Returns the code of the ECO tag, or of the opening as played, or 0.
inline std::uint16_t eco_of(const StoredGame& game) {
  return game.eco != 0 ? game.eco : game.opening_eco;
}

// Returns a view of the columns, without moves, record and findings.
GameView view_of(const StoredGame& game);

// Parses the initial position of a game: a Shredder-FEN, or empty for the standard one. Fails if it
// cannot be played.
std::optional<Setup> parse_start(const std::string& start);

// Returns the initial position. Throws IoError if the database is damaged.
Setup first_setup(const StoredGame& game);

// A finding of the import.
struct StoredFinding {
  std::uint32_t ply = 0;  // 0: not about a move
  std::string id = {};    // as in `arbiter explain`
};

struct StreamedGame {
  StoredGame game;
  std::optional<std::uint16_t> ply = {};     // half-moves before the position of the query
  std::string record = {};                   // tags, and the movetext if it is kept (game_record.h)
  std::vector<StoredFinding> findings = {};  // by ascending ply
};

struct StreamedBatch {
  std::vector<StreamedGame> games;
  std::string text = {};        // the output of GameStream::prepare
  std::uint64_t set_aside = 0;  // text pieces that `prepare` could not parse as moves
  std::uint64_t total = 0;      // games of all batches
  std::uint64_t emptied = 0;    // games in `text` whose moves all end before those to write
};

// The receiver of streamed games.
struct GameStream {
  bool has_records = true;    // whether records are read
  bool has_findings = false;  // whether findings are read
  unsigned jobs = 1;          // threads that read and prepare
  // Called on several threads, for one batch each.
  std::function<void(StreamedBatch&)> prepare = {};
  // Called on the calling thread, in order.
  std::function<void(const StreamedBatch&)> receive;
};

// Replays games one after another with the same storage. About 60 ns per half-move.
class GameReplay {
 public:
  // `index_plies` is the maximum ply of postings, if it is limited.
  explicit GameReplay(std::optional<std::uint32_t> index_plies) : index_plies_(index_plies) {}

  // Replays a game. `start` and `moves` are its columns. Returns false if they are invalid; then
  // fault() is the reason.
  bool run(std::string_view start, std::span<const std::uint8_t> moves);

  // Replays the last game of a batch, and adds its postings, hash and opening. Returns false if it
  // is invalid, or has another number of half-moves; then fault() is the reason.
  bool complete(DraftBatch& batch, const OpeningTable& openings);

  // The reason: "half-move 12 is not a legal move there".
  const std::string& fault() const { return fault_; }

  // The results of the last game. They are undefined if run() returned false.
  std::uint64_t moves_hash() const { return moves_hash_; }
  std::size_t plies() const { return moves_.size(); }
  PlayedOpening opening(const OpeningTable& table) const { return table.of_moves(moves_, start_); }
  // The postings of all positions, including repetitions, with Posting::game 0.
  std::vector<Posting>& postings() { return postings_; }

 private:
  std::optional<std::uint32_t> index_plies_;
  std::string fault_;
  std::uint64_t moves_hash_ = 0;
  Position start_;
  std::vector<Move> moves_;
  std::vector<Posting> postings_;
};

// Writes games one after another with the same storage.
class StoredPgn {
 public:
  // `mark` is that of GameExporter.
  explicit StoredPgn(const GameShape& shape = {}, PositionMark mark = {});
  // Writes games through a layout of the caller.
  explicit StoredPgn(std::unique_ptr<GameLayout> layout);
  StoredPgn(const StoredPgn&) = delete;
  StoredPgn& operator=(const StoredPgn&) = delete;

  // Appends the game in PGN export format, exactly as GameExporter writes it from its source file.
  // `text` is empty or ends with a line break. Throws IoError if the record is damaged. About 50 ns
  // per move, or 100 ns with kept movetext.
  void append(const StoredGame& game, std::string_view record, std::string& text);

  // The number of text pieces that became comments because they could not be parsed as moves.
  std::uint64_t pieces_set_aside() const { return exporter_.tally().unreadable_pieces; }
  // The number of games that end before the first half-move of the shape.
  std::uint64_t emptied_games() const { return exporter_.tally().emptied_games; }

 private:
  void append_plain(const StoredGame& game, std::string_view record, std::string& text);
  void append_with_movetext(const StoredGame& game, std::string_view record, std::string& text);
  void append_source(std::string& text);

  bool is_simple_;  // the shape needs no positions
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
