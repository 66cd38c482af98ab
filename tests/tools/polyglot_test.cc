// Compares opening books with those of Polyglot, which reads our books and makes equal books from
// equal games.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/notation/san.h"
#include "lib/openings/book.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

namespace {

constexpr const char* kPolyglot = "/usr/games/polyglot";

// Games in which a pawn passes an enemy pawn that may capture it, is pinned, or is not adjacent.
constexpr const char* kEnPassant[] = {
    "1. e4 d5 2. e5 f5 3. exf6 exf6 4. d4 Bd6",
    "1. e4 d5 2. e5 f5 3. Ke2 Kf7 4. d4 c5",
    "1. a4 b5 2. h4 b4 3. c4 bxc3 4. Ra3 c5",
    "1. e4 Nf6 2. e5 d5 3. exd6 exd6 4. Qe2+ Be7",
    "1. e4 e6 2. e5 Qe7 3. d4 Qb4+ 4. c3 d5",
    "1. d4 c5 2. d5 e5 3. dxe6 dxe6 4. Qxd8+ Kxd8",
    "1. e4 c5 2. e5 d5 3. d4 cxd4 4. c4 dxc3",
    "1. g4 h5 2. g5 f5 3. gxf6 gxf6 4. b4 a5",
    // The pawn on e5 is pinned to its king when the other pawn passes it.
    "1. e4 e6 2. e5 f6 3. Ke2 fxe5 4. d3 Qh4 5. Ke3 Qg3+ 6. fxg3 h6",
    "1. e4 a6 2. e5 Ra7 3. Ke2 e6 4. Ke3 Qg5+ 5. Ke4 Qg6+ 6. Ke3 d5",
};

bool has_polyglot(const Workbench& bench) {
  return bench.run(fmt::format("test -x {}", kPolyglot)).status == 0;
}

// Returns twenty half-moves without a repeated position.
std::string random_moves(std::mt19937& random) {
  Position position;
  std::set<PositionKey> keys;
  std::string text;
  while (keys.size() < 20) {
    const auto moves = legal_moves(position);
    if (moves.is_empty()) break;
    const Move move = moves[random() % moves.size()];
    Position after = position;
    after.play(move);
    if (keys.contains(after.key())) continue;
    keys.insert(after.key());
    text += san_of(move, position) + " ";
    position = after;
  }
  return text;
}

std::string games() {
  std::vector<std::string> all;
  std::mt19937 random(64);
  for (int i = 0; i < 30; ++i) all.push_back(random_moves(random));
  for (const char* moves : kEnPassant) all.insert(all.end(), 5, moves);
  std::string text;
  const char* results[] = {"1-0", "0-1", "1/2-1/2"};
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += fmt::format("[Event \"?\"]\n[Result \"{0}\"]\n\n{1} {0}\n\n", results[i % 3], all[i]);
  }
  return text;
}

// The weights by position and move. Learning data are omitted.
using Weights = std::map<std::pair<std::uint64_t, std::uint16_t>, std::uint16_t>;

Weights weights_of(const Workbench& bench, const std::string& name) {
  const auto book = Book::read(bench.path(name));
  if (!book) FAIL(book.error());
  Weights weights;
  for (const BookEntry& entry : book->entries()) weights[{entry.key, entry.move}] = entry.weight;
  return weights;
}

std::size_t positions_in(const Weights& weights) {
  std::set<std::uint64_t> keys;
  for (const auto& [place, weight] : weights) keys.insert(place.first);
  return keys.size();
}

void make_book(const Workbench& bench) {
  bench.write("games.pgn", games());
  const auto made = bench.run(
      "arbiter fmt -q games.pgn -o sound.pgn; arbiter book -q sound.pgn --min-games 1 "
      "--depth 20 -o book.bin");
  CAPTURE(made.errors);
  REQUIRE(made.status == 0);
}

// The lines of `dump-book`: the position of each move that has a percentage, and this percentage.
struct Read {
  std::set<std::uint64_t> positions;
  std::size_t passed = 0;  // number of positions in which a pawn has just passed another
};

void read_line(const std::string& line, const Book& book, Read& read) {
  static const std::regex kMove(R"(([a-hKQRBNO][-+#=a-hxKQRBNO0-9]*)(?:\{(\d+)%\})?)");
  BookPosition position;
  for (std::sregex_iterator i(line.begin(), line.end(), kMove), end; i != end; ++i) {
    const auto san = parse_san((*i)[1].str());
    const SanResolution resolution = san ? resolve(*san, position.position()) : SanResolution();
    CAPTURE(line, (*i)[0].str());
    REQUIRE(resolution.status == SanStatus::Legal);
    if ((*i)[2].matched) {
      double all = 0;
      double share = -1;
      for (const BookEntry& entry : book.at(position.key())) {
        all += entry.weight;
        if (entry.move == book_move_of(resolution.move)) share = entry.weight;
      }
      CHECK(std::abs(100 * share / all - std::stod((*i)[2].str())) <= 0.5 + 1e-9);
      const bool is_new = read.positions.insert(position.key()).second;
      const auto usual = static_cast<std::uint64_t>(position.position().key());
      const bool is_passed = position.position().en_passant() || position.key() != usual;
      read.passed += is_new && is_passed ? 1 : 0;
    }
    position.play(resolution.move);
  }
}

}  // namespace

TEST_CASE("Polyglot makes the same book from the same games", "[polyglot]") {
  const Workbench bench;
  if (!has_polyglot(bench)) SKIP_TEST("polyglot is not installed");
  make_book(bench);
  const auto made = bench.run(fmt::format(
      "{} make-book -pgn sound.pgn -bin theirs.bin -max-ply 20 -min-game 1", kPolyglot));
  CAPTURE(made.output, made.errors);
  REQUIRE(made.status == 0);
  const Weights ours = weights_of(bench, "book.bin");
  const Weights theirs = weights_of(bench, "theirs.bin");
  CHECK(positions_in(ours) >= 200);
  CHECK(ours == theirs);
}

TEST_CASE("Polyglot reads our book, and writes it unchanged", "[polyglot]") {
  const Workbench bench;
  if (!has_polyglot(bench)) SKIP_TEST("polyglot is not installed");
  make_book(bench);
  bench.write("empty.bin", "");
  const auto run = bench.run(fmt::format(
      "{0} merge-book -in1 book.bin -in2 empty.bin -out merged.bin && cmp book.bin merged.bin",
      kPolyglot));
  CAPTURE(run.output, run.errors);
  CHECK(run.status == 0);
}

TEST_CASE("Polyglot finds the moves of our book in its positions, with their shares",
          "[polyglot]") {
  const Workbench bench;
  if (!has_polyglot(bench)) SKIP_TEST("polyglot is not installed");
  make_book(bench);
  const auto book = Book::read(bench.path("book.bin"));
  REQUIRE(book);
  Read read;
  for (const char* color : {"white", "black"}) {
    const auto dumped =
        bench.run(fmt::format("{} dump-book -bin book.bin -color {} -out lines", kPolyglot, color));
    REQUIRE(dumped.status == 0);
    std::istringstream lines(bench.text("lines"));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t number = line.find(": ");
      const std::size_t remark = line.find(" {");  // such as "{cycle: ply=8}"
      if (number != std::string::npos) {
        read_line(line.substr(number, remark - number), *book, read);
      }
    }
  }
  CHECK(read.positions.size() >= 200);
  CHECK(read.passed >= 10);
}
