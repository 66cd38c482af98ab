#include "db/query/novelty.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lib/laws/ply.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"

namespace arbiter {
namespace {

// Returns the number of games that reached the position, and one of them. The first query has no
// filter, because most positions occur in no game, and an unfiltered query is cheaper.
FoundGames games_at(const Position& position, const GameFilter& filter, Storage& storage) {
  FindQuery query{.position = PositionQuery(position, Rights::Exact), .limit = 1};
  FoundGames found = storage.games(query);
  if (found.games.empty() || filter.is_empty()) return found;
  query.filter = filter;
  return storage.games(query);
}

// Returns the results of the games that reached the position, from the side of the filter's player.
GameCount results_at(const Position& position, const GameFilter& filter, Storage& storage) {
  const MoveSums sums =
      storage.tree({.root = PositionQuery(position, Rights::Exact), .depth = 1, .filter = filter})
          .all;
  GameCount count{.games = sums.all_games()};
  std::ranges::copy(sums.games, count.results.begin());
  return count;
}

}  // namespace

GameFilter filter_before(std::uint32_t date, GameFilter filter) {
  if (date == 0) return filter;
  filter.require(filter_of(NumberTest{.of = GameNumber::Date,
                                      .form = NumberTest::Form::Date,
                                      .range = {.min = 1, .max = date - 1}}));
  return filter;
}

Departure departure_of(StoredGame game, const GameFilter& among, std::uint32_t before_day,
                       Storage& storage) {
  const GameFilter filter = filter_before(before_day, among);
  Departure departure;
  std::vector<Position> positions{Position(first_setup(game))};
  for (const Move move : game.moves) {
    positions.push_back(positions.back());
    positions.back().play(move);
  }
  std::size_t ply = positions.size();
  while (ply-- > 0) {
    const FoundGames found = games_at(positions[ply], filter, storage);
    if (found.games.empty()) continue;
    departure.known = ply;
    departure.games = found.total;
    departure.example = found.games.front().id;
    if (white_is_player(filter)) {
      departure.results = results_at(positions[ply], filter, storage);
    }
    break;
  }
  if (departure.known < game.moves.size()) {
    const Position& before = positions[departure.known];
    const Move move = game.moves[departure.known];
    departure.san = san_of(move, before);
    departure.uci = uci_of(move, before);
    departure.move = numbered_san(move, before);
  }
  departure.game = std::move(game);
  return departure;
}

}  // namespace arbiter
