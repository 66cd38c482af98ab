#include "db/model/game_view.h"

#include "db/model/result_number.h"
#include "db/model/tag_columns.h"

namespace arbiter {

GameView view_of(const DraftBatch& batch, const GameDraft& game, std::string_view source) {
  GameView view;
  view[GameNumber::Date] = game.date;
  view[GameNumber::WhiteElo] = game.white_elo;
  view[GameNumber::BlackElo] = game.black_elo;
  view[GameNumber::Eco] = game.eco;
  view[GameNumber::Plies] = game.plies;
  view[GameNumber::Result] = number_of(game.result);
  view[GameNumber::Ending] = static_cast<std::uint64_t>(game.ending);
  view[GameNumber::Flags] = game.flags;
  view[GameText::White] = batch.text(game.white);
  view[GameText::Black] = batch.text(game.black);
  view[GameText::Event] = batch.text(game.event);
  view[GameText::Site] = batch.text(game.site);
  view[GameText::Round] = batch.text(game.round);
  view[GameText::Source] = source;
  if (const Opening* opening = game.opening.opening) {
    view.opening_eco = eco_number(opening->eco);
    view.opening_name = opening->name;
  }
  const std::string_view moves = batch.text(game.moves);
  view.start = batch.text(game.start);
  view.moves = {reinterpret_cast<const std::uint8_t*>(moves.data()), moves.size()};
  view.record = batch.text(game.record);
  view.findings = std::span(batch.findings).subspan(game.first_finding, game.findings);
  return view;
}

}  // namespace arbiter
