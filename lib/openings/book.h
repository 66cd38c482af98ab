// Opening books in Polyglot format: 16-byte big-endian entries sorted by key. Books are read from
// files or created from games.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/position.h"

namespace arbiter {

struct BookEntry {
  std::uint64_t key = 0;     // a BookPosition::key()
  std::uint16_t move = 0;    // a book_move_of()
  std::uint16_t weight = 0;  // relative to the position's other moves
  std::uint32_t learn = 0;   // used by engines only

  bool operator==(const BookEntry&) const = default;
};

class Book {
 public:
  // Reads a book. Fails if the file cannot be read, is larger than a gigabyte, has an incomplete
  // entry, or is not sorted by key.
  static Result<Book> read(const std::string& path);
  static Result<Book> parse(std::string_view bytes);

  std::span<const BookEntry> entries() const { return entries_; }

  // Returns the entries of a position, in file order.
  std::span<const BookEntry> at(std::uint64_t key) const;

  // Returns the number of positions that have moves.
  std::size_t positions() const;

 private:
  std::vector<BookEntry> entries_;
};

// Returns the entries in file format. Precondition: the keys are in ascending order.
std::string bytes_of(std::span<const BookEntry> entries);

// A position, with the square that a pawn passed in the last move even if no capture is possible.
class BookPosition {
 public:
  BookPosition() = default;
  // Creates the position of a setup. Precondition: is_playable(setup).
  explicit BookPosition(const Setup& setup) : position_(setup), passed_(setup.en_passant) {}
  // Creates the position after `last_move`, which is empty in the initial position.
  BookPosition(const Position& position, std::optional<Move> last_move);

  const Position& position() const { return position_; }
  // Returns whether the last move was a double pawn step. If it was not, key() equals
  // Position::key().
  bool follows_double_step() const { return passed_.has_value(); }

  // Precondition: `move` is legal.
  void play(Move move);

  // Returns Position::key() with Polyglot's rule for en passant. The en passant file is included if
  // a pawn of the player to move, pinned or not, is next to the double-stepped pawn.
  std::uint64_t key() const;

  // Returns whether the position has no Chess960 castling rights, so that a book can contain it.
  bool is_usual() const;

 private:
  Position position_;
  std::optional<Square> passed_;
};

// Returns the move in the book's 16-bit format. The lowest six bits are the target (file in the
// lower bits, then rank), and the next six are the origin. The next bits contain the promotion
// piece, from 1 for a knight to 4 for a queen. Castling is the king taking its own rook.
std::uint16_t book_move_of(Move move);

// Returns the move, or nothing if it is not legal. Castling is also accepted as the king moving two
// squares, which some programs write.
std::optional<Move> book_move_of(std::uint16_t book_move, const Position& position);

enum class BookWeight : std::uint8_t {
  Score,  // 2 for each win of the player, 1 for each draw, as in Polyglot
  Count,  // the number of games with the move
};

struct BookOptions {
  BookWeight weight = BookWeight::Score;
  std::uint64_t least_games = 1;  // the minimum number of games with a move
  std::size_t plies = 40;         // maximum number of half-moves used from each game
};

// The data of a game that a book needs.
struct BookGame {
  const Setup& start;
  std::span<const Move> moves;
  unsigned white_points = 0;  // twice White's score: 2, 1, 0
  unsigned black_points = 0;
  std::optional<Color> side = {};  // add only moves of this side; if empty, moves of both sides
};

// A collector of games for a book. A position counts once per game, with the move played at its
// first occurrence. Memory: 24 bytes for each move of each position, and as much again during
// merges.
class BookMaker {
 public:
  explicit BookMaker(const BookOptions& options) : options_(options) {}

  // Adds a game. Returns false, and adds nothing, if a book cannot contain the castling rights.
  // Takes about 2 us. Precondition: the moves are legal.
  bool add(const BookGame& game);

  // Returns the entries in ascending order of the keys, and for each position in descending order
  // of the weights. Weights beyond 16 bits are scaled down within their position, and moves with
  // weight 0 are omitted. Can be called once.
  std::vector<BookEntry> finish();

 private:
  struct Sums {
    std::uint64_t key = 0;
    std::uint32_t games = 0;
    std::uint32_t points = 0;
    std::uint16_t move = 0;
  };

  void merge();
  void add_position(std::span<const Sums> moves, std::vector<BookEntry>& book) const;

  BookOptions options_;
  std::vector<Sums> sums_;  // the first sorted_ elements are merged, and sorted by key and move
  std::size_t sorted_ = 0;
  std::vector<std::uint64_t> keys_;  // keys of the game being added
};

}  // namespace arbiter
