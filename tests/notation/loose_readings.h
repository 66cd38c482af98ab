// Loose moves in a form in which they can be compared with an answer by hand.
#pragma once

#include <string>
#include <vector>

#include "lib/notation/loose_move.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// "ZeroCastling Suffix".
std::string names_of(SpellingDeviations spelling);

// A San spelled out: "Nbd2", "Pexd5=Q", so that a test shows what was read.
std::string spelled(const San& san);

struct Reading {
  std::string text;
  std::string means;  // as spelled() has it
  SpellingDeviations spelling;
};

void check_readings(const std::vector<Reading>& readings, const PieceLetters& letters = {});

}  // namespace arbiter::testing
