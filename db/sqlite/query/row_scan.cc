#include "db/sqlite/query/row_scan.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "db/model/result_number.h"
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/games/game_scan.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/query/square_search.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/patterns/pattern_plan.h"

namespace arbiter::sqlite {
namespace {

// What one thread looks for, and where.
struct Search {
  const Connection& connection;
  const GameTest& test;
  const GameSet& among;
  GameSpan range;
};

constexpr const char* kMovesOfGames =
    "SELECT id, start, moves, flags FROM game WHERE id BETWEEN ?1 AND ?2";
constexpr const char* kRoundsOfGames = "SELECT id, round FROM game WHERE id BETWEEN ?1 AND ?2";

// `fill` puts what the test looks at from a row into the view.
template <class Fill>
std::vector<GameId> search_rows(const Search& search, const char* sql, Fill fill) {
  std::vector<GameId> found;
  GameView view;
  Statement query = search.connection.prepare(sql);
  query.bind(1, number_of(search.range.first)).bind(2, number_of(search.range.last));
  while (query.step()) {
    const GameId game{query.integer(0)};
    if (!search.among.contains(game)) continue;
    fill(query, view);
    if (holds(search.test, view)) found.push_back(game);
  }
  return found;
}

std::vector<GameId> search_rounds(const Search& search) {
  return search_rows(search, kRoundsOfGames, [](const Statement& row, GameView& view) {
    view[GameText::Round] = row.text(1);
  });
}

// Rows that are stepped over one by one; for more it is quicker to go to the next game.
constexpr std::int64_t kWorthGoing = 6;

std::vector<GameId> search_moves(const Search& search) {
  std::vector<GameId> found;
  GameView view;
  Statement query = search.connection.prepare(kMovesOfGames);
  std::int64_t at = -1;  // the row of `query`
  bool is_over = false;
  search.among.for_each([&](GameId game) {
    if (game < search.range.first) return true;
    if (game > search.range.last || is_over) return false;
    const std::int64_t number = number_of(game);
    if (at < 0 || number - at > kWorthGoing) {
      query.bind(1, number).bind(2, number_of(search.range.last));
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

// The view's texts are those of the game.
void fill_columns(const StoredGame& game, GameView& view) {
  view[GameNumber::Date] = game.date;
  view[GameNumber::WhiteElo] = game.white_elo.value_or(std::uint16_t{0});
  view[GameNumber::BlackElo] = game.black_elo.value_or(std::uint16_t{0});
  view[GameNumber::Eco] = game.eco;
  view[GameNumber::Result] = number_of(game.result);
  view[GameText::White] = game.white;
  view[GameText::Black] = game.black;
  view[GameText::Event] = game.event;
  view[GameText::Site] = game.site;
  view[GameText::Round] = game.round;
  view.start = game.start;
}

bool may_stand_in_columns(const GameTest& test) {
  const auto* tag = std::get_if<TagTest>(&test);
  return tag != nullptr && is_from_columns(known_tag_ignoring_case(tag->tag));
}

std::vector<GameId> search_tags(const Search& search) {
  std::vector<GameId> found;
  const bool needs_columns = may_stand_in_columns(search.test);
  GameTextReader texts(search.connection);
  GameReader games(search.connection);
  search.among.for_each([&](GameId id) {
    if (id < search.range.first) return true;
    if (id > search.range.last) return false;
    GameView view;
    const auto game = needs_columns ? games.game(id) : std::nullopt;
    if (game) fill_columns(*game, view);
    view.record = texts.record(id);
    if (holds(search.test, view)) found.push_back(id);
    return true;
  });
  return found;
}

constexpr const char* kKindsOfFindings = "SELECT id, name FROM finding_kind";
constexpr const char* kFindings = "SELECT game, kind FROM finding WHERE game BETWEEN ?1 AND ?2";

// The numbers that the findings asked for have in the file, rising.
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
  query.bind(1, number_of(search.range.first)).bind(2, number_of(search.range.last));
  while (query.step()) {
    const GameId game{query.integer(0)};
    const bool is_sought = std::ranges::binary_search(kinds, query.integer(1));
    if (is_sought && search.among.contains(game)) found.push_back(game);
  }
  return found;
}

std::vector<GameId> search_games(const Search& search) {
  if (std::holds_alternative<FindingTest>(search.test)) return search_findings(search);
  if (std::holds_alternative<MaterialTest>(search.test) ||
      std::holds_alternative<PatternTest>(search.test)) {
    return search_moves(search);
  }
  if (std::holds_alternative<RoundTest>(search.test)) return search_rounds(search);
  return search_tags(search);
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
  if (pattern != nullptr || std::holds_alternative<MaterialTest>(search.test)) {
    cost.walked += among.size();
  }
  const GameSpan all = among.span();
  GameSet games(number_of(all.last));
  for_each_span(
      connection, all, search.jobs,
      [&](const Connection& reader, GameSpan span) {
        return search_games({reader, search.test, among, span});
      },
      [&](const std::vector<GameId>& found) {
        for (const GameId game : found) games.insert(game);
      });
  return games;
}

}  // namespace arbiter::sqlite
