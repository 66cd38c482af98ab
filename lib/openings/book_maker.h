// Opening books made of games.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lib/chess/color.h"
#include "lib/chess/move.h"
#include "lib/chess/setup.h"
#include "lib/openings/book_file.h"

namespace arbiter {

// What a move is worth in a book.
enum class BookWeight : std::uint8_t {
  Score,  // two for each game that its player won, one for a draw, as Polyglot has it
  Count,  // the games in which it was played
};

struct BookOptions {
  BookWeight weight = BookWeight::Score;
  std::uint64_t least_games = 1;  // in which a move was played
  std::size_t plies = 40;         // how deep games are looked at
};

// A game as far as it matters here.
struct BookGame {
  const Setup& start;
  std::span<const Move> moves;
  unsigned white_points = 0;  // twice the score: 2, 1, 0
  unsigned black_points = 0;
};

// Adds up the moves of games. A position counts once a game, with the move played at its first
// occurrence. Takes 24 bytes for each move of each position, and as much again now and then.
class BookMaker {
 public:
  explicit BookMaker(const BookOptions& options) : options_(options) {}

  // False, and nothing is added, where the castling rights are none that a book can have. About
  // 2 us. Precondition: the moves are legal.
  bool add(const BookGame& game);

  // The book: by rising key, the moves of a position by falling weight. Weights beyond 16 bits are
  // scaled down within their position, and moves without any weight are left out. To be called
  // once.
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
  std::vector<Sums> sums_;  // those in front of sorted_ are added up, and rise by key and move
  std::size_t sorted_ = 0;
  std::vector<std::uint64_t> keys_;  // of the game that is being added
};

}  // namespace arbiter
