// Games as different people might have recorded them, to test duplicates.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct WrittenGame {
  std::string white = "Carlsen, Magnus";
  std::string black = "Anand, Viswanathan";
  std::string date = "2013.11.12";
  std::string result = "1/2-1/2";
  std::string moves = {};
  std::string event = "WCh 2013";
  std::string round = "3";
  std::string more_tags = {};  // lines of tags
};

// Returns the game as PGN.
std::string pgn(const WrittenGame& game);

// Returns legal moves of any length: knights that move out and back, and occasionally a pawn.
std::string moves_of(std::size_t plies, const std::string& first = "1. e4 e5");

// Returns duplicates of each kind, mostly in two files, some with comments or tags that prevent
// deletion. Also returns games that only look like duplicates.
std::vector<std::string> files_with_duplicates();

}  // namespace arbiter::testing
