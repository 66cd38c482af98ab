// Opening books in Polyglot's format: records of 16 bytes, big-endian, sorted by key. A book is
// read, or made from games.
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
  std::uint64_t key = 0;     // BookPosition::key()
  std::uint16_t move = 0;    // book_move_of()
  std::uint16_t weight = 0;  // relative to the position's other moves
  std::uint32_t learn = 0;   // used by engines only

  bool operator==(const BookEntry&) const = default;
};

// A book in memory.
class Book {
 public:
  // Fails if the file cannot be read, is larger than a gigabyte, or is not a book: incomplete
  // entries, or keys that are not sorted.
  static Result<Book> read(const std::string& path);
  static Result<Book> parse(std::string_view bytes);

  std::span<const BookEntry> entries() const { return entries_; }

  // Returns the entries of the position, in the order of the file.
  std::span<const BookEntry> at(std::uint64_t key) const;

  // Returns the number of positions with moves.
  std::size_t positions() const;

 private:
  std::vector<BookEntry> entries_;
};

// Returns the bytes of a book. Precondition: the keys are in ascending order.
std::string bytes_of(std::span<const BookEntry> entries);

// A position and the square that a pawn has passed with the last move, even if no capture is
// possible there.
class BookPosition {
 public:
  BookPosition() = default;
  // Precondition: is_playable(setup).
  explicit BookPosition(const Setup& setup) : position_(setup), passed_(setup.en_passant) {}

  const Position& position() const { return position_; }

  // Precondition: `move` is legal.
  void play(Move move);

  // Returns Position::key() with another rule for en passant. The file counts if a pawn of the
  // player to move is beside the pawn that has passed, even if it is pinned.
  std::uint64_t key() const;

  // Returns whether a book can contain the position: without Chess960 castling rights.
  bool is_usual() const;

 private:
  Position position_;
  std::optional<Square> passed_;
};

// Returns 16 bits. The lowest six are the target (file below rank), the next six the origin. The
// new piece follows, from 1 for a knight to 4 for a queen. Castling is the king taking its own
// rook.
std::uint16_t book_move_of(Move move);

// Returns the legal move, or nothing if there is none. Castling may also be the king's two
// squares, as some programs write it.
std::optional<Move> book_move_of(std::uint16_t book_move, const Position& position);

// The weight of a move in a book.
enum class BookWeight : std::uint8_t {
  Score,  // 2 for each win of the player, 1 for a draw, as in Polyglot
  Count,  // the number of games with the move
};

struct BookOptions {
  BookWeight weight = BookWeight::Score;
  std::uint64_t least_games = 1;  // the minimum number of games with a move
  std::size_t plies = 40;         // the number of half-moves of each game that are read
};

// The fields of a game that a book uses.
struct BookGame {
  const Setup& start;
  std::span<const Move> moves;
  unsigned white_points = 0;  // twice the score: 2, 1, 0
  unsigned black_points = 0;
  std::optional<Color> side = {};  // only the moves of this side; nothing: of both
};

// Adds up the moves of games. A position counts once per game, with the move played at its first
// occurrence. Memory: 24 bytes for each move of each position, and as much again during merges.
class BookMaker {
 public:
  explicit BookMaker(const BookOptions& options) : options_(options) {}

  // Returns false, and adds nothing, if a book cannot contain the castling rights. About 2 us.
  // Precondition: the moves are legal.
  bool add(const BookGame& game);

  // Returns the book in ascending order of the keys, the moves of a position in descending order of
  // weight. Weights beyond 16 bits are scaled down within their position, and moves without any
  // weight are omitted. Must be called once.
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
  std::vector<Sums> sums_;  // those before sorted_ are summed, sorted by key and move
  std::size_t sorted_ = 0;
  std::vector<std::uint64_t> keys_;  // keys of the game that is being added
};

}  // namespace arbiter
