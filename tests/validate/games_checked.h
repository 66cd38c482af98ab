// A game's text through PgnReader and Validator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/validator_options.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct CheckedGame {
  std::vector<Diagnostic> findings;
  GameSummary summary;  // without its names

  // The ids of a group, in the order found: "clock-gained flag-then-continued".
  std::string ids_of(std::string_view group) const;
  // The message of the first finding of that id; empty if there is none.
  std::string message_of(std::string_view id) const;
};

// The first game of the text.
CheckedGame check_game(const std::string& text, const ValidatorOptions& options = {});

// All games of the text, by one Validator.
std::vector<CheckedGame> check_games(const std::string& text, const ValidatorOptions& options = {});

// The same with all comments read with care, as one that has an odd command is.
std::vector<CheckedGame> check_games_with_care(const std::string& text);

// Tags that a test does not care about are left out: "[Name "value"]" lines, each a
// name and a value, and then the moves.
std::string game_text(std::string_view tags, std::string_view moves);

}  // namespace arbiter::testing
