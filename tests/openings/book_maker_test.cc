#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "lib/openings/book.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Game {
  std::string sans;
  unsigned white = 0;
  unsigned black = 0;
};

void add(BookMaker& maker, const Game& game) {
  const auto played = play_out("startpos", game.sans);
  REQUIRE(maker.add({.start = initial_setup(),
                     .moves = played.moves,
                     .white_points = game.white,
                     .black_points = game.black}));
}

std::vector<BookEntry> book_of(const std::vector<Game>& games, const BookOptions& options = {}) {
  BookMaker maker(options);
  for (const Game& game : games) add(maker, game);
  return maker.finish();
}

const std::vector<Game> kGames = {
    {"e4 e5 Nf3", 2, 0}, {"e4 c5 Nf3", 1, 1}, {"d4 d5", 0, 2}, {"e4 e5 Nc3", 0, 2}, {"c4", 0, 0},
};

// Returns the moves in the initial position with their weights.
std::map<std::uint16_t, unsigned> first_moves(const std::vector<BookEntry>& book) {
  std::map<std::uint16_t, unsigned> moves;
  for (const BookEntry& entry : book) {
    if (entry.key == BookPosition().key()) moves[entry.move] = entry.weight;
  }
  return moves;
}

constexpr std::uint16_t kE4 = 12 << 6 | 28;
constexpr std::uint16_t kD4 = 11 << 6 | 27;
constexpr std::uint16_t kC4 = 10 << 6 | 26;

TEST_CASE("a move weighs two per win of its player and one per draw", "[book]") {
  CHECK(first_moves(book_of(kGames)) == std::map<std::uint16_t, unsigned>{{kE4, 3}});
}

TEST_CASE("a move weighs its number of games", "[book]") {
  CHECK(first_moves(book_of(kGames, {.weight = BookWeight::Count})) ==
        std::map<std::uint16_t, unsigned>{{kE4, 3}, {kD4, 1}, {kC4, 1}});
}

TEST_CASE("moves of too few games are omitted", "[book]") {
  CHECK(first_moves(book_of(kGames, {.weight = BookWeight::Count, .least_games = 2})) ==
        std::map<std::uint16_t, unsigned>{{kE4, 3}});
  CHECK(book_of(kGames, {.least_games = 4}).empty());
}

TEST_CASE("games are read only to the depth limit", "[book]") {
  for (const BookEntry& entry : book_of(kGames, {.weight = BookWeight::Count, .plies = 1})) {
    CHECK(entry.key == BookPosition().key());
  }
}

TEST_CASE("keys ascend, and the weights of a position descend", "[book]") {
  const auto book = book_of(kGames, {.weight = BookWeight::Count});
  REQUIRE(book.size() == 9);
  for (std::size_t i = 1; i < book.size(); ++i) {
    CHECK(book[i - 1].key <= book[i].key);
    if (book[i - 1].key == book[i].key) CHECK(book[i - 1].weight >= book[i].weight);
  }
}

TEST_CASE("a position that recurs in a game counts once, with its first move", "[book]") {
  const auto book = book_of({{"Nf3 Nf6 Ng1 Ng8 e4", 2, 0}}, {.weight = BookWeight::Count});
  CHECK(first_moves(book) == std::map<std::uint16_t, unsigned>{{6 << 6 | 21, 1}});
}

TEST_CASE("weights beyond 16 bits are scaled down together, and none becomes zero", "[book]") {
  BookMaker maker({.weight = BookWeight::Count});
  const auto e4 = play_out("startpos", "e4");
  const auto d4 = play_out("startpos", "d4");
  const auto c4 = play_out("startpos", "c4");
  const auto add_games = [&](const TestGame& game, int count) {
    for (int i = 0; i < count; ++i) maker.add({.start = initial_setup(), .moves = game.moves});
  };
  add_games(e4, 131'070);
  add_games(d4, 65'536);
  add_games(c4, 1);
  CHECK(first_moves(maker.finish()) ==
        std::map<std::uint16_t, unsigned>{{kE4, 65'535}, {kD4, 32'768}, {kC4, 1}});
}

TEST_CASE("a game with Chess960 castling is not added", "[book]") {
  const auto game = play_out("nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1", "e4");
  BookMaker maker({});
  CHECK_FALSE(
      maker.add({.start = game.positions.front().setup(), .moves = game.moves, .white_points = 2}));
  CHECK(maker.finish().empty());
}

TEST_CASE("a book is read back as it was written, and other files are rejected", "[book]") {
  const auto entries = book_of(kGames, {.weight = BookWeight::Count});
  const std::string bytes = bytes_of(entries);
  CHECK(bytes.size() == 16 * entries.size());
  const auto book = Book::parse(bytes);
  REQUIRE(book);
  CHECK(std::vector<BookEntry>(book->entries().begin(), book->entries().end()) == entries);
  CHECK(book->at(BookPosition().key()).size() == 3);
  CHECK(book->at(1).empty());
  CHECK(book->positions() == 5);
  CHECK_FALSE(Book::parse(bytes.substr(1)));
  CHECK_FALSE(Book::parse(bytes.substr(16 * 4) + bytes.substr(0, 16)));
  CHECK(Book::parse("")->entries().empty());
  CHECK(bytes.substr(0, 8) != std::string(8, '\0'));
}

}  // namespace
}  // namespace arbiter::testing
