#include "lib/rules/draw_checks.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/rules/recorded_validation.h"

using namespace arbiter;
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

TEST_CASE("a chance at the end of the moves is named so", "[draws]") {
  const std::string lost = finding("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 0-1", "White lost");
  CHECK(lost.find("before the end") != std::string::npos);
}

TEST_CASE("games that are drawn have no missed chances", "[draws]") {
  CHECK(finding("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", "chances to claim") == "");
}
