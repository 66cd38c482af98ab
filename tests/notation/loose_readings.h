// Loose moves in a form that can be compared with an answer worked out by hand.
#pragma once

#include <string>
#include <vector>

#include "lib/notation/loose_move.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// "ZeroCastling Suffix".
std::string names_of(SpellingDeviations spelling);

// A San written in full: "Nbd2", "Pexd5=Q", so that a test shows the parsed move.
std::string spelled(const San& san);

struct Reading {
  std::string text;
  std::string means;  // in the form of spelled()
  SpellingDeviations spelling;
};

void check_readings(const std::vector<Reading>& readings, const PieceLetters& letters = {});

}  // namespace arbiter::testing
