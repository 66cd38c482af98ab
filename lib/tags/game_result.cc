#include "lib/tags/game_result.h"

#include "lib/base/encoding.h"
#include "lib/chess/legal_moves.h"
#include "lib/pgn/tag_pair.h"

namespace arbiter {

GameResult result_of(const ResultReading& reading) {
  return {reading.outcome, reading.form == ResultForm::DoubleForfeit};
}

std::string_view to_string(const GameResult& result) {
  return result.is_double_forfeit ? "0-0" : to_string(result.outcome);
}

std::optional<GameResult> decide_result(const ResultEvidence& evidence) {
  std::optional<GameResult> decided;
  for (const auto& written : {evidence.terminator, evidence.tag}) {
    if (!written) continue;
    decided = result_of(*written);
    if (decided->is_known()) return decided;
  }
  if (!decided && evidence.board) decided = GameResult{.outcome = *evidence.board};
  return decided;
}

std::optional<Outcome> outcome_on_board(const Position& last) {
  if (has_legal_move(last)) return std::nullopt;
  return last.is_check() ? win_of(other(last.turn())) : Outcome::Draw;
}

std::optional<ResultReading> tagged_result(const PgnGame& game) {
  const PgnTag* tag = game.tag(KnownTag::Result);
  if (tag == nullptr) return std::nullopt;
  if (const auto outcome = parse_outcome(tag->value)) {
    return ResultReading{*outcome, ResultForm::Standard};
  }
  return read_result(unescape(decode_text(tag->value).utf8));
}

}  // namespace arbiter
