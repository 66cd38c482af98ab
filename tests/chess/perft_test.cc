#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

using judge::position_of;

constexpr std::uint64_t kMaxLeaves = 5'000'000;

struct Count {
  std::string fen;
  int depth;
  std::uint64_t leaves;
};

// Counts slowly: plays every move on a Position, including the last ones.
std::uint64_t played_perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t leaves = 0;
  for (const Move move : legal_moves(position)) {
    Position after = position;
    after.play(move);
    leaves += played_perft(after, depth - 1);
  }
  return leaves;
}

// Reads lines such as "<fen> ;D1 20 ;D2 400".
std::vector<Count> read_epd(const std::filesystem::path& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::vector<Count> counts;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string fen;
    std::getline(fields, fen, ';');
    for (std::string field; std::getline(fields, field, ';');) {
      char letter = ' ';
      Count count{fen, 0, 0};
      std::istringstream(field) >> letter >> count.depth >> count.leaves;
      REQUIRE(letter == 'D');
      counts.push_back(count);
    }
  }
  return counts;
}

// Reads groups of lines "id <name>", "epd <four fields>", "perft <depth> <leaves>".
std::vector<Count> read_groups(const std::filesystem::path& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::vector<Count> counts;
  std::string fen;
  for (std::string word; file >> word;) {
    std::string rest;
    if (word == "epd") {
      std::getline(file >> std::ws, fen);
    } else if (word == "perft") {
      Count count{fen, 0, 0};
      file >> count.depth >> count.leaves;
      counts.push_back(count);
    } else {
      std::getline(file, rest);
    }
  }
  return counts;
}

void require_counts(const std::vector<Count>& counts) {
  for (const auto& [fen, depth, leaves] : counts) {
    if (leaves > kMaxLeaves) continue;
    CAPTURE(fen, depth);
    REQUIRE(perft(position_of(fen), depth) == leaves);
  }
}

// Disables fast pext during a test.
class WithoutPext {
 public:
  WithoutPext() { attack_tables::use_pext = false; }
  ~WithoutPext() { attack_tables::use_pext = was_used_; }
  WithoutPext(const WithoutPext&) = delete;
  WithoutPext& operator=(const WithoutPext&) = delete;

 private:
  bool was_used_ = attack_tables::use_pext;
};

// Numbers published by several programs for these positions.
const std::vector<Count> kPublished = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422333},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3605103},
};

TEST_CASE("leaves are counted as published", "[perft]") { require_counts(kPublished); }

TEST_CASE("processors without fast bit instructions count the same", "[perft]") {
  const WithoutPext guard;
  require_counts(kPublished);
}

TEST_CASE("depth 0 is one leaf, and a line ends with mate", "[perft]") {
  REQUIRE(perft(Position(), 0) == 1);
  const Position mate = position_of("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
  REQUIRE(perft(mate, 0) == 1);
  REQUIRE(perft(mate, 1) == 0);
  REQUIRE(perft(mate, 5) == 0);
}

TEST_CASE("counts agree with playing every move, and with the judge", "[perft]") {
  int nth = 0;
  testing::visit_random_games(12, 60,
                              [&](const Position& position, const judge::JudgeBoard& judged) {
                                if (++nth % 5 != 0) return;
                                CAPTURE(judged.fen());
                                const std::uint64_t leaves = perft(position, 2);
                                REQUIRE(leaves == played_perft(position, 2));
                                REQUIRE(leaves == judged.perft(2));
                                REQUIRE(perft(position, 1) == count_legal_moves(position));
                              });
}

TEST_CASE("the counts of the moves add up", "[perft]") {
  const Position position = position_of(kPublished[1].fen);
  REQUIRE(divide(position, 0).empty());
  for (int depth = 1; depth <= 3; ++depth) {
    const std::vector<PerftShare> shares = divide(position, depth);
    REQUIRE(shares.size() == count_legal_moves(position));
    std::uint64_t sum = 0;
    for (const auto& [move, count] : shares) {
      Position after = position;
      after.play(move);
      REQUIRE(count == played_perft(after, depth - 1));
      sum += count;
    }
    REQUIRE(sum == perft(position, depth));
  }
}

TEST_CASE("the large collections of counts are reproduced, to 5 million leaves",
          "[perft][corpus]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  SECTION("standard") { require_counts(read_epd(*corpus / "vectors/perft-standard.epd")); }
  SECTION("Chess960") { require_counts(read_epd(*corpus / "vectors/perft-chess960.epd")); }
  SECTION("tricky") { require_counts(read_groups(*corpus / "vectors/perft-tricky.txt")); }
}

}  // namespace
}  // namespace arbiter::testing
