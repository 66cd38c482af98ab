// The types of the library, in namespace arbiter::api; include <arbiter/arbiter.h>, which makes
// them available in namespace arbiter. Until version 1.0 there is no stable ABI.
//
// Nothing here prints, exits or reads the environment. All text is UTF-8. Objects may be used by
// one thread at a time; different objects are independent. The only exception is Error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#define ARBITER_API __attribute__((visibility("default")))

namespace arbiter::api {

// A place in a file. Zero and empty: unknown.
struct Place {
  std::string file = {};
  std::uint64_t line = 0;    // from 1
  std::uint64_t column = 0;  // in code points, from 1
};

// A file that cannot be read, invalid text where a position or a filter is expected, a database
// that fails. what() is one sentence. Findings in games are no errors.
class ARBITER_API Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, Place place = {})
      : std::runtime_error(what), place_(std::move(place)) {}

  const Place& place() const { return place_; }

 private:
  Place place_;
};

enum class Severity : std::uint8_t { Style, Note, Warning, Error, Fatal };
enum class Color : std::uint8_t { White, Black };

// Something wrong in a game or file, as `arbiter validate` reports it.
struct Finding {
  std::string id;  // stable, such as "illegal-move"; `arbiter explain ID` explains it
  Severity severity = Severity::Note;
  std::string message;               // one sentence, lower case
  std::string help = {};             // a suggestion, or empty
  std::string reference;             // "Laws 3.9.2", "PGN 8.2.3", or empty
  std::string file;                  // "games.pgn", "games.zip:round1.pgn"
  std::uint64_t line = 1;            // in the file, from 1
  std::uint64_t column = 1;          // in code points, from 1
  std::uint64_t offset = 0;          // in bytes of the decompressed file
  std::uint32_t length = 0;          // of the marked text, in bytes
  std::uint64_t game = 0;            // the number in the file, from 1; 0: the file itself
  std::optional<std::uint32_t> ply;  // of the move, from 1
  std::string san;                   // that move as written, or empty
  std::string fen;                   // the position before it, or empty
};

// A move of a game with its annotations.
struct Node {
  std::string san;         // as in PGN 8.2.3; "--" for a null move
  std::string uci;         // "0000" for a null move
  std::uint16_t code = 0;  // see Game::codes
  std::vector<std::uint32_t> nags;
  std::vector<std::string> comments;          // after the move, as written
  std::optional<double> clock;                // seconds left, from [%clk]
  std::optional<double> elapsed;              // seconds used for the move, from [%emt]
  std::optional<double> evaluation;           // pawns, good for White above 0, from [%eval]
  std::optional<std::int32_t> mate;           // moves to mate, for Black below 0, from [%eval]
  std::vector<std::vector<Node>> variations;  // alternatives to this move
};

// A game with the legal moves of its main line. A value: it refers to nothing else.
struct ARBITER_API Game {
  std::string file;                                       // "games.pgn", "games.zip:round1.pgn"
  std::uint64_t number = 0;                               // in the file or archive, from 1
  std::uint64_t offset = 0;                               // in bytes of the decompressed file
  std::vector<std::pair<std::string, std::string>> tags;  // in the order of the file
  // 16 bits for each legal move: from | to << 6 | kind << 12 | (promotion - 1) << 14. Squares are 0
  // (a1) to 63 (h8). Kinds are 0 normal, 1 promotion, 2 en passant, 3 castling (to the square of
  // the rook). Promotions are 1 knight, 2 bishop, 3 rook, 4 queen.
  std::vector<std::uint16_t> codes;
  std::string start;         // a FEN; empty: the initial position
  std::string result = "*";  // "1-0", "0-1", "1/2-1/2" or "*"
  std::string end;           // on the board: "checkmate", "stalemate", ...; empty: not over
  bool is_complete = true;   // every move of the main line is legal
  std::vector<Finding> findings;
  std::string text;  // as in the file, perhaps in another encoding

  // Returns the value of the first tag of that name; empty without one.
  std::string_view tag(std::string_view name) const;
  std::vector<std::string> san() const;
  std::vector<std::string> uci() const;
  // Returns the main line with comments, clocks and variations, read from `text`. The comments
  // before the first move are appended to `before`, if it is not null.
  std::vector<Node> moves(std::vector<std::string>* before = nullptr) const;
};

// The games of a file, of any compression, of an archive, or of bytes like those of such a file.
class ARBITER_API Source {
 public:
  // A path; "-" is standard input.
  static Source file(std::string path);
  // The bytes are copied.
  static Source bytes(std::string_view bytes);
  Source(std::string_view text) : Source(bytes(text)) {}
  Source(const std::string& text) : Source(bytes(text)) {}
  Source(const char* text) : Source(bytes(text)) {}

  // The path to open, which exists as long as this object and its copies.
  const std::string& path() const { return path_; }
  // The name in messages.
  const std::string& name() const { return name_; }

 private:
  Source() = default;

  std::string path_;
  std::string name_;
  std::shared_ptr<const void> memory_;
};

struct ReadOptions {
  bool has_findings = true;  // false: findings are not collected, which is faster
  // False: the files' own text is not copied, and moves() is not available.
  bool has_text = true;
  // next() throws Error at a game with a finding as severe as this.
  std::optional<Severity> throws_at = {};
};

// Games that are read one after another, while a thread reads ahead a little.
class ARBITER_API Games {
 public:
  class Implementation;
  explicit Games(std::unique_ptr<Implementation> implementation);
  Games(Games&&) noexcept;
  Games& operator=(Games&&) noexcept;
  ~Games();

  // Reads the next game. Returns false at the end. Throws Error if the file cannot be read.
  bool next(Game& game);

  // Returns the findings outside of games so far.
  std::vector<Finding> file_findings() const;

  class Iterator {
   public:
    using value_type = Game;
    using difference_type = std::ptrdiff_t;
    explicit Iterator(Games* games) : games_(games) { ++*this; }
    const Game& operator*() const { return game_; }
    const Game* operator->() const { return &game_; }
    Iterator& operator++() {
      if (!games_->next(game_)) games_ = nullptr;
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return games_ == nullptr; }

   private:
    Games* games_;
    Game game_;
  };
  // Can be called once.
  Iterator begin() { return Iterator(this); }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

ARBITER_API Games read_games(const Source& source, const ReadOptions& options = {});
inline Games read_file(const std::string& path, const ReadOptions& options = {}) {
  return read_games(Source::file(path), options);
}

struct TagColumn {
  std::string name;
  std::string text;                   // the values of all games after each other
  std::vector<std::int64_t> offsets;  // where each begins in `text`, and the end: games + 1
};

// All games of a file at once. Columns of moves have a row for each half-move of the main lines, as
// far as they are legal.
struct Columns {
  std::vector<std::uint16_t> moves;        // see Game::codes
  std::vector<std::int64_t> move_offsets;  // where each game begins in `moves`, and the end
  std::vector<float> clocks;               // seconds left after the move; NaN: unknown
  std::vector<float> evaluations;          // pawns, above 0 good for White; infinite: mate
  std::vector<std::uint64_t> hashes;       // of the position after the move: Position::key()
  std::vector<std::int8_t> results;        // of each game: 1, 0, -1 for White; 2: unknown
  std::vector<std::uint64_t> offsets;      // of each game in its decompressed file
  std::vector<TagColumn> tags;
};

// The work on a whole source. Every few hundred kB, `goes_on` is called on the calling thread; if
// it returns false, the work ends with an Error.
struct WorkOptions {
  unsigned threads = 1;
  std::function<bool()> goes_on = {};
};

// Reads all games of a source, with the values of these tags. Throws Error if it cannot be read.
ARBITER_API Columns read_columns(const Source& source, const std::vector<std::string>& tags,
                                 const WorkOptions& options = {});

// Returns all findings about the games of a source, like `arbiter validate --select all`, in the
// order of the file; contradictions between games come last.
ARBITER_API std::vector<Finding> validate(const Source& source, const WorkOptions& options = {});
inline std::vector<Finding> validate_file(const std::string& path, unsigned threads = 1) {
  return validate(Source::file(path), {.threads = threads});
}

// Returns the games in PGN export format, like `arbiter fmt`.
ARBITER_API std::string format_games(const Source& source, const WorkOptions& options = {});

// The likeliest repair of a game that becomes illegal.
struct Repair {
  std::uint64_t game = 0;  // the number in the file, from 1
  std::uint64_t line = 1;  // of the changed move, or of the move after a missing one
  std::uint64_t column = 1;
  std::uint32_t ply = 0;        // of that move, from 1
  std::string kind;             // "replace", "insert", ...: see `arbiter repair`
  std::string written;          // the move as written
  std::string san;              // the move of the repair, or empty
  std::string reason;           // "another file or rank", ...
  std::optional<double> share;  // right in so many of such cases, 0 to 1; nothing: incomplete
  bool is_applied = false;
};

struct Repaired {
  // The games with all applied repairs. Every other byte stays; HTML and text that is not UTF-8 are
  // converted.
  std::string text;
  std::vector<Repair> repairs;
  std::uint64_t games = 0;
  std::uint64_t changed = 0;
};

// Repairs games whose moves become illegal, like `arbiter repair --apply`, if the likeliest repair
// is right in at least `min_share` of such cases.
ARBITER_API Repaired repair_games(const Source& source, double min_share = 0.95,
                                  const WorkOptions& options = {});

struct LegalMove {
  std::string san;
  std::string uci;
  std::uint16_t code = 0;
};

// The meaning of a written move in a position.
struct MoveRuling {
  std::optional<LegalMove> move = {};  // if it is legal
  std::string reason = {};             // why it is illegal: "the knight on c6 is pinned to ..."
  std::string article = {};            // "Laws 3.9.2"
  std::string help = {};               // legal moves that may be meant, or empty
};

enum class CanMate : std::uint8_t { Yes, No, Unknown };

struct MateAnswer {
  CanMate answer = CanMate::Unknown;
  std::string proof = {};              // how it was found
  std::vector<std::string> line = {};  // Yes: legal moves to a mate, in SAN
};

// The state of the game in a position, after the moves that led to it (Laws 5, 9).
struct Status {
  std::string end = {};      // "checkmate", "fivefold repetition", ...; empty: not over
  std::string article = {};  // "Laws 9.6.1"
  std::string result = "*";
  std::uint32_t occurrences = 1;     // of the position
  std::uint32_t halfmove_clock = 0;  // half-moves without a capture or a pawn move
  // Draws that the player to move can claim (9.2, 9.3).
  bool is_threefold = false;
  bool is_fifty_moves = false;
  std::vector<std::string> moves_to_threefold = {};  // in SAN: to be written down for a claim
  std::vector<std::string> moves_to_fifty = {};
};

// A position and the moves that led to it.
class ARBITER_API Position {
 public:
  Position();  // the initial position
  // Throws Error if the text is no FEN, or cannot be played.
  explicit Position(std::string_view fen);
  Position(const Position& other);
  Position& operator=(const Position& other);
  ~Position();

  std::string fen() const;
  std::uint64_t key() const;  // equal for equal positions (Laws 9.2.3)
  Color turn() const;
  bool is_check() const;
  // Returns "checkmate", "stalemate", "dead position", or nothing.
  std::string end() const;
  std::vector<LegalMove> legal_moves() const;
  // Reads a move in SAN, UCI or a common misspelling.
  MoveRuling rule_on(std::string_view move) const;
  // Returns the position after a move. Throws Error with the reason if it is illegal.
  Position after(std::string_view move) const;
  // Looks for repetitions in the moves since the position was made, and for dead positions.
  Status status() const;
  // Returns whether a player can still mate by any series of legal moves (Laws 5.2.2, 6.9).
  MateAnswer can_mate(Color color) const;

  class Implementation;
  const Implementation& implementation() const { return *implementation_; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

// A move of the opening tree and the games with it. `san` is empty for games that ended here.
struct TreeRow {
  std::string san;
  std::string uci;
  std::uint64_t games = 0;
  std::uint64_t white = 0;  // wins
  std::uint64_t draws = 0;
  std::uint64_t black = 0;
  std::optional<double> elo;  // the mean rating of the moving player
};

struct FoundGame {
  std::uint64_t id = 0;
  std::string white, black, event, site, round;
  std::string date;  // "2026.11.??"
  std::string result;
  std::optional<std::uint32_t> white_elo, black_elo;
  std::string eco, opening, ending;
  std::uint32_t plies = 0;
  std::optional<std::uint32_t> ply;  // half-moves before the position of the query
  std::vector<std::uint16_t> codes;  // see Game::codes
  std::string start;
};

// A query for games. Filters are those of `arbiter find --where`: "elo >= 2600 and result = 1-0".
struct Query {
  std::string where = {};
  std::optional<Position> position = {};  // occurs in the game
  std::optional<std::uint64_t> limit = {};
  std::uint64_t offset = 0;  // games to skip
};

// Counts of games: of all, or of a group.
struct GroupRow {
  std::string name;  // "1997", "B90", "2600-2699"; empty: unknown, or all games
  std::uint64_t games = 0;
  std::uint64_t white = 0;  // wins
  std::uint64_t draws = 0;
  std::uint64_t black = 0;
  std::optional<double> plies;  // the mean
};

struct SqlBytes {
  std::string bytes;
};
using SqlValue = std::variant<std::nullptr_t, std::int64_t, double, std::string, SqlBytes>;

struct SqlRows {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;
};

struct Imported {
  std::uint64_t games = 0;
  std::vector<std::string> failures;  // "FILE: reason"
};

enum class Open : std::uint8_t { Read, Write };

// A database of games: a file, or a cluster "clickhouse://host/database". All functions throw
// Error.
class ARBITER_API Database {
 public:
  // Open::Write creates a missing file.
  explicit Database(const std::string& name, Open open = Open::Read);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  std::vector<TreeRow> tree(const Position& position = {}, const std::string& where = {});
  std::vector<FoundGame> find(const Query& query);
  std::uint64_t count(const Query& query);
  // Returns groups by "year", "eco", "player", ...: see `arbiter stats --by`. Empty: all games.
  std::vector<GroupRow> stats(const std::string& by = {}, const std::string& where = {});
  // Runs statements that only read, in a file. Returns the rows of the last one. Parameters are
  // named: "player" of :player, "1" of the first ?.
  SqlRows sql(std::string_view statements,
              const std::vector<std::pair<std::string, SqlValue>>& parameters = {});
  // Adds the games of files that are not in the database yet.
  Imported import_files(const std::vector<std::string>& paths, unsigned jobs = 1);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Returns the version of the library: "0.2.0".
ARBITER_API std::string_view version();

}  // namespace arbiter::api
