// Checks whether positions can have arisen (Laws 3.10.3): no proof may be false.
#include "lib/laws/origin/origin.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

using judge::setup_of;
using testing::Random;
using testing::random_below;

std::string names_of(const OriginFlaws& flaws) {
  std::string names;
  for (const OriginFlaw& flaw : flaws) {
    if (!names.empty()) names += ' ';
    names += to_string(flaw.fault);
  }
  return names;
}

struct Example {
  std::string fen;
  std::string faults;
};

std::string found_in(const std::string& fen) {
  const Setup setup = setup_of(fen);
  return names_of(origin_flaws(setup, start_array_of(setup)));
}

TEST_CASE("an impossible position is proved impossible", "[origin]") {
  const Example example = GENERATE(values<Example>({
      {"8/8/8/8/8/8/8/4K3 w - - 0 1", "kings"},
      {"4k3/8/8/8/8/8/8/4K1KN w - - 0 1", "kings"},
      {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn-on-edge"},
      {"8/8/8/3kK3/8/8/8/8 w - - 0 1", "kings-adjacent"},
      {"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "opposite-check"},
      {"k6R/8/8/8/8/8/8/K6r w - - 0 1", "opposite-check"},
      {"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "too-many-pawns"},
      {"2b1k3/pppppppp/8/5b2/8/8/8/4K3 w - - 0 1", "too-many-promoted"},
      {"rnbqkbnr/1ppppppp/8/6B1/8/8/PPPPPPPP/RN1QKBNR w KQk - 0 1", "too-many-promoted"},
      {"rnbqkbnr/pppppppp/8/6B1/8/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1", "misplaced too-many-promoted"},
      {"rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR w kq - 0 1", "misplaced"},
      {"rnbqkbnr/pppppppp/8/8/R7/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1", "misplaced too-many-promoted"},
      // Three rooks, although no pawn can have promoted.
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1R1KBNR w Kkq - 0 1", "misplaced too-many-promoted"},
      {"rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1", "pawn-captures"},
      {"4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1", "pawn-captures"},
      {"rnbqkbn1/pppp4/P7/P7/P7/P7/8/4K3 w q - 0 1", "pawn-captures"},
      // One piece is missing, but the bishop on c8 was captured where no pawn can capture.
      {"rn1qkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1", "pawn-captures"},
      {"rnbqkbnr/pppp1ppp/4p3/8/8/4Q3/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "pawn-captures"},
      {"rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "pawns-passed"},
      {"4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", "impossible-check"},
      {"4k3/8/8/3pP3/8/8/4r3/4K3 w - d6 0 1", "en-passant"},
      {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "en-passant"},
      {"4k3/8/8/8/3Pp3/8/8/4K3 w - d3 0 1", "en-passant"},
      {"k7/P1K5/8/8/8/8/8/8 w - - 0 1", "no-last-move"},
      // None of Black's pieces has moved, so Black cannot have moved last.
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "no-last-move"},
      {"1k1r4/8/8/8/8/8/8/4K2R w Hd - 0 1", "no-last-move castling"},
  }));
  CAPTURE(example.fen);
  CHECK(found_in(example.fen) == example.faults);
}

TEST_CASE("a position that only looks impossible is accepted", "[origin]") {
  const std::string fen = GENERATE(
      as<std::string>{}, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "k7/P1K5/8/8/8/8/8/8 b - - 0 1",                              // last move: a6-a7
      "rnbqkbnr/1ppppppp/8/6B1/8/8/1PPPPPPP/RN1QKBNR w KQk - 0 1",  // a8=B, with Bc1 captured
      "rnbqkb2/pppp4/P7/P7/P7/P7/8/4K3 w q - 0 1",                  // six captures
      // The knight was captured by the pawn.
      "rnbqkb1r/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
      "rnbqkb2/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w KQq - 0 4",     // via another file
      "r1bqkb1r/pppp1ppp/8/8/4P3/4p3/PPPP1PPP/RNBQKBNR w KQkq - 0 10",  // exd3, dxe4
      "2R5/8/8/8/8/8/8/k1K5 b - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  CAPTURE(fen);
  CHECK(found_in(fen).empty());
}

TEST_CASE("Chess960 allows what the standard initial position does not", "[origin]") {
  const Setup setup = setup_of("brnqknrb/pppppppp/8/8/8/8/PPPPPPPP/BRNQKNRB w - - 0 1");
  CHECK_THAT(names_of(origin_flaws(setup, StartArray::Usual)), Catch::StartsWith("misplaced"));
  CHECK(names_of(origin_flaws(setup, StartArray::Chess960)).empty());
}

TEST_CASE("both sides of Chess960 begin with their rooks on the same files", "[origin]") {
  struct Rooks {
    std::string fen;
    std::string where;
  };
  const Rooks row = GENERATE(values<Rooks>({
      {"4k1r1/8/8/8/8/8/8/4K2R w Kg - 0 1", "the rooks stand on h1 and g8"},
      {"1r2k3/8/8/8/8/8/8/R3K3 w Qb - 0 1", "the rooks stand on a1 and b8"},
      // The sides have their rights on different wings.
      {"1r2k3/8/8/8/8/8/8/4K2R w Kb - 0 1", ""},
      {"4k1r1/8/8/8/8/8/8/4K1R1 w Gg - 0 1", ""},
  }));
  CAPTURE(row.fen);
  std::string proofs;
  for (const OriginFlaw& flaw : origin_flaws(setup_of(row.fen), StartArray::Chess960)) {
    proofs += flaw.proof + "; ";
  }
  if (row.where.empty()) {
    CHECK_THAT(proofs, !Catch::Contains("both sides may castle"));
  } else {
    CHECK_THAT(proofs, Catch::Contains(row.where));
  }
}

// Returns a random move, preferably a capture, a pawn move or a promotion.
Move tactical_move(const Position& position, Random& random) {
  const MoveList moves = legal_moves(position);
  std::vector<Move> tactical;
  for (const Move move : moves) {
    const bool is_pawn = position.board().of(Role::Pawn).contains(move.from());
    const bool captures =
        move.kind() != MoveKind::Castling && !position.board().is_empty(move.to());
    if (move.kind() == MoveKind::Promotion || move.kind() == MoveKind::Castling) return move;
    if (is_pawn || captures) tactical.push_back(move);
  }
  if (!tactical.empty() && random_below(random, 3) != 0) {
    return tactical[static_cast<std::size_t>(
        random_below(random, static_cast<int>(tactical.size())))];
  }
  return moves[static_cast<std::size_t>(random_below(random, static_cast<int>(moves.size())))];
}

Move any_move(const Position& position, Random& random) {
  const MoveList moves = legal_moves(position);
  return moves[static_cast<std::size_t>(random_below(random, static_cast<int>(moves.size())))];
}

// Returns a random move, preferably by a piece, so that many pawns remain unmoved.
Move piece_move(const Position& position, Random& random) {
  for (int i = 0; i < 8; ++i) {
    const Move move = any_move(position, random);
    if (!position.board().of(Role::Pawn).contains(move.from())) return move;
  }
  return any_move(position, random);
}

template <class Chooser>
void play_and_examine(const std::string& start, StartArray array, Random& random, Chooser choose) {
  Position position(setup_of(start));
  for (int ply = 0; ply < 220 && has_legal_move(position); ++ply) {
    position.play(choose(position, random));
    const Setup setup = position.setup();
    const OriginFlaws flaws = origin_flaws(setup, array);
    if (flaws.empty()) continue;
    CAPTURE(fen_of(position), flaws.front().proof);
    FAIL("a position of a legal game is called impossible");
  }
}

TEST_CASE("no position of a legal game is called impossible", "[origin]") {
  Random random(31003);
  const std::string usual = fen_of(initial_setup());
  const int games = testing::is_nightly() ? 600 : 60;
  for (int game = 0; game < games; ++game) {
    const std::string shuffled = testing::random_chess960_start(random);
    play_and_examine(usual, StartArray::Usual, random, any_move);
    play_and_examine(usual, StartArray::Usual, random, tactical_move);
    play_and_examine(usual, StartArray::Usual, random, piece_move);
    play_and_examine(shuffled, StartArray::Chess960, random, any_move);
    play_and_examine(shuffled, StartArray::Chess960, random, tactical_move);
    play_and_examine(shuffled, StartArray::Chess960, random, piece_move);
  }
}

TEST_CASE("positions that cannot be played have a proof, and positions that arose have none",
          "[origin]") {
  const auto folder = testing::corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  const auto each_line = [&](const char* name, const auto& visit) {
    std::ifstream file(*folder / "vectors" / name);
    REQUIRE(file);
    for (std::string line; std::getline(file, line);) visit(line);
  };
  each_line("fen-invalid.txt", [](const std::string& fen) {
    const auto read = parse_fen(fen);
    if (!std::holds_alternative<ParsedFen>(read)) return;
    const ParsedFen& parsed = std::get<ParsedFen>(read);
    CAPTURE(fen);
    // Some FENs are faulty only in their castling rights, which parse_fen() has removed from the
    // Setup.
    if (parsed.oddities.empty()) {
      CHECK_FALSE(origin_flaws(parsed.setup, StartArray::Chess960).empty());
    }
  });
  each_line("fen-valid.txt", [](const std::string& fen) {
    const ParsedFen parsed = std::get<ParsedFen>(parse_fen(fen));
    CAPTURE(fen, names_of(origin_flaws(parsed.setup, StartArray::Chess960)));
    CHECK(origin_flaws(parsed.setup, StartArray::Chess960).empty());
  });
}

TEST_CASE("impossible counts are reported apart from the board", "[origin]") {
  const auto example = GENERATE(values<std::pair<std::string, std::string>>({
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 40", ""},
      {"4k3/8/8/8/8/8/8/4K3 w - - 5 2", "PGN 16.1.3.5"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 151 200", "Laws 9.6.2"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "PGN 16.1.3.6"},
      {"rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", ""},
      {"rnbqkb1r/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "PGN 16.1.3.6"},
      // The last half-move was quiet, and was played by Black.
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 1 2", "PGN 16.1.3.6"},
      {"r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1 2", ""},
  }));
  CAPTURE(example.first);
  const std::vector<CountFlaw> flaws = count_flaws(setup_of(example.first));
  REQUIRE(flaws.size() == (example.second.empty() ? 0 : 1));
  if (!flaws.empty()) CHECK(flaws.front().reference == example.second);
}

}  // namespace
}  // namespace arbiter::testing
