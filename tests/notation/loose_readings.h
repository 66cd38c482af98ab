// Loosely written moves in a form for comparison with hand-made results.
#pragma once

#include <string>
#include <vector>

#include "lib/notation/loose_move.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns names such as "ZeroCastling Suffix".
std::string names_of(SpellingDeviations spelling);

// Returns a San in full, such as "Nbd2" or "Pexd5=Q", so that tests show the parsed move.
std::string spelled(const San& san);

struct Reading {
  std::string text;
  std::string means;  // in the form of spelled()
  SpellingDeviations spelling;
};

void check_readings(const std::vector<Reading>& readings, const PieceLetters& letters = {});

}  // namespace arbiter::testing
