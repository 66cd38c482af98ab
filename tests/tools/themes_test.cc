// The themes listed by `arbiter explain pattern themes`.
#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <string>
#include <vector>

#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

struct Theme {
  std::string name, pattern, fen, moves;
};

std::string trimmed(std::string text) {
  text.erase(0, text.find_first_not_of(' '));
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// Returns the themes. Each has a line with its name and pattern, and one with its position and
// moves.
std::vector<Theme> themes() {
  std::vector<Theme> all;
  for (const std::string& line : lines_of(run_arbiter({"explain", "pattern", "themes"}).output)) {
    constexpr std::size_t kNameWidth = 26;
    if (line.starts_with("      ")) {
      REQUIRE(!all.empty());
      const std::string text = trimmed(line);
      const std::size_t gap = std::min(text.find("  "), text.size());
      all.back().fen = text.substr(0, gap);
      all.back().moves = trimmed(text.substr(gap) + " ");
    } else if (line.starts_with("  ")) {
      all.push_back(
          {trimmed(line.substr(0, kNameWidth)), trimmed(line.substr(kNameWidth)), "", ""});
    }
  }
  return all;
}

// Returns the number of games in which the pattern holds, after any messages.
std::string found(const Theme& theme, const std::string& fen, const std::string& moves) {
  const std::string game =
      "[FEN \"" + fen + "\"]\n[SetUp \"1\"]\n[Result \"*\"]\n\n" + moves + " *\n\n";
  const ProgramRun run =
      run_arbiter({"filter", "-", "--count", "-q", "--pattern", theme.pattern}, game);
  return run.errors + run.output;
}

// A position or moves similar to those of the theme, where its pattern does not hold.
struct NearMiss {
  const char *name, *fen, *moves;
};

constexpr NearMiss kNearMisses[] = {
    {"Fork", "r3k3/8/2N5/8/8/8/8/4K3 b - - 0 1", ""},
    {"Fork of three", "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", ""},
    {"Royal fork", "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", ""},
    {"Pin", "5k2/8/2n5/1B6/8/8/8/4K3 b - - 0 1", ""},
    {"Pin to the king", "5k2/8/2n5/1B6/8/8/8/4K3 b - - 0 1", ""},
    {"Pin to the queen", "2q1k3/8/5n2/6B1/8/8/8/4K3 b - - 0 1", ""},
    {"Skewer", "8/p3k2R/8/8/8/8/8/4K3 b - - 0 1", ""},
    {"X-ray", "3q3k/3p4/8/3n4/8/8/8/3RK3 w - - 0 1", ""},
    {"Double check", "4k3/8/5N2/4p3/8/8/4R3/4K3 b - - 0 1", ""},
    {"Discovered attack", "4q1k1/8/4p3/8/4N3/8/8/4R1K1 w - - 0 1", "Ng5"},
    {"Hanging piece", "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", ""},
    {"Trapped piece", "4k3/8/8/8/3p4/1PP5/b7/1K6 w - - 0 1", ""},
    {"Smothered mate", "7k/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "Nf7+"},
    {"Back-rank mate", "6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1", "Ra8+"},
    {"Epaulette mate", "3rk3/8/7Q/8/8/8/8/4K3 w - - 0 1", "Qe6+"},
    {"Swallow tail mate", "3r4/4k3/7Q/5P2/8/8/8/4K3 w - - 0 1", "Qe6+"},
    {"Opera mate", "4k3/1N3p2/8/8/8/8/8/3RK3 w - - 0 1", "Rd8+"},
    {"Blind swine mate", "6k1/1R5R/8/8/8/8/8/4K3 w - - 0 1", "Rbg7+"},
    {"Double bishop mate", "7k/7p/8/8/8/8/8/2B1KB2 w - - 0 1", "Bb2+"},
    {"Exposed king", "6k1/6p1/8/8/8/8/8/4K3 w - - 0 1", ""},
    {"Kingside attack", "6k1/8/5N1Q/8/6B1/8/8/4K3 b - - 0 1", ""},
    {"Queenside attack", "1k6/8/1N6/Q7/1B6/8/8/4K3 b - - 0 1", ""},
    {"Attack on f7", "4k3/5p2/8/8/2B3N1/8/8/4K3 b - - 0 1", ""},
    {"Opposite bishops", "4k3/2b5/8/8/8/8/1B6/4K3 w - - 0 1", ""},
    {"Bishop pair", "2b1kb2/8/8/8/8/8/2BB4/4K3 w - - 0 1", ""},
    {"Bad bishop", "4k3/8/8/3P4/8/1P2P3/4B3/4K3 w - - 0 1", ""},
    {"Fianchetto", "4k3/8/8/8/6P1/8/5PBP/4K3 w - - 0 1", ""},
    {"Connected passed pawns", "4k3/8/8/P1P5/8/8/8/4K3 w - - 0 1", ""},
    {"Doubled pawns", "4k3/2p5/3p4/8/8/8/8/4K3 w - - 0 1", ""},
    {"Tripled pawns", "4k3/8/2P5/2P5/3P4/8/8/4K3 w - - 0 1", ""},
    {"Isolated pawn", "4k3/8/8/8/3P4/8/P3P3/4K3 w - - 0 1", ""},
    {"Isolated queen pawn", "3qk3/3pp3/8/8/3P4/8/P4P2/4K3 w - - 0 1", ""},
    {"Backward pawn", "4k3/8/3p4/4p3/5P2/8/8/4K3 w - - 0 1", ""},
    {"Hanging pawns", "4k3/8/8/8/2PP4/8/P3P3/4K3 w - - 0 1", ""},
    {"Passed pawn", "4k3/8/8/1p6/2P5/8/8/4K3 w - - 0 1", ""},
    {"Protected passed pawn", "4k3/8/8/3P4/3P4/8/8/4K3 w - - 0 1", ""},
    {"Advanced passed pawn", "4k3/3p4/4P3/8/8/8/8/4K3 w - - 0 1", ""},
    {"Pawn chain", "4k3/8/4P3/3P4/8/2P5/8/4K3 w - - 0 1", ""},
    {"Carlsbad structure", "4k3/pp3ppp/8/2pp4/3P4/4P3/PP3PPP/4K3 w - - 0 1", ""},
    {"Maroczy bind", "4k3/pp1ppppp/8/8/2P1P3/8/PP1P1PPP/4K3 w - - 0 1", ""},
    {"Pawn storm", "6k1/5ppp/8/6P1/8/7P/PPP5/2K5 w - - 0 1", ""},
    {"Majority", "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1", ""},
    {"Open file e", "4k3/3pp3/8/8/8/8/3P4/4K3 w - - 0 1", ""},
    {"Rook on an open file", "4k3/3p4/8/8/8/8/2P5/3RK3 w - - 0 1", ""},
    {"Rook on half-open file", "4k3/3p4/8/8/8/8/3P4/3RK3 w - - 0 1", ""},
    {"Half-open file e", "4k3/3pp3/8/8/8/8/3PP3/4K3 w - - 0 1", ""},
    {"Doubled rooks", "4k3/8/8/5R2/8/8/8/3RK3 w - - 0 1", ""},
    {"Seventh rank", "4k3/R7/6R1/8/8/8/8/4K3 b - - 0 1", ""},
    {"Blockade", "4k3/2n5/8/2P5/8/8/8/4K3 w - - 0 1", ""},
    {"Fortress", "k7/8/8/8/8/8/P2B4/K7 w - - 0 1", "Kb2 Kb7 Kc3 Ka8 Kb4 Kb7"},
    {"Outpost", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", ""},
    {"Rook ending", "4k2r/4p3/8/8/8/8/4P3/R3KB2 w - - 0 1", ""},
    {"Lucena position", "8/2KP1k2/8/8/8/8/2r5/4R3 w - - 0 1", ""},
    {"Opposite bishop ending", "r3k3/2bp4/8/8/8/8/2BP4/R3K3 w - - 0 1", ""},
    {"Pawn ending", "4k3/4p3/8/8/8/8/4P3/4KN2 w - - 0 1", ""},
    {"Stalemate", "7k/8/6K1/8/8/8/5Q2/8 b - - 0 1", ""},
    {"Stalemate trick", "k7/6Q1/8/8/8/3q4/8/K7 w - - 0 1", "Qa7+ Kxa7"},
    {"Check at the end", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "Rf8+ Kxf8"},
    {"Symmetry", "4k3/pp6/8/8/8/P7/1P6/4K3 w - - 0 1", ""},
    {"Discovered check", "4k3/4p3/8/8/4N3/8/8/4RK2 w - - 0 1", "Nc3"},
    {"Greek gift", "rnbq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - 0 1",
     "Bxh7+ Kh8 Ng5"},
    {"Material sacrifice", "4k3/8/4p3/3n4/2B5/8/8/3RK3 w - - 0 1", "Bxd5 exd5 Rxd5"},
    {"Queen sacrifice", "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "Qxd8+ Kxd8 Ke2"},
    {"Exchange sacrifice", "4k3/8/8/4n3/8/8/8/4RK2 w - - 0 1", "Rxe5+ Kd7"},
    {"Attraction", "6k1/7p/8/7Q/8/8/8/K4R2 w - - 0 1", "Qxh7+ Kxh7 Rf2"},
    {"Deflection", "3q2k1/5pp1/1n5p/8/3B4/8/8/4R2K w - - 0 1", "Bxb6 Qxb6 Re8+"},
    {"Captured defender", "r3k3/6p1/1n6/8/3B4/8/8/4K3 w - - 0 1", "Bxg7"},
    {"Zwischenzug", "4k3/8/8/3p4/8/8/q7/3QK3 w - - 0 1", "Qxd5 Qxd5"},
    {"Manoeuvre", "4k3/8/8/8/3N4/8/8/4KN2 w - - 0 1", "Nf5"},
    {"Promotion", "8/8/P6k/8/8/8/8/K7 w - - 0 1", "a7"},
    {"Underpromotion", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q"},
    {"En passant", "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "exd6"},
    {"Castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"},
    {"Perpetual check", "6k1/6p1/5p2/7Q/8/8/5PPP/6K1 w - - 0 1", "Qe8+ Kh7 Qh5+ Kg8 Qe2"},
    {"Arabian mate", "7k/R7/4N3/8/8/8/8/4K3 w - - 0 1", "Rh7+"},
    {"Boden mate", "2kr4/3p4/8/8/8/8/8/2B1KB2 w - - 0 1", "Ba6+"},
    {"Anastasia mate", "8/6pk/8/3N4/8/R7/8/4K3 w - - 0 1", "Rh3+"},
    {"Opposite castling", "r3k2r/5p2/8/8/8/8/5P2/R3K2R w KQkq - 0 1", "O-O O-O"},
};

}  // namespace

TEST_CASE("each theme is found in its example, and not in one that looks like it") {
  const std::vector<Theme> all = themes();
  REQUIRE(all.size() == std::size(kNearMisses));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Theme& theme = all[i];
    CAPTURE(theme.name, theme.pattern, theme.fen, theme.moves);
    CHECK(theme.name == kNearMisses[i].name);
    CHECK(theme.pattern.size() < 60);
    CHECK(found(theme, theme.fen, theme.moves) == "1\n");
    CAPTURE(kNearMisses[i].fen, kNearMisses[i].moves);
    CHECK(found(theme, kNearMisses[i].fen, kNearMisses[i].moves) == "0\n");
  }
}
