#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "db/model/game_reach.h"
#include "db/model/move_code.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/patterns/material_pattern.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

// The number of each letter on a board.
using Letters = std::map<char, int>;

Letters letters_on(const Board& board) {
  Letters letters;
  for (int i = 0; i < kSquareCount; ++i) {
    if (const auto piece = board.at(square_at(i))) ++letters[letter_of(*piece)];
  }
  return letters;
}

// A pattern, and an equivalent function.
struct Case {
  std::string pattern;
  std::function<bool(Letters&)> judge;
};

int all(Letters& l, const std::string& letters) {
  int sum = 0;
  for (const char letter : letters) sum += l[letter];
  return sum;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> cases = {
      {"KRPkr",
       [](Letters& l) {
         return l['R'] == 1 && l['P'] == 1 && l['r'] == 1 && all(l, "NBQ") + all(l, "pnbq") == 0;
       }},
      {"KRP{1,3}kr",
       [](Letters& l) {
         return l['R'] == 1 && l['P'] >= 1 && l['P'] <= 3 && l['r'] == 1 &&
                all(l, "NBQ") + all(l, "pnbq") == 0;
       }},
      {"KQ*k*", [](Letters& l) { return l['Q'] >= 1; }},
      {"K*QkP{0-1}", [](Letters& l) { return l['Q'] >= 1 && l['P'] >= 0 && all(l, "pnbrq") == 0; }},
      {"k*KQQ{1}", [](Letters& l) { return l['Q'] == 2 && all(l, "PNBR") == 0; }},
      {"KBP{2,}kn*~",
       [](Letters& l) {
         return (l['B'] == 1 && l['P'] >= 2 && all(l, "NRQ") == 0 && l['n'] >= 1) ||
                (l['b'] == 1 && l['p'] >= 2 && all(l, "nrq") == 0 && l['N'] >= 1);
       }},
      {"~Kk", [](Letters& l) { return all(l, "PNBRQpnbrq") == 0; }},
      {"KQ{3}*k*~", [](Letters& l) { return l['Q'] >= 3 || l['q'] >= 3; }},
      {"K*kp{8}nnbbrrq",
       [](Letters& l) {
         return l['p'] == 8 && l['n'] == 2 && l['b'] == 2 && l['r'] == 2 && l['q'] == 1;
       }},
  };
  return cases;
}

MaterialPattern pattern_of(const std::string& text) {
  const auto pattern = MaterialPattern::parse(text);
  REQUIRE(pattern);
  return *pattern;
}

struct PlayedMoves {
  Position first;
  std::vector<Move> moves;
  std::vector<Letters> men;  // letters of every position
};

// Prefers captures and promotions, so that few pieces remain.
PlayedMoves random_game(const Position& first, std::mt19937& random) {
  PlayedMoves game{first, {}, {letters_on(first.board())}};
  Position position = first;
  for (int ply = 0; ply < 240; ++ply) {
    std::vector<Move> moves;
    for (const Move move : legal_moves(position)) {
      const bool captures = !position.board().is_empty(move.to());
      for (int i = 0; i < (captures || move.kind() != MoveKind::Normal ? 4 : 1); ++i) {
        moves.push_back(move);
      }
    }
    if (moves.empty()) break;
    const Move move = moves[random() % moves.size()];
    position.play(move);
    game.moves.push_back(move);
    game.men.push_back(letters_on(position.board()));
  }
  return game;
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

TEST_CASE("a game reaches a material if one of its positions has it", "[material]") {
  std::mt19937 random(1);
  const std::string fens[] = {
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1",
      "7k/1P1P4/8/8/8/8/4p1p1/1K1Q4 w - - 0 1",
      "r3k2r/1P4P1/8/2pPpP2/2PpPp2/8/1p4p1/R3K2R w KQkq e6 0 1",
      "8/8/4k3/8/8/3RPK2/8/4r3 b - - 0 1",
  };
  std::map<std::string, int> found;
  for (int i = 0; i < 600; ++i) {
    const std::string& fen = fens[i % std::size(fens)];
    const PlayedMoves game = random_game(*parse_position(fen), random);
    std::string bytes;
    pack_moves(game.moves, bytes);
    const std::string start = i % std::size(fens) < 1
                                  ? std::string()
                                  : fen_of(game.first.setup(), CastlingLetters::Shredder);
    for (const Case& test : cases()) {
      bool is_reached = false;
      for (Letters men : game.men) is_reached |= test.judge(men);
      found[test.pattern] += is_reached ? 1 : 0;
      CAPTURE(test.pattern, fen, i);
      const MaterialPattern pattern = pattern_of(test.pattern);
      REQUIRE(reaches_material(pattern, start, bytes_of(bytes)) == is_reached);
      const GameTrace trace = trace_of(start, bytes_of(bytes));
      REQUIRE(reaches_material(pattern, trace.material.numbers()) == is_reached);
    }
  }
  for (const Case& test : cases()) {
    CAPTURE(test.pattern);
    CHECK(found[test.pattern] > 0);
  }
}

TEST_CASE("the changes of material of a game are its captures and promotions", "[material]") {
  struct Trace {
    std::string start;
    std::string moves;
    std::vector<std::uint8_t> numbers;
  };
  const auto [start, moves, numbers] = GENERATE(values<Trace>({
      {"", "", {}},
      {"", "e4 e5 Nf3 Nc6", {}},
      {"", "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2", {0, 1, 1, 8}},
      {"", "e4 a6 e5 d5 exd6 Qxd6", {0, 1}},      // en passant
      {"", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O", {}},  // no change
      // Captures a rook while promoting.
      {"", "a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 bxa8=N Qxa8", {0, 0, 4, 13, 8, 3}},
      {"", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 h8=Q", {0, 0, 11, 3}},
      {"", "g3 h5 a3 h4 a4 hxg3 a5 gxf2 Kxf2", {1, 1, 0}},
      {"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1", "e4 d5 exd5", {0}},
      {"8/8/4k3/8/8/3RPK2/p7/4r3 b - - 0 1",
       "a1=R Rd1 Rexd1",
       {15, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 10, 2, 7}},
      {"no position", "", {15}},
  }));
  CAPTURE(start, moves);
  Position position = start.size() < 20 ? Position() : *parse_position(start);
  std::string packed;
  std::vector<Move> played;
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    for (const Move move : legal_moves(position)) {
      const std::string san = san_of(move, position);
      if (san.substr(0, san.find_first_of("+#")) != word) continue;
      played.push_back(move);
      break;
    }
    position.play(played.back());
  }
  REQUIRE(played.size() ==
          static_cast<std::size_t>(std::ranges::count(moves, ' ') + (moves.empty() ? 0 : 1)));
  pack_moves(played, packed);
  const GameTrace trace = trace_of(start, bytes_of(packed));
  const auto changes = trace.material.numbers();
  CHECK(std::vector<std::uint8_t>(changes.begin(), changes.end()) == numbers);
}

TEST_CASE("damaged moves and changes end, and stay within their limits", "[material]") {
  std::mt19937 random(3);
  const std::string full =
      "qqqqkqqq/PPPPPPPP/PPPPPPPP/PPPPPPPP/pppppppp/pppppppp/pppppppp/QQQQKQQQ w - - 0 1";
  const MaterialPattern pattern = pattern_of("KRPkr");
  for (int i = 0; i < 3'000; ++i) {
    std::string bytes;
    for (int byte = 0; byte < 600; ++byte) bytes += static_cast<char>(random());
    for (const std::string& start : {std::string(), full, bytes.substr(0, 9)}) {
      REQUIRE(trace_of(start, bytes_of(bytes)).material.numbers().size() <= 213);
    }
    reaches_material(pattern, bytes_of(bytes).first(random() % 600));
    bytes.front() = 15;
    reaches_material(pattern, bytes_of(bytes).first(random() % 600));
  }
}

TEST_CASE("material that moves can still lead to stays reachable", "[material]") {
  std::mt19937 random(2);
  for (int i = 0; i < 100; ++i) {
    const PlayedMoves game = random_game(Position(), random);
    for (const Case& test : cases()) {
      const MaterialPattern pattern = pattern_of(test.pattern);
      Position position = game.first;
      bool was_out_of_reach = false;
      for (const Move move : game.moves) {
        const MenCounts men = men_on(position.board());
        was_out_of_reach |= pattern.is_out_of_reach(men);
        if (was_out_of_reach) REQUIRE_FALSE(pattern.matches(men));
        position.play(move);
      }
    }
  }
}

TEST_CASE("a pattern contains the number of captures that it needs", "[material]") {
  CHECK(pattern_of("KRPkr").min_captures() == 27);
  CHECK(pattern_of("Kk").min_captures() == 30);
  CHECK(pattern_of("K*kr").min_captures() == 14);
  CHECK(pattern_of("KR{1,3}k*").min_captures() == 12);
  CHECK(pattern_of("K*k*").min_captures() == 0);
}

TEST_CASE("invalid material is rejected, with the place", "[material]") {
  struct Refused {
    std::string text;
    std::string part;
  };
  const auto [text, part] = GENERATE(values<Refused>({
      {"", "White has no king"},
      {"KR", "Black has no king"},
      {"kr", "White has no king"},
      {"KRPKR", "second K at character 4"},
      {"KXk", "'X' at character 2"},
      {"KR k", "' ' at character 3"},
      {"KR{k", "character 2"},
      {"KR{}k", "character 2"},
      {"KR{3,1}k", "character 2"},
      {"KR{99}k", "character 2"},
      {"KR{1,2k", "character 2"},
      {"K{1}k", "'{' at character 2"},
      {"*Kk", "'*' at character 1"},
      {"K~k", "'~' at character 2"},
  }));
  const auto pattern = MaterialPattern::parse(text);
  CAPTURE(text);
  REQUIRE_FALSE(pattern);
  CAPTURE(pattern.error());
  CHECK(pattern.error().find(part) != std::string::npos);
}
