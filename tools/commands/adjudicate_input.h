// What `arbiter adjudicate` judges: a position, or a game as far as it went.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/position.h"
#include "lib/laws/rules_profile.h"
#include "tools/cli/output/namespaces.h"

namespace arbiter::commands {

struct CaseWords {
  std::vector<std::string> words;     // a FEN, or the path of a games file, or "-": either
  std::string moves;                  // after a FEN
  std::optional<std::uint64_t> game;  // of a file, from 1
  std::optional<std::uint64_t> ply;   // after how many half-moves it happened
};

struct Case {
  Setup first;
  std::vector<Move> moves;
  Position now;
  // The Laws of the game's date; for a FEN, those of today.
  RulesProfile rules = RulesProfile::Fide;
  // The record goes on with a move that cannot be played, so that the position in
  // which something happened is not known. Not where a half-move was named.
  bool is_cut = false;
};

Result<Case> read_case(const CaseWords& words);

}  // namespace arbiter::commands
