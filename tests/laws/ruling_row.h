// Rulings as table rows: a game, an event and the expected ruling.
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
  std::string result;  // such as "1-0", "0-0", "goes on", "undetermined" or "error"
  std::string article;
  std::string intended = {};
  RulesProfile rules = RulesProfile::Fide;
};

// Returns the ruling. Fails the test if a move of the row is illegal.
Result<Ruling> ruling_on(const RulingRow& row);

// Checks the result and the article, and that a reason is given.
void check(const RulingRow& row);

// Returns a result as in the rows, such as "1-0" or "goes on".
std::string result_of(const Ruling& ruling);

// Returns whether a note of the ruling contains the words.
bool has_note(const Ruling& ruling, std::string_view words);

inline const std::string kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace arbiter::testing
