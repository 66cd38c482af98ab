#include "lib/validate/draw_checks.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/validate/games_checked.h"
#include "tests/validate/recorded_validation.h"

using namespace arbiter::testing;
namespace {

// Returns the finding `id` in a game, as written by record_validation(); empty if there is none.
std::string finding(const std::string& moves, const std::string& id) {
  const RecordedValidation found = record_whole(moves, all_checks());
  const auto it = std::ranges::find_if(
      found.findings, [&](const std::string& line) { return line.find(id) != std::string::npos; });
  return it == found.findings.end() ? "" : *it;
}

}  // namespace

TEST_CASE("missed claims are located at the moves played instead", "[draws]") {
  // The initial position occurs again after 2... Ng8, and for the third time after 4... Ng8.
  const std::string game = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 (4. d4) Ng8 {!} 5. f3 e5 ";
  CHECK(finding(game + "6. g4 Qh4# 0-1", "White lost").find("before 5. f3") != std::string::npos);
  const std::string missed = finding(game + "6. g4 Qh4# 0-1", "missed claims");
  CHECK(missed.find("White 1, before 5. f3; Black 1, before 4... Ng8") != std::string::npos);
}

TEST_CASE("no claim is possible after an automatic draw", "[draws]") {
  const std::string day = "[Date \"2024.01.01\"]\n";
  const std::string setup = day + "[SetUp \"1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 149 120\"]\n\n";
  CHECK(finding(setup + "120. Qg2 1/2-1/2", "Black may claim") == "");
  CHECK(finding(setup + "120. Qg2 {draw by the fifty-move rule} 1/2-1/2", "does not show") == "");
  // The initial position occurs for the fifth time after 8... Ng8.
  std::string knights = day + "\n";
  for (int turn = 0; turn < 4; ++turn) knights += "Nf3 Nf6 Ng1 Ng8 ";
  const std::string missed = finding(knights + "9. f3 e5 10. g4 Qh4# 0-1", "missed claims");
  CHECK(missed.find("White 4, before 5. Nf3, 6. Ng1, 7. Nf3 and 8. Ng1; Black 5") !=
        std::string::npos);
}

// Returns the article of the first finding that has its own article, and whose message contains the
// words.
std::string article(const std::string& text, const std::string& words) {
  for (const Diagnostic& finding : check_game(text).findings) {
    if (finding.message.find(words) == std::string::npos) continue;
    if (!finding.own_reference.empty()) return std::string(finding.own_reference);
  }
  return "";
}

TEST_CASE("an end is reported with its own article", "[draws]") {
  const std::string tags = "[Date \"2024.01.01\"]\n[SetUp \"1\"]\n";
  const std::string drawn = tags + "[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 149 120\"]\n\n120. Qg2 1-0";
  CHECK(article(drawn, "75 moves") == "Laws 9.6.2");
  const std::string mated = tags + "[FEN \"7k/6Q1/5K2/8/8/8/8/8 b - - 0 120\"]\n\n1-0";
  CHECK(article(mated, "checkmate") == "Laws 5.1.1");
}

TEST_CASE("a run that began before the initial position is reported as such", "[draws]") {
  const std::string setup = "[SetUp \"1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 149 120\"]\n\n";
  const std::string run = finding(setup + "120. Qg7# 1-0", "150 half-moves");
  CHECK(run.find("149 of them before the initial position") != std::string::npos);
}

TEST_CASE("a missed claim at the end of the moves is reported as such", "[draws]") {
  const std::string lost = finding("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 0-1", "White lost");
  CHECK(lost.find("before the end") != std::string::npos);
}

TEST_CASE("drawn games have no missed claims", "[draws]") {
  CHECK(finding("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", "missed claims") == "");
}

namespace {

std::string from_position(const std::string& fen, const std::string& moves,
                          const std::string& day = "2024.01.01") {
  return "[Date \"" + day + "\"]\n[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n" + moves + "\n";
}

// Returns `count` quiet half-moves from a position with all knights on their initial squares.
std::string knights_out_and_back(int count) {
  constexpr const char* kTour[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
  std::string moves;
  for (int ply = 0; ply < count; ++ply) moves += kTour[ply % 4];
  return moves;
}

// Returns the ids except that of the longest run, which is not about claims.
std::string without_run(std::string ids) {
  const std::string run = "no-progress";
  const std::size_t at = ids.find(run);
  if (at == std::string::npos) return ids;
  ids.erase(at == 0 ? 0 : at - 1, run.size() + 1);
  return ids;
}

// Returns a claim such as "fifty at 0" or "repetition ahead at 7", or "none".
std::string first_claim_in(const std::string& text, const ValidatorOptions& options = {}) {
  const auto claim = check_game(text, options).summary.first_claim;
  if (!claim) return "none";
  constexpr const char* kClaims[] = {"repetition ahead", "repetition", "fifty ahead", "fifty"};
  return std::string(kClaims[static_cast<int>(claim->claim)]) + " at " + std::to_string(claim->ply);
}

}  // namespace

TEST_CASE("a draw can be claimed in the initial position of a FEN", "[draws]") {
  struct Row {
    std::string clock;
    std::string claim;
    std::string ids;
  };
  const Row row = GENERATE(values<Row>({
      {"97", "fifty ahead at 2", "fifty-claim-ahead"},
      {"98", "fifty ahead at 1", "fifty-claim-ahead fifty-on-board"},
      {"99", "fifty ahead at 0", "fifty-claim-ahead fifty-on-board"},
      {"100", "fifty at 0", "fifty-on-board"},
      {"147", "fifty at 0", "fifty-on-board"},
      {"148", "fifty at 0", "fifty-on-board result-after-automatic-end"},
  }));
  CAPTURE(row.clock);
  const std::string text =
      from_position("7k/8/5K2/8/8/8/8/6Q1 w - - " + row.clock + " 120", "120. Qg2 Kh7 1-0");
  CHECK(first_claim_in(text) == row.claim);
  CHECK(without_run(check_game(text).ids_of("draws")) == row.ids);
}

TEST_CASE("75 moves can be complete in the initial position of a FEN", "[draws]") {
  const CheckedGame game =
      check_game(from_position("7k/8/5K2/8/8/8/8/6Q1 w - - 150 120", "120. Qg2 Kh7 1-0"));
  CHECK(game.summary.end == GameEnd{EndReason::SeventyFiveMoves, Outcome::Draw, 0});
  CHECK(without_run(game.ids_of("draws")) == "seventyfive-ended result-after-automatic-end");
  CHECK_FALSE(game.summary.first_claim.has_value());
  const CheckedGame of_1995 = check_game(
      from_position("7k/8/5K2/8/8/8/8/6Q1 w - - 150 120", "120. Qg2 Kh7 1-0", "1995.01.01"));
  CHECK_FALSE(of_1995.summary.end.has_value());
  CHECK(of_1995.summary.first_claim.has_value());
}

TEST_CASE("no claim is possible after the end", "[draws]") {
  // Stalemate on the hundredth half-move, and mate on it.
  CHECK(first_claim_in(from_position("7k/8/5K2/8/8/8/8/6Q1 w - - 99 120", "Qg6 1/2-1/2")) ==
        "fifty ahead at 0");
  CHECK(finding(from_position("7k/8/5K2/8/8/8/8/6Q1 w - - 99 120", "Qg6 1/2-1/2"),
                "may claim a draw") == "");
  CHECK(finding(from_position("7k/8/5K2/8/8/8/8/6Q1 w - - 99 120", "Qg7# 1-0"),
                "may claim a draw") == "");
  CHECK(first_claim_in(from_position("7k/6Q1/5K2/8/8/8/8/8 b - - 100 120", "1-0")) == "none");
  // A blocked position that is dead from the start.
  const std::string wall = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - ";
  const std::string walk = "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 1-0";
  CHECK(first_claim_in(from_position(wall + "0 40", walk)) == "none");
  CHECK(finding(from_position(wall + "0 40", walk), "could have claimed a draw") == "");
  CHECK(first_claim_in(from_position(wall + "99 140", walk)) == "none");
  // Two sites do not apply these rules.
  ValidatorOptions lichess;
  lichess.rules = RulesProfile::Lichess;
  CHECK(first_claim_in(from_position(wall + "0 40", walk), lichess) == "repetition ahead at 7");
}

TEST_CASE("a run without progress is reported from its first move", "[draws]") {
  const std::string fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 81";
  const std::string knights = "Nf6 Nf3 Ng8 Ng1 ";
  std::string moves = "81. a3 ";
  for (int turn = 0; turn < 26; ++turn) moves += knights;
  const std::string run =
      finding(from_position(fen, moves + "Nf6 1-0", "1995.01.01"), "longest run");
  CHECK_THAT(run, Catch::Contains("105 half-moves"));
  CHECK_THAT(run, Catch::Contains("from Black's move 81 on"));
}

TEST_CASE("each run of a hundred half-moves is reported", "[draws]") {
  const std::string quiet = knights_out_and_back(100);
  const auto count = [](const std::string& moves) {
    const CheckedGame game = check_game("[Date \"1995.01.01\"]\n\n" + moves + "*\n");
    return std::ranges::count_if(game.findings, [](const Diagnostic& finding) {
      return finding.code == DiagnosticCode::FiftyOnBoard;
    });
  };
  CHECK(count(knights_out_and_back(99)) == 0);
  CHECK(count(quiet) == 1);
  CHECK(count(quiet + knights_out_and_back(40)) == 1);
  CHECK(count(quiet + "e4 e5 " + knights_out_and_back(99)) == 1);
  CHECK(count(quiet + "e4 e5 " + quiet) == 2);
  CHECK(count(quiet + "e4 e5 " + quiet + "d4 d5 " + quiet) == 3);
}

TEST_CASE("the other reading of a threefold repetition needs the same player to move", "[draws]") {
  const std::string fen = "4k3/8/8/8/8/8/8/4K1NR w K - 0 1";
  const auto ids = [&](const std::string& moves) {
    return without_run(check_game(from_position(fen, moves + " *", "1995.01.01")).ids_of("draws"));
  };
  CHECK(ids("Kd1 Kd8 Kd2 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1") == "");
  CHECK(ids("Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8") ==
        "threefold-claim-ahead repetition-readings-differ");
}

TEST_CASE("the Laws of the day decide when fifty moves are enough", "[draws]") {
  struct Day {
    std::string day;
    std::string clock;
    std::string ids;
  };
  // King, rook and bishop against king and rook.
  const Day row = GENERATE(values<Day>({
      {"1990.05.01", "99", "fifty-extended"},
      {"1990.05.01", "148", "fifty-claim-ahead fifty-on-board seventyfive-before-rule"},
      {"1990.05.01", "149", "fifty-claim-ahead fifty-on-board seventyfive-before-rule"},
      {"1994.05.01", "99", "fifty-claim-ahead fifty-on-board"},
      {"1927.05.01", "99", "fifty-claim-ahead fifty-on-board"},
      {"1951.05.01", "99", "fifty-extended"},
      {"1951.05.01", "263", "fifty-claim-ahead fifty-on-board seventyfive-before-rule"},
      {"1960.05.01", "99", "fifty-extended"},
      {"1960.05.01", "199", "fifty-claim-ahead fifty-on-board seventyfive-before-rule"},
  }));
  CAPTURE(row.day, row.clock);
  const std::string fen = "8/8/4k3/3r4/8/3KB3/3R4/8 w - - " + row.clock + " 120";
  CHECK(without_run(check_game(from_position(fen, "120. Kc3 Rc5 *", row.day)).ids_of("draws")) ==
        row.ids);
}
