// Games in texts, checked with PgnReader and Validator.
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

  // Returns the ids of a group in order, such as "clock-gained flag-then-continued".
  std::string ids_of(std::string_view group) const;
  // Returns the message of the first finding with that id, or an empty string if there is none.
  std::string message_of(std::string_view id) const;
};

// Checks the first game in the text.
CheckedGame check_game(const std::string& text, const ValidatorOptions& options = {});

// Checks all games in the text with one Validator.
std::vector<CheckedGame> check_games(const std::string& text, const ValidatorOptions& options = {});

// Like check_games(), but parses all comments with the thorough parser, which is otherwise used for
// unusual commands.
std::vector<CheckedGame> check_games_with_care(const std::string& text);

// Returns a game with a "[Name "value"]" line for each name and value in `tags`, followed by the
// moves. Other tags are omitted.
std::string game_text(std::string_view tags, std::string_view moves);

}  // namespace arbiter::testing
