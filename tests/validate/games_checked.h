// Game texts checked by PgnReader and Validator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/validate/game_summary.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct CheckedGame {
  std::vector<Diagnostic> findings;
  GameSummary summary;  // without its names

  // The ids of a group, in the order found: "clock-gained flag-then-continued".
  std::string ids_of(std::string_view group) const;
  // The message of the first finding with that id; empty if it was not found.
  std::string message_of(std::string_view id) const;
};

// The first game of the text.
CheckedGame check_game(const std::string& text, const ValidatorOptions& options = {});

// All games of the text, by one Validator.
std::vector<CheckedGame> check_games(const std::string& text, const ValidatorOptions& options = {});

// Like check_games(), but with the careful parser for all comments, as for an unusual command.
std::vector<CheckedGame> check_games_with_care(const std::string& text);

// A game with "[Name "value"]" lines from `tags`, each a name and a value, and then the moves.
// Other tags are omitted.
std::string game_text(std::string_view tags, std::string_view moves);

}  // namespace arbiter::testing
