#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/validate/move_spelling.h"
#include "tests/pgn/game_builder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Returns a summary. Words separated by spaces are tokens: "e4" is a move, "$3" a NAG, and "{}",
// "(", ")", "1." are themselves.
std::string summary_of(const std::string& text) {
  testing::BuiltGame game(text);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find(' ', at);
    if (end == std::string::npos) end = text.size();
    const std::string word = text.substr(at, end - at);
    const TokenKind kind = word[0] == '$'       ? TokenKind::Nag
                           : word[0] == '{'     ? TokenKind::BraceComment
                           : word[0] == '('     ? TokenKind::VariationStart
                           : word[0] == ')'     ? TokenKind::VariationEnd
                           : word[0] == '!'     ? TokenKind::Suffix
                           : word.back() == '.' ? TokenKind::MoveNumber
                                                : TokenKind::Move;
    Token& token = game.add(kind, word);
    if (kind == TokenKind::Nag) {
      token.payload = static_cast<std::uint32_t>(std::stoul(word.substr(1)));
    }
    at = end + 1;
  }
  CollectingSink sink;
  GameReporter reporter(sink);
  reporter.start(game.game());
  for (std::uint32_t index = 0; index < game.game().tokens.size(); ++index) {
    if (game.game().tokens[index].kind == TokenKind::Nag) check_nag(reporter, index);
  }
  std::string summary;
  for (const Diagnostic& finding : sink.diagnostics()) {
    if (!summary.empty()) summary += ' ';
    summary += std::string(entry_of(finding.code).id) + '[';
    summary += text.substr(finding.offset, finding.length);
    summary += ']';
  }
  return summary;
}

TEST_CASE("standard NAGs after moves have no findings", "[nag_checks]") {
  const std::string text = GENERATE(as<std::string>{}, "1. e4 $1", "e4 $1 $139", "e4 ! $14 e5 $14",
                                    "e4 {} $2", "e4 ( 1. d4 $1 ) $1", "e4 $1 {} $2 {} $3");
  CAPTURE(text);
  REQUIRE(summary_of(text).empty());
}

TEST_CASE("each fault of a NAG is found", "[nag_checks]") {
  struct Row {
    std::string text;
    std::string summary;
  };
  const Row row = GENERATE(values<Row>({
      {"e4 $256", "nag-range[$256]"},
      {"e4 $1000000000", "nag-range[$1000000000]"},
      {"e4 $140", "nag-undefined[$140]"},
      {"e4 $255", "nag-undefined[$255]"},
      {"e4 $0", "nag-zero[$0]"},
      {"$1 e4", "nag-before-move[$1]"},
      {"{} $1 e4", "nag-before-move[$1]"},
      {"1. $1 e4", "nag-before-move[$1]"},
      {"e4 ( $1 d4 )", "nag-before-move[$1]"},
      {"e4 $1 $1", "nag-duplicate[$1]"},
      {"e4 $1 {} $2 $1", "nag-duplicate[$1]"},
      {"e4 $0 $0", "nag-zero[$0] nag-zero[$0] nag-duplicate[$0]"},
  }));
  CAPTURE(row.text);
  REQUIRE(summary_of(row.text) == row.summary);
}

}  // namespace
}  // namespace arbiter::testing
