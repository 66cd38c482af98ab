// Single-pass filtering of game files, and duplicate detection in a stream of games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/game_filter.h"
#include "db/model/position_query.h"
#include "lib/base/result.h"
#include "lib/export/game_shape.h"
#include "lib/io/byte_source.h"
#include "lib/laws/game_end.h"
#include "lib/openings/opening_table.h"
#include "lib/validate/validator.h"

namespace arbiter {

// The properties that identify duplicates of a game.
struct GameFingerprint {
  // A hash of the initial position and all moves. For short games, it includes the players.
  std::uint64_t moves = 0;
  std::uint32_t date = 0;  // yyyymmdd, 0 for unknown parts
  std::uint16_t plies = 0;
  Outcome result = Outcome::Unknown;
  std::string white = {};
  std::string black = {};
  bool can_have_duplicates = true;  // false if the game is short and a player is unknown
};

// Returns the fingerprint of a game in the batch.
GameFingerprint fingerprint_of(const DraftBatch& batch, const GameDraft& draft);

// The set of games so far. Two games are duplicates if their moves are equal and no known property
// differs (may_be_same() in game_record.h), as in `import --duplicates`. A game is compared with
// the first 64 that have the same moves. Memory: about 40 bytes per game, and its names.
class SeenGames {
 public:
  // Returns whether a duplicate of the game was added before. If not, adds the game.
  bool contains_or_add(const GameFingerprint& game);

  std::size_t size() const { return games_.size(); }

 private:
  struct Game {
    std::uint64_t moves;
    std::uint32_t block;  // index of the block with the names
    std::uint32_t offset;
    std::uint32_t date;
    std::uint16_t plies;
    Outcome result;
  };

  bool is_duplicate(const Game& known, const GameFingerprint& game) const;
  void add(const GameFingerprint& game);
  void grow();

  std::deque<Game> games_;
  std::vector<std::string> blocks_;    // "white\0black\0" for each game
  std::vector<std::uint32_t> places_;  // a hash table of 1 + index in `games_`; 0 is free
};

// A random sample of games. Every set of `size` games is equally likely (reservoir sampling,
// Algorithm R). The same games and seed give the same sample on every machine. Memory: `size`
// games.
class GameSample {
 public:
  struct Game {
    std::uint64_t number;
    std::string text;
    std::uint64_t set_aside;  // number of text fragments that could not be parsed as moves
  };

  GameSample(std::uint64_t size, std::uint64_t seed) : size_(size), random_(seed) {}

  void add(std::string_view text, std::uint64_t set_aside);

  // Returns the sample in the order in which the games were added.
  const std::vector<Game>& sorted();

 private:
  std::uint64_t random_below(std::uint64_t limit);

  std::uint64_t size_;
  std::mt19937_64 random_;
  std::uint64_t seen_ = 0;
  std::vector<Game> games_;
};

// A query for the games of a file. The result equals that of a database that has imported the file.
struct StreamQuery {
  GameFilter filter = {};
  std::optional<PositionQuery> position = {};  // must occur in the main line
  bool is_anywhere = false;                    // true if it may also occur in variations
  ValidatorOptions validator = {};
  const OpeningTable* openings = &known_openings();
};

// The keys by which games are split among files.
struct SplitKeys {
  std::vector<std::string> tags = {};  // the tags whose values are keys
  std::size_t characters = SIZE_MAX;   // maximum length of a key
  bool by_whole_round = false;         // "3.2" (board 2 of round 3) becomes "3"
  bool cuts_unknown = false;           // "1950.??.??" becomes "1950"
};

// The text of some games, one after another. The vectors have an element for each game.
struct StreamedGames {
  std::string text = {};
  std::vector<std::size_t> ends = {};  // end offsets in `text`
  // Number of text fragments that could not be parsed as moves.
  std::vector<std::uint64_t> set_aside = {};
  // Keys of each game, without duplicates, "" if unknown; may be empty.
  std::vector<std::vector<std::string>> keys = {};
  std::vector<bool> emptied = {};                  // see ExportTally::emptied_games
  std::vector<GameFingerprint> fingerprints = {};  // filled only with has_fingerprints

  std::size_t count() const { return ends.size(); }
  // Returns the text of a game. Precondition: `index` is less than count().
  std::string_view game(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends[index - 1];
    return std::string_view(text).substr(begin, ends[index] - begin);
  }
};

// The games of a chunk of the file.
struct StreamedChunk {
  StreamedGames wanted = {};
  StreamedGames rest = {};  // filled only with FileFilterOptions::has_rest
  std::uint64_t games = 0;  // number of games read
  std::uint64_t lines_between = 0;
};

enum class StreamedText : std::uint8_t {
  Export,   // in the form of GameExporter
  Nothing,  // no text; games are only counted
};

// Positions with names. Several positions may have the same name.
struct NamedPositions {
  std::shared_ptr<const PositionSet> positions = {};  // may be null
  std::shared_ptr<const std::vector<std::string>> names = {};
};

struct FileFilterOptions {
  StreamQuery query;
  StreamedText text = StreamedText::Export;
  GameShape shape = {};                 // shape of the matching games
  std::optional<SplitKeys> split = {};  // for the matching games
  // Number of games in earlier files; numbering continues through all files.
  std::uint64_t games_before = 0;
  bool has_rest = false;          // true to also return the games that do not match
  bool has_fingerprints = false;  // for the matching games
  NamedPositions marked = {};     // used for GamePart::Match
  unsigned jobs = 1;              // number of threads that filter and write
};

// A function that receives chunks on the calling thread, in file order. It returns false to stop.
using ChunkReceiver = std::function<bool(const StreamedChunk& chunk)>;

// Filters a file. Each thread needs a few MB of memory, or the size of the largest game. Fails if
// the file is not PGN (find_other_content). Throws IoError if the file cannot be read.
std::optional<Error> filter_file(ByteSource& source, std::string_view name,
                                 const FileFilterOptions& options, const ChunkReceiver& receive);

}  // namespace arbiter
