// Rulings as rows: what happened in which game, and what comes of it.
#pragma once

#include <string>
#include <string_view>

#include "lib/laws/adjudication.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct RulingRow {
  std::string fen;
  std::string moves;  // SAN, one blank between them
  GameEvent event;
  Color by;
  std::string result;  // "1-0", ..., "goes on", "undetermined", "error"
  std::string article;
  std::string intended = {};
  RulesProfile rules = RulesProfile::Fide;
};

// Fails the test where a move of the row is not legal.
Result<Ruling> ruling_on(const RulingRow& row);

// Checks result and article, and that there is a reason.
void check(const RulingRow& row);

// Whether a note of the ruling has the words.
bool has_note(const Ruling& ruling, std::string_view words);

inline const std::string kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace arbiter::testing
