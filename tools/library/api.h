// The types of the library, in namespace arbiter::api. Programs include <arbiter/arbiter.h>, which
// makes them available in namespace arbiter. There is no stable ABI before version 1.0.
//
// The library never prints, exits or reads the environment. All text is UTF-8. An object may be
// used by one thread at a time; different objects are independent. The only exception type is
// Error. The Python package has the same names: tools/docs/library.md lists the few differences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
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

// A position in a file. Fields are zero or empty if unknown.
struct Place {
  std::string file = {};
  std::uint64_t line = 0;    // from 1
  std::uint64_t column = 0;  // in code points, from 1
};

// The exception for a file that cannot be read, invalid text where a position or a filter is
// expected, or a database failure. The message in what() is one sentence. Findings in games are not
// errors.
class ARBITER_API Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, Place place = {}, int system_error = 0)
      : std::runtime_error(what), place_(std::move(place)), system_error_(system_error) {}

  const Place& place() const { return place_; }
  // Returns the errno of a file that cannot be opened, such as ENOENT; 0 for other errors.
  int system_error() const { return system_error_; }

 private:
  Place place_;
  int system_error_;
};

enum class Severity : std::uint8_t { Style, Note, Warning, Error, Fatal };
enum class Color : std::uint8_t { White, Black };

// A problem in a game or file, as reported by `arbiter validate`.
struct Finding {
  std::string id;  // stable, such as "unreachable"; `arbiter explain ID` explains it
  Severity severity = Severity::Note;
  std::string message;               // one sentence, lower case
  std::string help = {};             // a suggestion, or empty
  std::string reference;             // such as "Laws 3.9.2" or "PGN 8.2.3", or empty
  std::string file;                  // such as "games.pgn" or "games.zip:round1.pgn"
  std::uint64_t line = 1;            // line in the file, from 1
  std::uint64_t column = 1;          // column in code points, from 1
  std::uint64_t offset = 0;          // offset in bytes in the decompressed file
  std::uint32_t length = 0;          // length of the marked text in bytes
  std::uint64_t game = 0;            // game number in the file, from 1; 0 for the file itself
  std::optional<std::uint32_t> ply;  // ply of the move, from 1
  std::string san;                   // the move as written, or empty
  std::string fen;                   // the position before the move, or empty

  bool operator==(const Finding&) const = default;
};

// A move of a game, with its annotations.
struct Move {
  std::string san;         // as in PGN 8.2.3; "--" for a null move
  std::string uci;         // "0000" for a null move
  std::uint16_t code = 0;  // see Game::codes
  std::vector<std::uint32_t> nags;
  std::vector<std::string> comments;  // comments after the move, as written
  std::optional<double> clock;        // seconds left, from [%clk]
  std::optional<double> elapsed;      // seconds used for the move, from [%emt]
  std::optional<double> evaluation;   // in pawns, positive if White is better, from [%eval]
  std::optional<std::int32_t> mate;   // number of moves to mate, negative for Black, from [%eval]
  std::vector<std::vector<Move>> variations;  // alternatives to this move

  bool operator==(const Move&) const = default;
};

// A game, with the legal moves of its main line. A value type without references to other objects.
struct ARBITER_API Game {
  std::string file;          // such as "games.pgn" or "games.zip:round1.pgn"
  std::uint64_t number = 0;  // game number in the file or archive, from 1
  std::uint64_t offset = 0;  // offset in bytes in the decompressed file
  std::vector<std::pair<std::string, std::string>> tags;  // in file order
  // The legal main-line moves, in 16 bits each: from | to << 6 | kind << 12 | (promotion - 1) <<
  // 14. Squares are 0 (a1) to 63 (h8). Kinds are 0 normal, 1 promotion, 2 en passant, 3 castling
  // (to the square of the rook). Promotions are 1 knight, 2 bishop, 3 rook, 4 queen.
  std::vector<std::uint16_t> codes;
  std::string start;         // a FEN; empty for the standard initial position
  std::string result = "*";  // "1-0", "0-1", "1/2-1/2" or "*"
  // The end on the board: "checkmate", "stalemate", ...; empty if the game is not over.
  std::string end;
  bool is_complete = true;  // true if every move of the main line is legal
  std::vector<Finding> findings;
  std::string text;  // text as in the file, possibly converted to UTF-8

  // Returns the value of the first tag with this name; empty if there is none.
  std::string_view tag(std::string_view name) const;
  std::vector<std::string> san() const;
  std::vector<std::string> uci() const;
  // Returns the main line with comments, clocks and variations, read from `text`. Comments before
  // the first move are appended to `before`, unless it is null.
  std::vector<Move> line(std::vector<std::string>* before = nullptr) const;

  bool operator==(const Game&) const = default;
};

// A source of games: a file (also compressed), an archive, a folder, bytes or text.
class ARBITER_API Source {
 public:
  // Creates a source from a path; "-" is standard input. For a folder, reads the files in and
  // below it that have the names of game files. Reading a path that is PGN text throws Error.
  Source(std::string path);
  Source(const char* path) : Source(std::string(path)) {}
  Source(const std::filesystem::path& path) : Source(path.string()) {}
  Source(std::string_view) = delete;  // use text(), or std::string for a path
  // Creates a source from a copy of bytes, which may be compressed.
  static Source bytes(std::string_view bytes);
  // Creates a source from a copy of PGN text.
  static Source text(std::string_view text) { return bytes(text); }
  // Creates the concatenation of these sources.
  static Source all(const std::vector<Source>& sources);

  class Part;
  const std::vector<Part>& parts() const { return *parts_; }

 private:
  Source() = default;

  std::shared_ptr<const std::vector<Part>> parts_;
};

struct ReadOptions {
  bool findings = true;  // if false, findings are not collected, which is faster
  // If false, the original text of games is not copied, and line() is unavailable.
  bool text = true;
  // If set, next() throws Error at a game with a finding of at least this severity.
  std::optional<Severity> raise_at = {};
};

// A reader of the games of a source. A thread reads a few games ahead.
class ARBITER_API Games {
 public:
  class Implementation;
  explicit Games(std::unique_ptr<Implementation> implementation);
  Games(Games&&) noexcept;
  Games& operator=(Games&&) noexcept;
  ~Games();

  // Reads the next game. Returns false at the end. Throws Error if the file cannot be read.
  bool next(Game& game);

  // Returns all findings so far that are not in a game.
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
  // Returns an iterator over the remaining games. Must be called only once.
  Iterator begin() { return Iterator(this); }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

ARBITER_API Games read(const Source& source, const ReadOptions& options = {});

struct TagColumn {
  std::string name;
  std::string text;  // concatenated values of all games
  // Start of each value in `text`, and the end: games + 1 elements.
  std::vector<std::int64_t> offsets;
};

// The games of a file as columns. Move columns have a row for each legal half-move of the main
// lines.
struct ARBITER_API Columns {
  std::vector<std::uint16_t> moves;  // see Game::codes
  // Index of each game's first row in `moves`, and the total.
  std::vector<std::int64_t> move_offsets;
  std::vector<float> clocks;           // seconds left after the move; NaN if unknown
  std::vector<float> evaluations;      // in pawns, positive if White is better; infinite for a mate
  std::vector<std::uint64_t> hashes;   // Position::key() after the move
  std::vector<std::int8_t> results;    // result of each game: 1, 0, -1 for White; 2 if unknown
  std::vector<std::uint64_t> offsets;  // offset of each game in its decompressed file
  std::vector<TagColumn> tags;
  TagColumn starts;  // FEN of each game's initial position; empty for the standard one

  // Returns the FEN after each of these rows of `moves`. Rows in ascending order are fastest.
  // Throws Error if a row does not exist.
  std::vector<std::string> fens(const std::vector<std::size_t>& rows) const;
};

// Options for processing a whole source. `goes_on` is called on the calling thread every few
// hundred kB; if it returns false, processing ends with an Error.
struct WorkOptions {
  unsigned threads = 1;
  std::function<bool()> goes_on = {};
};

// Reads all games of a source, including the values of these tags. Throws Error if the source
// cannot be read.
ARBITER_API Columns read_columns(const Source& source, const std::vector<std::string>& tags,
                                 const WorkOptions& options = {});

// The findings to return, selected like in `arbiter validate`: ids, groups, "errors", "all", ...
struct ValidateOptions {
  std::vector<std::string> select = {"all"};
  std::vector<std::string> ignore = {};
  std::string rules = {};  // such as "fide" or "uscf"; if empty, those of the game's date
  WorkOptions work = {};
};

// Returns the findings about the games of a source in file order, like `arbiter validate --select
// all`. Contradictions between games come last. Throws Error if the source cannot be read, or a
// word is unknown.
ARBITER_API std::vector<Finding> validate(const Source& source,
                                          const ValidateOptions& options = {});

// Returns the games of a source in PGN export format, like `arbiter fmt`.
ARBITER_API std::string fmt(const Source& source, const WorkOptions& options = {});

// The most likely repair of a game with an illegal move.
struct Repair {
  std::uint64_t game = 0;  // game number in the file, from 1
  std::uint64_t line = 1;  // line of the changed move, or of the move after a missing one
  std::uint64_t column = 1;
  std::uint32_t ply = 0;  // ply of that move, from 1
  std::string kind;       // such as "replace" or "insert": see `arbiter repair`
  std::string written;    // the move as written
  std::string san;        // the repaired move, or empty
  std::string reason;     // such as "another file or rank"
  // Probability that the repair is correct, 0 to 1; missing if the repair is incomplete.
  std::optional<double> share;
  bool is_applied = false;
};

struct Repaired {
  // The games with all applied repairs. All other bytes are unchanged, except that HTML and text
  // that is not UTF-8 are converted.
  std::string pgn;
  std::vector<Repair> repairs;
  std::uint64_t games = 0;
  std::uint64_t changed = 0;
};

// Repairs games with an illegal move, like `arbiter repair --apply`. A game is repaired if its most
// likely repair is correct with a probability of at least `min_share`.
ARBITER_API Repaired repair(const Source& source, double min_share = 0.95,
                            const WorkOptions& options = {});

struct LegalMove {
  std::string san;
  std::string uci;
  std::uint16_t code = 0;

  bool operator==(const LegalMove&) const = default;
};

// The meaning of a written move in a position.
struct Ruling {
  std::optional<LegalMove> move = {};  // set if the move is legal
  std::string reason = {};   // why it is illegal, such as "the knight on c6 is pinned to ..."
  std::string article = {};  // such as "Laws 3.9.2"
  std::string help = {};     // similar legal moves, or empty
};

// Whether a player can still mate; missing if undecided.
struct Winnable {
  std::optional<bool> answer = {};
  std::string proof = {};              // method of the proof
  std::vector<std::string> line = {};  // if true: legal moves to a mate, in SAN
};

// The status of the game after the moves that led to a position (Laws 5, 9).
struct Status {
  std::string end = {};      // such as "checkmate" or "fivefold repetition"; empty if not over
  std::string article = {};  // such as "Laws 9.6.1"
  std::string result = "*";
  std::uint32_t occurrences = 1;     // number of occurrences of the position
  std::uint32_t halfmove_clock = 0;  // half-moves without a capture or a pawn move
  // True for draws that the player to move can claim (9.2, 9.3).
  bool is_threefold = false;
  bool is_fifty_moves = false;
  std::vector<std::string> moves_to_threefold = {};  // in SAN; written down to claim a draw
  std::vector<std::string> moves_to_fifty = {};
};

// A position, and the moves that led to it.
class ARBITER_API Position {
 public:
  Position();  // creates the initial position
  // Reads a FEN. Throws Error if the text is not a FEN, or cannot be played.
  explicit Position(std::string_view fen);
  Position(const Position& other);
  Position& operator=(const Position& other);
  ~Position();

  std::string fen() const;
  // Returns the FEN of the position before the moves; empty for the standard initial position.
  std::string start() const;
  std::vector<std::string> uci() const;  // the moves that led to the position
  // Returns an SVG image of the board, with its last move.
  std::string svg(std::uint32_t pixels = 360) const;
  std::uint64_t key() const;  // equal for equal positions (Laws 9.2.3)
  Color turn() const;
  bool is_check() const;
  // Returns "checkmate", "stalemate" or "dead position", or nothing.
  std::string end() const;
  std::vector<LegalMove> legal_moves() const;
  // Reads a move in SAN, UCI or a common misspelling, and determines whether it is legal.
  Ruling rule_on(std::string_view move) const;
  // Returns the position after a move. Throws Error with the reason if the move is illegal.
  Position after(std::string_view move) const;
  // Returns the status of the game. Considers repetitions in the moves since the position was
  // created, and dead positions.
  Status status() const;
  // Returns whether a player can still mate by any series of legal moves (Laws 5.2.2, 6.9).
  Winnable winnable(Color color) const;

  class Implementation;
  const Implementation& implementation() const { return *implementation_; }

  // Compares FENs, but not the moves that led to the positions.
  friend bool operator==(const Position& a, const Position& b) { return a.fen() == b.fen(); }
  friend ARBITER_API std::ostream& operator<<(std::ostream& out, const Position& position);

 private:
  std::unique_ptr<Implementation> implementation_;
};

// A move of the opening tree, with counts of its games. `san` is empty for games that ended in the
// position.
struct TreeRow {
  std::string san;
  std::string uci;
  std::uint64_t games = 0;
  std::uint64_t white = 0;  // games won by White
  std::uint64_t draws = 0;
  std::uint64_t black = 0;
  std::optional<double> elo;  // mean rating of the players who made the move
};

struct FoundGame {
  std::uint64_t id = 0;
  std::string white, black, event, site, round;
  std::string date;  // such as "2026.11.??"
  std::string result;
  std::optional<std::uint32_t> white_elo, black_elo;
  std::string eco, opening, ending;
  std::uint32_t plies = 0;
  std::optional<std::uint32_t> ply;  // number of half-moves before the queried position
  std::vector<std::uint16_t> moves;  // see Game::codes
  std::string start;
};

// A query for games. Filters have the syntax of `arbiter find --where`, such as "elo >= 2600 and
// result = 1-0".
struct Query {
  std::string where = {};
  std::optional<Position> position = {};  // must occur in the game
  std::optional<std::uint64_t> limit = {};
  std::uint64_t offset = 0;  // number of games to skip
};

// Counts of games: of all games, or of one group.
struct GroupRow {
  std::string name;  // such as "1997", "B90" or "2600-2699"; empty if unknown, or for all games
  std::uint64_t games = 0;
  std::uint64_t white = 0;  // games won by White
  std::uint64_t draws = 0;
  std::uint64_t black = 0;
  std::optional<double> plies;  // mean number of half-moves
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
  std::vector<std::string> failures;  // in the form "FILE: reason"
};

enum class Open : std::uint8_t { Read, Write };

// A database of games, which is a file or a cluster "clickhouse://host/database". All functions
// throw Error.
class ARBITER_API Database {
 public:
  // Opens a database. Open::Write creates a missing file.
  explicit Database(const std::string& name, Open open = Open::Read);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  std::vector<TreeRow> tree(const Position& position = {}, const std::string& where = {});
  std::vector<FoundGame> find(const Query& query);
  std::vector<FoundGame> find(const std::string& where = {}) { return find(Query{.where = where}); }
  std::uint64_t count(const Query& query);
  std::uint64_t count(const std::string& where = {}) { return count(Query{.where = where}); }
  // Returns the same games as find() with all tags, comments and variations. Game::number counts
  // them from 1. Uses its own connection to the database file.
  Games games(const Query& query, const ReadOptions& options = {}) const;
  // Returns groups by "year", "eco", "player", ... (see `arbiter stats --by`). If `by` is empty,
  // returns one row for all games.
  std::vector<GroupRow> stats(const std::string& by = {}, const std::string& where = {});
  // Runs read-only statements. Requires a database file. Returns the rows of the last statement.
  // Parameters have names: "player" for :player, and "1" for the first ?.
  SqlRows sql(std::string_view statements,
              const std::vector<std::pair<std::string, SqlValue>>& parameters = {});
  // Adds the games of files that are not in the database yet.
  Imported import_files(const std::vector<std::string>& paths, unsigned threads = 1);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Deprecated names of version 0.1, to be removed in the next version.
[[deprecated("use read")]] inline Games read_games(const Source& source,
                                                   const ReadOptions& options = {}) {
  return read(source, options);
}
[[deprecated("use read")]] inline Games read_file(const std::string& path,
                                                  const ReadOptions& options = {}) {
  return read(path, options);
}
[[deprecated("use fmt")]] inline std::string format_games(const Source& source,
                                                          const WorkOptions& options = {}) {
  return fmt(source, options);
}

// Returns the version of the library, such as "0.2.0".
ARBITER_API std::string_view version();

}  // namespace arbiter::api
