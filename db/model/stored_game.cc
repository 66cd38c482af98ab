#include "db/model/stored_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/model/damage.h"
#include "db/model/leb128.h"
#include "db/model/move_code.h"
#include "lib/chess/position.h"
#include "lib/chess/position_key.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"

namespace arbiter {

GameView view_of(const StoredGame& game) {
  GameView view;
  view[GameNumber::Id] = static_cast<std::uint64_t>(number_of(game.id));
  view[GameNumber::Date] = game.date;
  view[GameNumber::WhiteElo] = game.white_elo.value_or(std::uint16_t{0});
  view[GameNumber::BlackElo] = game.black_elo.value_or(std::uint16_t{0});
  view[GameNumber::Eco] = game.eco;
  view[GameNumber::Plies] = game.plies;
  view[GameNumber::Result] = number_of(game.result);
  view[GameNumber::Ending] = static_cast<std::uint64_t>(game.ending);
  view[GameNumber::Flags] = game.flags;
  view.texts = {game.white, game.black, game.event, game.site, game.round, game.source};
  view.opening_eco = game.opening_eco;
  view.opening_name = game.opening;
  view.start = game.start;
  return view;
}

std::optional<Setup> parse_start(const std::string& start) {
  if (start.empty()) return initial_setup();
  const auto parsed = parse_fen(start);
  const auto* fen = std::get_if<ParsedFen>(&parsed);
  if (fen == nullptr || !is_playable(fen->setup)) return std::nullopt;
  return fen->setup;
}

Setup first_setup(const StoredGame& game) {
  const auto setup = parse_start(game.start);
  if (!setup) {
    throw DamageError("the database",
                      fmt::format("the initial position of game {}", number_of(game.id)));
  }
  return *setup;
}

bool GameReplay::complete(DraftBatch& batch, const OpeningTable& openings) {
  GameDraft& draft = batch.games.back();
  if ((draft.flags & kUnchecked) != 0) return true;
  const std::string_view packed = batch.text(draft.moves);
  if (!run(batch.text(draft.start), bytes_of(packed))) {
    return false;
  }
  if (plies() != draft.plies) {
    fault_ = "its number of half-moves";
    return false;
  }
  draft.moves_hash = moves_hash_;
  draft.opening = opening(openings);
  for (Posting posting : postings_) {
    posting.game = static_cast<std::uint32_t>(batch.games.size() - 1);
    batch.postings.push_back(posting);
  }
  return true;
}

bool GameReplay::run(std::string_view start, std::span<const std::uint8_t> moves) {
  moves_.clear();
  postings_.clear();
  Position position;
  if (!start.empty()) {
    const auto first = parse_position(start);
    if (!first) {
      fault_ = "its initial position cannot be read: " + first.error();
      return false;
    }
    position = *first;
  }
  start_ = position;
  if (!unpack_moves(moves, position, moves_)) {
    fault_ = fmt::format("half-move {} is not a legal move there", moves_.size() + 1);
    return false;
  }
  const std::size_t last = std::min<std::size_t>(moves_.size(), index_plies_.value_or(UINT32_MAX));
  MovesHash hash(position.key());
  for (std::size_t ply = 0; ply <= last; ++ply) {
    const bool has_next = ply < moves_.size();
    postings_.push_back({.key = position.key(),
                         .game = 0,
                         .next = has_next ? moves_[ply].bits() : std::uint16_t{0},
                         .ply = static_cast<std::uint16_t>(ply)});
    if (has_next) position.play(moves_[ply]);
  }
  for (const Move move : moves_) hash.add(code_of(move));
  moves_hash_ = hash.value();
  return true;
}

}  // namespace arbiter
