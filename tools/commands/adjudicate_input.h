// What `arbiter adjudicate` judges: a position, or a game as far as it went.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/position.h"

namespace arbiter {

struct CaseWords {
  std::vector<std::string> words;     // a FEN, or the path of a games file, or "-"
  std::string moves;                  // after a FEN
  std::optional<std::uint64_t> game;  // of a file, from 1
  std::optional<std::uint64_t> ply;   // after how many half-moves it happened
};

struct Case {
  Setup first;
  std::vector<Move> moves;
  Position now;
  std::string remark;  // about the input, or empty: an illegal move behind the moves
};

Result<Case> read_case(const CaseWords& words);

}  // namespace arbiter
