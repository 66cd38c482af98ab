#include "db/sqlite/query/row_scan.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "db/model/stored_game.h"
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/square_index.h"
#include "lib/base/threads.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::sqlite {
namespace {

// The part of a search that one thread does.
struct Search {
  const Connection& connection;
  const GameTest& test;
  const GameSet& among;
  GameSpan range;
};

// Fewer games are not worth an additional thread.
constexpr std::int64_t kMinShared = 10'000;

// The number of games that a thread searches at a time: small enough that all threads end together.
constexpr std::int64_t kSpanGames = 16'384;

constexpr const char* kMovesOfGames =
    "SELECT id, start, moves, flags FROM game WHERE id BETWEEN ?1 AND ?2";
constexpr const char* kRoundsOfGames = "SELECT id, round FROM game WHERE id BETWEEN ?1 AND ?2";

std::vector<GameId> search_rounds(const Search& search) {
  std::vector<GameId> found;
  GameView view;
  Statement query = search.connection.prepare(kRoundsOfGames);
  query.bind_all(number_of(search.range.first), number_of(search.range.last));
  while (query.step()) {
    const GameId game{query.integer(0)};
    if (!search.among.contains(game)) continue;
    view[GameText::Round] = query.text(1);
    if (holds(search.test, view)) found.push_back(game);
  }
  return found;
}

// The longest gap between games that is bridged row by row; a longer one needs a new query.
constexpr std::int64_t kMaxGap = 6;

std::vector<GameId> search_moves(const Search& search) {
  std::vector<GameId> found;
  GameView view;
  Statement query = search.connection.prepare(kMovesOfGames);
  std::int64_t at = -1;  // the row of `query`
  bool is_over = false;
  search.among.for_each_in(search.range, [&](GameId game) {
    if (is_over) return false;
    const std::int64_t number = number_of(game);
    if (at < 0 || number - at > kMaxGap) {
      query.bind_all(number, number_of(search.range.last));
      is_over = !query.step();
      at = is_over ? 0 : query.integer(0);
    }
    while (!is_over && at < number) {
      is_over = !query.step();
      if (!is_over) at = query.integer(0);
    }
    if (is_over || at != number) return true;
    view.start = query.text(1);
    view.moves = query.blob(2);
    view[GameNumber::Flags] = static_cast<std::uint64_t>(query.integer(3));
    if (holds(search.test, view)) found.push_back(game);
    return true;
  });
  return found;
}

bool may_be_in_columns(const GameTest& test) {
  if (const auto* comparison = std::get_if<ComparisonTest>(&test)) {
    return comparison->uses_columns();
  }
  const auto* tag = std::get_if<TagTest>(&test);
  return tag != nullptr && is_from_columns(known_tag_ignoring_case(tag->tag));
}

std::vector<GameId> search_tags(const Search& search) {
  std::vector<GameId> found;
  const bool needs_columns = may_be_in_columns(search.test);
  GameTextReader texts(search.connection);
  GameReader games(search.connection);
  search.among.for_each_in(search.range, [&](GameId id) {
    const auto game = needs_columns ? games.game(id) : std::nullopt;
    GameView view = game ? view_of(*game) : GameView();
    view.record = texts.record(id);
    if (holds(search.test, view)) found.push_back(id);
    return true;
  });
  return found;
}

constexpr const char* kKindsOfFindings = "SELECT id, name FROM finding_kind";
constexpr const char* kFindings = "SELECT game, kind FROM finding WHERE game BETWEEN ?1 AND ?2";

// Returns the numbers in the file of the findings of the test, in ascending order.
std::vector<std::int64_t> kinds_passing(const Search& search) {
  std::vector<std::int64_t> kinds;
  Statement query = search.connection.prepare(kKindsOfFindings);
  while (query.step()) {
    const auto code = parse_code(query.text(1));
    if (!code) continue;  // of a newer version
    const DraftFinding finding{*code};
    GameView view;
    view.findings = {&finding, 1};
    if (holds(search.test, view)) kinds.push_back(query.integer(0));
  }
  std::ranges::sort(kinds);
  return kinds;
}

std::vector<GameId> search_findings(const Search& search) {
  std::vector<GameId> found;
  const std::vector<std::int64_t> kinds = kinds_passing(search);
  if (kinds.empty()) return found;
  Statement query = search.connection.prepare(kFindings);
  query.bind_all(number_of(search.range.first), number_of(search.range.last));
  while (query.step()) {
    const GameId game{query.integer(0)};
    const bool is_sought = std::ranges::binary_search(kinds, query.integer(1));
    if (is_sought && search.among.contains(game)) found.push_back(game);
  }
  return found;
}

std::vector<GameId> search_games(const Search& search) {
  switch (tested_part(search.test)) {
    case TestedPart::Findings:
      return search_findings(search);
    case TestedPart::Moves:
      return search_moves(search);
    case TestedPart::Round:
      return search_rounds(search);
    default:
      return search_tags(search);
  }
}

// Returns the games of a chunk that have the pieces on the squares.
GameBits games_with(const SquareNeeds& needs, SquareIndexReader& reader, std::int64_t chunk) {
  GameBits found{};
  if (needs.kind == SquareNeeds::Kind::All || needs.is_empty()) found.fill(~std::uint64_t{0});
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    if (!contains(needs.men, code)) continue;
    for (const Square square : needs.squares) {
      reader.add(chunk, Piece::from_code(code), square, found);
    }
  }
  for (const SquareNeeds& part : needs.parts) {
    const GameBits games = games_with(part, reader, chunk);
    for (std::size_t i = 0; i < found.size(); ++i) {
      found[i] = needs.kind == SquareNeeds::Kind::Any ? found[i] | games[i] : found[i] & games[i];
    }
  }
  return found;
}

bool has(const GameBits& games, std::size_t place) {
  return (games[place / 64] >> (place % 64) & 1) != 0;
}

}  // namespace

GameSet games_passing(const Connection& connection, const RowSearch& search, RowCost& cost) {
  const auto* pattern = std::get_if<PatternTest>(&search.test);
  std::optional<SquareSearch> narrowed;
  if (pattern != nullptr) {
    narrowed = games_with_squares(connection, pattern->plan->needs, search.among);
    cost.bitmaps += narrowed->bitmaps;
  }
  const GameSet& among = narrowed ? narrowed->games : search.among;
  if (tested_part(search.test) == TestedPart::Moves) {
    cost.walked += among.size();
  }
  const GameSpan all = among.span();
  GameSet games(number_of(all.last));
  const bool is_shared =
      search.jobs > 1 && number_of(all.last) - number_of(all.first) >= kMinShared;
  const auto connections = more_connections(connection, is_shared ? search.jobs : 0);
  std::int64_t next = number_of(all.first);
  const auto take = [&]() -> std::optional<GameSpan> {
    if (next > number_of(all.last)) return std::nullopt;
    const GameId first{std::exchange(next, next + kSpanGames)};
    return GameSpan{first, GameId{std::min(next - 1, number_of(all.last))}};
  };
  const auto search_span = [&](unsigned worker, GameSpan span) {
    const Connection& reader = connections.empty() ? connection : *connections[worker];
    return search_games({reader, search.test, among, span});
  };
  const auto receive = [&](const std::vector<GameId>& found) {
    for (const GameId game : found) games.insert(game);
  };
  run_in_order(std::max(1U, static_cast<unsigned>(connections.size())), take, search_span, receive);
  return games;
}

SquareSearch games_with_squares(const Connection& connection, const SquareNeeds& needs,
                                const GameSet& among) {
  SquareSearch search{.games = among};
  if (needs.is_empty()) return search;
  SquareIndexReader reader(connection);
  std::int64_t chunk = -1;
  std::size_t covered = 0;
  GameBits found{};
  among.for_each([&](GameId game) {
    if (chunk_of(game) != chunk) {
      chunk = chunk_of(game);
      covered = reader.covered(chunk);
      if (covered > 0) found = games_with(needs, reader, chunk);
    }
    const std::size_t place = place_in_chunk(game);
    if (place < covered && !has(found, place)) search.games.erase(game);
    return true;
  });
  search.bitmaps = reader.bitmaps_read();
  return search;
}

}  // namespace arbiter::sqlite
