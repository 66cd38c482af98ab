#include "tests/validate/games_checked.h"

#include <stdexcept>
#include <utility>

#include "lib/diagnostics/catalogue.h"
#include "lib/pgn/reader.h"
#include "lib/validate/validator.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

std::string CheckedGame::ids_of(std::string_view group) const {
  std::string ids;
  for (const Diagnostic& finding : findings) {
    const CatalogueEntry& entry = entry_of(finding.code);
    if (to_string(entry.group) != group) continue;
    ids += (ids.empty() ? "" : " ") + std::string(entry.id);
  }
  return ids;
}

std::string CheckedGame::message_of(std::string_view id) const {
  for (const Diagnostic& finding : findings) {
    if (entry_of(finding.code).id == id) return finding.message;
  }
  return {};
}

CheckedGame check_game(const std::string& text, const ValidatorOptions& options) {
  std::vector<CheckedGame> games = check_games(text, options);
  if (games.empty()) throw std::invalid_argument("no game in: " + text);
  return std::move(games.front());
}

namespace {

// Removes the commands parsed by the lexer, and marks their comments.
void forget_commands(PgnGame& game) {
  game.commands.clear();
  for (Token& token : game.tokens) {
    if (token.kind != TokenKind::BraceComment) continue;
    token.dots = 0;
    // With a brace and a number, the comment would be treated as damaged.
    const bool has_brace = game.text_of(token).find('{', 1) != std::string_view::npos;
    const std::uint32_t number = has_brace ? token.payload & Token::kHasNumber : Token::kHasNumber;
    token.payload =
        Token::kHasText | Token::kHasBracket | number | (has_brace ? Token::kHasBrace : 0);
  }
}

template <class Change>
std::vector<CheckedGame> check_changed_games(const std::string& text,
                                             const ValidatorOptions& options, Change change) {
  const std::string padded = text + std::string(kTextPadding, '\0');
  CollectingSink sink;
  PgnReader reader({.text = std::string_view(padded).substr(0, text.size())}, sink);
  Validator validator(options, sink);
  std::vector<CheckedGame> games;
  PgnGame game;
  while (reader.next(game)) {
    change(game);
    CheckedGame checked;
    checked.summary = validator.check(game);
    checked.summary.white = checked.summary.black = {};
    checked.findings = sink.take();
    games.push_back(std::move(checked));
  }
  return games;
}

}  // namespace

std::vector<CheckedGame> check_games(const std::string& text, const ValidatorOptions& options) {
  return check_changed_games(text, options, [](PgnGame&) {});
}

std::vector<CheckedGame> check_games_with_care(const std::string& text) {
  return check_changed_games(text, {}, forget_commands);
}

std::string game_text(std::string_view tags, std::string_view moves) {
  return std::string(tags) + "\n\n" + std::string(moves) + "\n";
}

}  // namespace arbiter::testing
