#include "lib/movetext/written_result.h"

#include <algorithm>

#include "lib/base/encoding.h"

namespace arbiter {
namespace {

constexpr std::size_t kMostTokens = 5;  // of a result in words: "1.0-0.0" has four
constexpr std::size_t kLongestText = 60;

}  // namespace

std::optional<WrittenResult> result_in_words(const PgnGame& game) {
  const Tokens& tokens = game.tokens;
  std::size_t end = tokens.size();
  while (end > 0 && is_remark(tokens[end - 1])) --end;
  if (end == 0 || tokens[end - 1].kind == TokenKind::Result) return std::nullopt;
  const auto last = static_cast<std::uint32_t>(end - 1);
  for (std::size_t count = std::min(kMostTokens, end); count > 0; --count) {
    WrittenResult result{static_cast<std::uint32_t>(end - count), last, {}};
    const std::string_view written = result.text(game);
    if (written.size() > kLongestText) continue;
    const auto reading = read_terminator(decode_text(written).utf8);
    if (!reading) continue;
    result.reading = *reading;
    return result;
  }
  return std::nullopt;
}

ResultReading result_with_comment(const PgnGame& game, const Token& result) {
  const ResultReading reading =
      read_result(game.text_of(result)).value_or(ResultReading{Outcome::Unknown, {}});
  if (reading.outcome != Outcome::Unknown || &result == game.tokens.data()) return reading;
  const Token& before = *(&result - 1);
  if (before.kind != TokenKind::BraceComment || before.length < 3) return reading;
  const std::string_view comment = game.text_of(before);
  const auto said = read_terminator(comment.substr(1, comment.size() - 2));
  return said && said->form == ResultForm::DoubleForfeit ? *said : reading;
}

}  // namespace arbiter
