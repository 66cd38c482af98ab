#include "tests/db/memory_storage.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/model/game_record.h"
#include "lib/tags/person_name.h"
#include "tests/db/drafted_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Returns the ply at which the game first reached the position.
std::optional<std::uint16_t> ply_of(const StoredGame& game, const PositionQuery& query) {
  Position position(first_setup(game));
  for (std::uint16_t ply = 0;; ++ply) {
    if (query.matches(position)) return ply;
    if (ply == game.moves.size()) return std::nullopt;
    position.play(game.moves[ply]);
  }
}

std::uint16_t next_move(const StoredGame& game, std::uint16_t ply) {
  return ply < game.moves.size() ? game.moves[ply].bits() : std::uint16_t{0};
}

// The sort value of a game. Missing values come last.
using SortValue = std::pair<std::uint32_t, std::string>;

SortValue value_of(const StoredGame& game, std::optional<std::uint16_t> ply, SortKey key) {
  const auto name = [](const std::string& text) { return SortValue(0, folded_name(text)); };
  const auto number = [](std::uint32_t value) { return SortValue(value, ""); };
  const std::uint32_t white = game.white_elo.value_or(std::uint16_t{0});
  const std::uint32_t black = game.black_elo.value_or(std::uint16_t{0});
  switch (key) {
    case SortKey::Id:
      return number(static_cast<std::uint32_t>(number_of(game.id)));
    case SortKey::Date:
      return number(game.date);
    case SortKey::Elo:
      return number(white == 0 || black == 0 ? 0 : white + black);
    case SortKey::WhiteElo:
      return number(white);
    case SortKey::BlackElo:
      return number(black);
    case SortKey::White:
      return name(game.white);
    case SortKey::Black:
      return name(game.black);
    case SortKey::Event:
      return name(game.event);
    case SortKey::Site:
      return name(game.site);
    case SortKey::Eco:
      return number(eco_of(game));
    case SortKey::Plies:
      return number((game.flags & kUnchecked) != 0 ? 0u : game.plies + 1u);
    case SortKey::Result:
      return number(number_of(game.result));
    case SortKey::Round: {
      const std::uint64_t order = RoundTest::order(game.round);
      return order == 0 ? SortValue() : SortValue(0, fmt::format("{:020}", order));
    }
    case SortKey::Ply:
      return number(ply ? *ply + 1u : 0u);
  }
  return {};
}

bool comes_first(const SortValue& a, const SortValue& b, SortDirection direction) {
  const SortValue nothing;
  if (a == nothing || b == nothing) return b == nothing && a != nothing;
  return direction == SortDirection::Ascending ? a < b : b < a;
}

GameFacts facts_of(const StoredGame& game) {
  return {.result = game.result,
          .white_elo = game.white_elo.value_or(std::uint16_t{0}),
          .black_elo = game.black_elo.value_or(std::uint16_t{0}),
          .year = static_cast<std::uint16_t>(game.date / 10000)};
}

GameIdentity claims_of(const DraftBatch& batch, const GameDraft& game) {
  return {.white = batch.text(game.white),
          .black = batch.text(game.black),
          .date = game.date,
          .result = game.result,
          .plies = game.plies};
}

bool is_same(const DraftBatch& a, const GameDraft& one, const DraftBatch& b,
             const GameDraft& other) {
  const bool is_replayed = (one.flags & (kIncomplete | kUnchecked)) == 0;
  return a.text(one.start) == b.text(other.start) && a.text(one.moves) == b.text(other.moves) &&
         (is_replayed || a.text(one.record) == b.text(other.record)) &&
         may_be_same(claims_of(a, one), claims_of(b, other));
}

}  // namespace

GameView MemoryStorage::view_in(const Game& game) {
  GameView view = view_of(game.draft, draft_of(game), game.game.source);
  view[GameNumber::Id] = static_cast<std::uint64_t>(number_of(game.game.id));
  return view;
}

MemoryStorage::GameList MemoryStorage::fitting(const GameFilter& filter) const {
  GameList games;
  for (const Game& game : games_) {
    if (!game.is_erased && matches(filter, view_in(game))) games.push_back(&game);
  }
  return games;
}

Color MemoryStorage::side_of(const Game& game, const GameFilter& filter) {
  const auto condition = white_is_player(filter);
  return !condition || matches(*condition, view_in(game)) ? Color::White : Color::Black;
}

Outcome MemoryStorage::result_for(const StoredGame& game, Color side) {
  const Outcome result = game.result;
  if (side == Color::White || result == Outcome::Draw || result == Outcome::Unknown) return result;
  return result == Outcome::WhiteWins ? Outcome::BlackWins : Outcome::WhiteWins;
}

FoundGames MemoryStorage::games(const FindQuery& query) {
  struct Found {
    const StoredGame* game;
    std::optional<std::uint16_t> ply;
  };
  std::vector<Found> all;
  for (const Game* game : fitting(query.filter)) {
    const auto ply = query.position ? ply_of(game->game, *query.position) : std::nullopt;
    if (ply || !query.position) all.push_back({&game->game, ply});
  }
  std::ranges::stable_sort(all, [&](const Found& a, const Found& b) {
    for (const SortOrder& order : query.order) {
      const SortValue one = value_of(*a.game, a.ply, order.key);
      const SortValue other = value_of(*b.game, b.ply, order.key);
      if (one != other) return comes_first(one, other, order.direction);
    }
    return false;
  });
  FoundGames found;
  found.total = all.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i < query.offset || found.games.size() >= query.limit.value_or(all.size())) continue;
    found.games.push_back({all[i].game->id, all[i].ply});
  }
  found.listed = found.games.size();
  return found;
}

FoundGames MemoryStorage::stream(const FindQuery& query, const GameStream& stream) {
  const FoundGames found = games(query);
  for (const FoundGame& one : found.games) {
    const Game& game = games_[static_cast<std::size_t>(number_of(one.id)) - 1];
    StreamedBatch batch;
    batch.total = found.games.size();
    const std::string_view record = game.draft.text(draft_of(game).record);
    batch.games.push_back({game.game, one.ply, stream.has_records ? std::string(record) : ""});
    if (stream.prepare) stream.prepare(batch);
    stream.receive(batch);
  }
  return found;
}

TreeNode MemoryStorage::tree(const TreeQuery& query) {
  const GameList games = fitting(query.filter);
  return grow_tree(query, [&](const PositionQuery& position) {
    PositionSums sums;
    for (const Game* game : games) {
      const auto ply = ply_of(game->game, position);
      if (!ply) continue;
      GameFacts facts = facts_of(game->game);
      if (side_of(*game, query.filter) == Color::Black) {
        facts.result = result_for(game->game, Color::Black);
        std::swap(facts.white_elo, facts.black_elo);
      }
      sums.add(next_move(game->game, *ply), facts);
    }
    return sums;
  });
}

SourceRecords MemoryStorage::sources() {
  SourceRecords records;
  for (const SourceRecord& source : sources_) {
    if (!forgotten_.contains(source.mark.source)) {
      records.insert_or_assign(source.file.name, source);
    }
  }
  return records;
}

std::vector<SourceContents> MemoryStorage::source_contents() {
  std::vector<SourceContents> all;
  for (const SourceRecord& source : sources_) {
    if (forgotten_.contains(source.mark.source)) continue;
    SourceContents& contents = all.emplace_back(SourceContents{.source = source});
    for (const Game& game : games_) {
      if (game.is_erased || game.source != source.mark.source) continue;
      if (contents.games++ == 0) contents.first = game.game.id;
      contents.last = game.game.id;
      contents.findings += draft_of(game).findings;
    }
  }
  return all;
}

SourceId MemoryStorage::add_source(const SourceFile& file) {
  const SourceId id{static_cast<std::uint32_t>(sources_.size() + 1)};
  SourceRecord& record = sources_.emplace_back();
  record.mark.source = id;
  record.file = file;
  return id;
}

void MemoryStorage::reopen_source(SourceId source, const SourceFile& file) {
  SourceRecord& record = sources_.at(static_cast<std::size_t>(source) - 1);
  record.file = file;
  record.mark.is_finished = false;
}

void MemoryStorage::add(const DraftBatch& batch, std::size_t number, SourceRecord& source) {
  Game added;
  append_games(added.draft, batch, {number, 1});
  added.game = stored_game(draft_of(added), added.draft);
  added.game.id = GameId{static_cast<std::int64_t>(games_.size() + 1)};
  added.game.source = source.file.name;
  added.source = source.mark.source;
  number_of_name("player", added.game.white);
  number_of_name("player", added.game.black);
  number_of_name("event", added.game.event);
  number_of_name("site", added.game.site);
  games_.push_back(std::move(added));
}

GameId MemoryStorage::append(DraftBatch& batch, std::span<const SourceMark> marks) {
  const GameId first{static_cast<std::int64_t>(games_.size() + 1)};
  std::size_t number = 0;
  for (const SourceMark& mark : marks) {
    SourceRecord& source = sources_.at(static_cast<std::size_t>(mark.source) - 1);
    const std::uint64_t read = source.mark.offset;
    for (const std::size_t end = number + mark.batch_games; number < end; ++number) {
      if (batch.games[number].offset >= read) add(batch, number, source);
    }
    if (mark.offset >= read) source.mark = mark;
  }
  return first;
}

std::vector<bool> MemoryStorage::find_duplicates(const DraftBatch& batch) {
  std::vector<bool> is_duplicate;
  for (const GameDraft& draft : batch.games) {
    const bool is_known = std::ranges::any_of(games_, [&](const Game& game) {
      return !game.is_erased && is_same(batch, draft, game.draft, draft_of(game));
    });
    const bool is_again = std::any_of(batch.games.data(), &draft, [&](const GameDraft& other) {
      return is_same(batch, draft, batch, other);
    });
    is_duplicate.push_back(is_known || is_again);
  }
  return is_duplicate;
}

Erasure MemoryStorage::erase(const GameFilter& filter, EraseLimit limit) {
  return erase(fitting(filter), limit);
}

bool MemoryStorage::erase(const ChosenGames& chosen) {
  GameList games = fitting({});
  const auto is_there = [&](GameId id) {
    return std::ranges::any_of(games, [id](const Game* game) { return game->game.id == id; });
  };
  if (!std::ranges::all_of(chosen.games, is_there)) return false;
  if (!std::ranges::all_of(chosen.kept, is_there)) return false;
  std::erase_if(games, [&](const Game* game) {
    return std::ranges::find(chosen.games, game->game.id) == chosen.games.end();
  });
  erase(games, EraseLimit::None);
  return true;
}

Erasure MemoryStorage::forget(std::span<const SourceId> sources, EraseLimit limit) {
  GameList games = fitting({});
  std::erase_if(games, [&](const Game* game) {
    return std::ranges::find(sources, game->source) == sources.end();
  });
  const Erasure erasure = erase(games, limit);
  if (erasure.erased == erasure.matching) forgotten_.insert(sources.begin(), sources.end());
  return erasure;
}

Erasure MemoryStorage::erase(const GameList& games, EraseLimit limit) {
  const std::size_t all = fitting({}).size();
  if (limit == EraseLimit::HalfOfAll && games.size() * 2 > all) return {games.size(), 0, all};
  for (const Game* game : games) {
    games_[static_cast<std::size_t>(number_of(game->game.id)) - 1].is_erased = true;
  }
  return {games.size(), games.size(), all - games.size()};
}

IntegrityTotals MemoryStorage::check(const IntegrityOptions&, IntegrityListener&) {
  IntegrityTotals totals;
  for (const Game& game : games_) ++(game.is_erased ? totals.deleted : totals.games);
  return totals;
}

}  // namespace arbiter::testing
