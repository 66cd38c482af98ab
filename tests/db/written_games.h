// Games as people may have recorded them, for tests of duplicates.
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

// The game as PGN.
std::string pgn(const WrittenGame& game);

// Legal moves, of any length: knights that go out and home, and a pawn now and then.
std::string moves_of(std::size_t plies, const std::string& first = "1. e4 e5");

// Duplicates of each kind, most of them in two files, some with comments or tags that prevent
// deletion. Also games of all kinds that only look like duplicates.
std::vector<std::string> files_with_duplicates();

}  // namespace arbiter::testing
