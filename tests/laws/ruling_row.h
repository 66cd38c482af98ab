// Rulings as table rows: the game, the event and the expected ruling.
#pragma once

#include <string>
#include <string_view>

#include "lib/laws/adjudication.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct RulingRow {
  std::string fen;
  std::string moves;  // SAN, separated by one space
  GameEvent event;
  Color by;
  std::string result;  // "1-0", ..., "0-0", "goes on", "undetermined", "error"
  std::string article;
  std::string intended = {};
  RulesProfile rules = RulesProfile::Fide;
};

// Fails the test if a move of the row is not legal.
Result<Ruling> ruling_on(const RulingRow& row);

// Checks result and article, and that a reason is given.
void check(const RulingRow& row);

// Returns "1-0", "0-0", "goes on", ... as in the rows.
std::string result_of(const Ruling& ruling);

// Checks whether a note of the ruling contains the words.
bool has_note(const Ruling& ruling, std::string_view words);

inline const std::string kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace arbiter::testing
