#include "db/stream/game_judge.h"

#include <algorithm>
#include <variant>

#include "db/model/game_view.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {
namespace {

// What the tags say; the result is that of the whole game.
bool is_about_tags(const GameTest& test) {
  if (const auto* number = std::get_if<NumberTest>(&test)) {
    return number->of == GameNumber::Date || number->of == GameNumber::WhiteElo ||
           number->of == GameNumber::BlackElo;
  }
  return !std::holds_alternative<FindingTest>(test) &&
         !std::holds_alternative<MaterialTest>(test) &&
         !std::holds_alternative<PatternTest>(test) && !std::holds_alternative<OpeningTest>(test);
}

}  // namespace

GameJudge::Look GameJudge::look_for(const StreamQuery& query) {
  if (query.is_everything()) return Look::Nothing;
  bool is_tags_alone = !query.position;
  for_each_test(query.filter, [&](const GameTest& test) {
    is_tags_alone = is_tags_alone && is_about_tags(test);
  });
  return is_tags_alone ? Look::Tags : Look::Moves;
}

bool GameJudge::needs_code(const StreamQuery& query) {
  bool is_asked = false;
  for_each_test(query.filter, [&](const GameTest& test) {
    is_asked = is_asked || std::holds_alternative<EcoTest>(test);
  });
  return is_asked;
}

GameJudge::GameJudge(const StreamQuery& query)
    : query_(query),
      look_(look_for(query)),
      needs_code_(needs_code(query)),
      text_checker_(sink_),
      validator_(query.validator, sink_),
      drafter_(
          {.index_plies = 0, .letters = query.validator.piece_letters, .openings = query.openings}),
      variations_(query.validator.piece_letters) {}

bool GameJudge::wants(const PgnGame& game, std::string_view source) {
  if (look_ == Look::Nothing) return true;
  batch_.clear();
  draft(game);
  if (!matches(query_.filter, view_of(batch_, batch_.games.back(), source))) return false;
  return !query_.position || has_position(game);
}

bool GameJudge::has_position(const PgnGame& game) {
  if (reaches_position()) return true;
  if (!query_.is_anywhere || !game.has_variations) return false;
  const PlayedGame& played = validator_.played();
  return played.has_board && variations_.finds(*query_.position, game, played.start.position);
}

void GameJudge::draft(const PgnGame& game) {
  if (look_ == Look::Tags) {
    drafter_.add_tags(game, batch_);
    if (!needs_code_ || batch_.games.back().eco != 0) return;
    batch_.clear();  // the moves say it
  }
  text_checker_.check({game.text, game.offset}, LineEnd::LineFeed);
  const GameSummary& summary = validator_.check(game);
  drafter_.add({game, validator_.played(), summary, sink_.findings()}, batch_);
}

// Of the game that was just checked.
bool GameJudge::reaches_position() const {
  const PlayedGame& played = validator_.played();
  if (!played.has_board) return false;
  const auto keys = query_.position->keys();
  Position position = played.start.position;
  std::size_t replayed = 0;
  for (std::size_t ply = 0; ply <= played.moves.size(); ++ply) {
    if (!std::ranges::binary_search(keys, played.keys[ply])) continue;
    while (replayed < ply) position.play(played.moves[replayed++]);
    if (query_.position->matches(position)) return true;
  }
  return false;
}

}  // namespace arbiter
