#include "tests/db/indexed_games.h"

#include <algorithm>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/segment_merge.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "tests/db/random_postings.h"
#include "tests/db/sample_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

std::string name_of(const Position& position) {
  const std::string fen = fen_of(position, CastlingLetters::Shredder);
  return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
}

void note_last_game(const Connection& connection, std::int64_t last) {
  connection.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('last_game', ?1)")
      .bind(1, last)
      .run();
}

IndexedGames::IndexedGames(std::uint64_t seed, unsigned jobs)
    : database_(empty_database()), jobs_(jobs), random_(seed) {}

// Chooses among few moves at first, so that games share positions. Later, moves are sometimes
// reversed.
std::vector<Posting> IndexedGames::play(GameId game, std::uint32_t plies) {
  Position position;
  std::vector<Posting> postings;
  for (std::uint32_t ply = 0;; ++ply) {
    const MoveList moves = legal_moves(position);
    const bool is_over = ply == plies || moves.is_empty();
    const std::size_t choice = ply < 6 ? std::min<std::size_t>(moves.size(), 3) : moves.size();
    Move move = is_over ? Move::from_bits(0) : moves[random_() % choice];
    if (!is_over && ply > 2 && random_() % 2 == 0) {
      const Move last = Move::from_bits(postings[ply - 2].next);
      const Move back = Move::normal(last.to(), last.from());
      if (is_legal(position, back)) move = back;
    }
    const Hit hit{.game = game,
                  .ply = static_cast<std::uint16_t>(ply),
                  .next = move.bits(),
                  .result = facts_.at(game).result};
    Known& known = positions_[name_of(position)];
    known.key = position.key();
    if (known.hits.empty() || known.hits.back().game != game) known.hits.push_back(hit);
    postings.push_back({.key = position.key(), .game = 0, .next = hit.next, .ply = hit.ply});
    if (is_over) return postings;
    position.play(move);
  }
}

void IndexedGames::note(GameId game, const GameFacts& facts) {
  facts_[game] = facts;
  ColumnWriter writer(connection());
  ColumnRow row;
  row[GameColumn::Result] = number_of(facts.result);
  row[GameColumn::WhiteElo] = facts.white_elo;
  row[GameColumn::BlackElo] = facts.black_elo;
  row[GameColumn::Date] = facts.year * 10000U + 100;
  writer.add(game, row);
  writer.finish();
}

void IndexedGames::add(std::size_t games, std::uint32_t plies) {
  const GameId first{last_game_ + 1};
  const std::vector<GameFacts> facts = RandomPostings(random_()).facts(games);
  std::vector<Posting> batch;
  for (std::uint32_t i = 0; i < games; ++i) {
    const GameId game{++last_game_};
    note(game, facts[i]);
    postings_[game] = play(game, plies);
    for (Posting posting : postings_[game]) {
      posting.game = i;
      batch.push_back(posting);
    }
  }
  Transaction transaction(connection());
  note_last_game(connection(), last_game_);
  PositionIndexWriter(connection()).add_segment({.first_game = first}, batch, facts, jobs_);
  transaction.commit();
}

void IndexedGames::erase(GameId game) { erase(std::vector{game}); }

void IndexedGames::erase(const std::vector<GameId>& games) {
  std::vector<GameFacts> facts;
  std::vector<Posting> postings;
  const GameId first = games.front();
  Transaction transaction(connection());
  ColumnWriter writer(connection());
  for (const GameId game : games) {
    facts.resize(static_cast<std::size_t>(number_of(game) - number_of(first)));
    facts.push_back(facts_.at(game));
    facts_.erase(game);
    writer.set(game, GameColumn::Flags, kDeleted);
    for (Posting posting : postings_.at(game)) {
      posting.game = static_cast<std::uint32_t>(number_of(game) - number_of(first));
      postings.push_back(posting);
    }
  }
  writer.finish();
  PositionIndexWriter(connection())
      .add_segment({.kind = SegmentKind::Subtracted, .first_game = first}, postings, facts, 1);
  transaction.commit();
}

bool IndexedGames::step(std::uint64_t postings) {
  ColumnReader facts(connection());
  Transaction transaction(connection());
  const bool has_worked = IndexUpkeep(connection()).step(facts, postings) > 0;
  transaction.commit();
  return has_worked;
}

void IndexedGames::merge_all() {
  ColumnReader facts(connection());
  Transaction transaction(connection());
  PositionIndexWriter(connection()).merge_all(facts);
  transaction.commit();
}

PositionSums IndexedGames::sums_of(const Known& known) const {
  PositionSums sums;
  for (const Hit& hit : known.hits) {
    if (!is_deleted(hit.game)) sums.add(hit.next, facts_of(hit.game));
  }
  return sums;
}

}  // namespace arbiter::testing
