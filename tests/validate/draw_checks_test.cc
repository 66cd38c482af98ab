#include "lib/validate/draw_checks.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/namespaces.h"
#include "tests/validate/recorded_validation.h"

using namespace arbiter::testing;
namespace {

// The finding of `id` in a game, as record_validation() writes it; empty if there is none.
std::string finding(const std::string& moves, const std::string& id) {
  const RecordedValidation found = record_whole(moves, all_checks());
  const auto it = std::ranges::find_if(
      found.findings, [&](const std::string& line) { return line.find(id) != std::string::npos; });
  return it == found.findings.end() ? "" : *it;
}

}  // namespace

TEST_CASE("chances to claim that were not used are named by the moves played instead", "[draws]") {
  // The first position stands again after 2... Ng8 and, for the third time, after 4... Ng8.
  const std::string game = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 (4. d4) Ng8 {!} 5. f3 e5 ";
  CHECK(finding(game + "6. g4 Qh4# 0-1", "White lost").find("before 5. f3") != std::string::npos);
  const std::string missed = finding(game + "6. g4 Qh4# 0-1", "chances to claim");
  CHECK(missed.find("White 1, before 5. f3; Black 1, before 4... Ng8") != std::string::npos);
}

TEST_CASE("nobody can claim once the game is drawn by itself", "[draws]") {
  const std::string day = "[Date \"2024.01.01\"]\n";
  const std::string setup = day + "[SetUp \"1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 149 120\"]\n\n";
  CHECK(finding(setup + "120. Qg2 1/2-1/2", "may claim") == "");
  CHECK(finding(setup + "120. Qg2 {draw by the fifty-move rule} 1/2-1/2", "does not show") == "");
  // The first position stands for the fifth time after 8... Ng8.
  std::string knights = day + "\n";
  for (int turn = 0; turn < 4; ++turn) knights += "Nf3 Nf6 Ng1 Ng8 ";
  const std::string missed = finding(knights + "9. f3 e5 10. g4 Qh4# 0-1", "chances to claim");
  CHECK(missed.find("White 4, before 5. Nf3, 6. Ng1, 7. Nf3 and 8. Ng1; Black 5") !=
        std::string::npos);
}

TEST_CASE("an end is told with its own article", "[draws]") {
  const std::string tags = "[Date \"2024.01.01\"]\n[SetUp \"1\"]\n";
  const std::string drawn = tags + "[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 149 120\"]\n\n120. Qg2 1-0";
  CHECK(finding(drawn, "75 moves (Laws 9.6.2)") != "");
  const std::string mated = tags + "[FEN \"7k/6Q1/5K2/8/8/8/8/8 b - - 0 120\"]\n\n1-0";
  CHECK(finding(mated, "checkmate (Laws 5.1.1)") != "");
}

TEST_CASE("a run that began before the first position says so", "[draws]") {
  const std::string setup = "[SetUp \"1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 149 120\"]\n\n";
  const std::string run = finding(setup + "120. Qg7# 1-0", "150 half-moves");
  CHECK(run.find("149 of them before the first position") != std::string::npos);
}

TEST_CASE("a chance at the end of the moves is named so", "[draws]") {
  const std::string lost = finding("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 0-1", "White lost");
  CHECK(lost.find("before the end") != std::string::npos);
}

TEST_CASE("games that are drawn have no missed chances", "[draws]") {
  CHECK(finding("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", "chances to claim") == "");
}
