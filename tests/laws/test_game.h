// Games for tests, written as a FEN and SAN.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/position.h"
#include "lib/notation/san.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct TestGame {
  Setup first;
  std::vector<Move> moves;
  std::vector<Position> positions;  // one more than `moves`

  const Position& last() const { return positions.back(); }
};

// setup_of_fen() and sans_of() end the test if the text cannot be parsed.
Setup setup_of_fen(const std::string& fen);  // "startpos" is accepted
std::vector<San> sans_of(std::string_view text);

// Plays the moves. Fails the test at an illegal move. Move numbers are skipped.
TestGame play_out(const std::string& fen, std::string_view sans);

}  // namespace arbiter::testing
