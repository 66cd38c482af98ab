#include "db/sqlite/care/game_comparison.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "db/model/column_values.h"
#include "db/sqlite/games/file_limits.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kPlayers = "SELECT id, name, folded FROM player ORDER BY id";
constexpr std::string_view kLastPlayer = "SELECT coalesce(max(id), 0) FROM player";
constexpr std::string_view kRound = "SELECT round FROM game WHERE id = ?1";

// Without the board: "5.1" is "5".
std::string_view main_round(std::string_view round) {
  return round.substr(0, round.find_first_of(".("));
}

bool is_known(std::string_view round) { return !round.empty() && round != "?" && round != "-"; }

}  // namespace

GameComparison::GameComparison(const Connection& connection, ColumnReader& columns)
    : columns_(columns), round_(connection.prepare(kRound)) {
  const std::int64_t last = connection.integer(kLastPlayer);
  if (last != 0) check_number(connection, "player", last, most_names(connection));
  players_.resize(static_cast<std::size_t>(last) + 1);
  persons_.resize(players_.size());
  std::unordered_map<std::string, std::uint32_t> persons;
  Statement rows = connection.prepare(kPlayers);
  while (rows.step()) {
    check_number(connection, "player", rows.integer(0), last);
    const auto id = static_cast<std::uint32_t>(rows.integer(0));
    players_[id] = rows.text(1);
    persons_[id] = persons.emplace(rows.text(2), id).first->second;
  }
}

GameIdentity GameComparison::claims_of(GameId game) {
  const auto name = [&](GameColumn column) -> std::string_view {
    const std::uint64_t id = columns_.value(game, column);
    return id < players_.size() ? std::string_view(players_[id]) : std::string_view();
  };
  return {.white = name(GameColumn::White),
          .black = name(GameColumn::Black),
          .date = static_cast<std::uint32_t>(columns_.value(game, GameColumn::Date)),
          .result = outcome_of(static_cast<unsigned>(columns_.value(game, GameColumn::Result))),
          .plies = static_cast<std::uint16_t>(columns_.value(game, GameColumn::Plies))};
}

std::string GameComparison::round_of(GameId game) {
  if (!round_.bind(1, number_of(game)).step()) return {};
  std::string round(round_.text(0));
  round_.reset();
  return round;
}

// Both are known and differ.
bool GameComparison::contradicts(GameId a, GameId b, GameColumn column) {
  const std::uint64_t value = columns_.value(a, column);
  const std::uint64_t other = columns_.value(b, column);
  return value != other && value != 0 && other != 0;
}

bool GameComparison::may_be_one_round(GameId a, GameId b, bool is_short) {
  const bool is_one_event =
      columns_.value(a, GameColumn::Event) == columns_.value(b, GameColumn::Event);
  if (!is_one_event && !is_short) return true;
  const std::string round = round_of(a);
  const std::string other = round_of(b);
  if (!is_known(round) || !is_known(other)) return true;
  return is_short ? round == other : main_round(round) == main_round(other);
}

Sameness GameComparison::compare(GameId a, GameId b) {
  GameIdentity first = claims_of(a);
  GameIdentity second = claims_of(b);
  const std::uint16_t plies = std::min(first.plies, second.plies);
  const bool is_short = plies < kMinDistinctPlies;
  if (is_short && (contradicts(a, b, GameColumn::Event) || contradicts(a, b, GameColumn::Site))) {
    return Sameness::No;
  }
  Sameness sameness = Sameness::Yes;
  if (!may_be_same(first, second)) {
    if (plies < kTellingNames) return Sameness::No;
    // Perhaps it is only the names.
    first.white = second.white = {};
    first.black = second.black = {};
    if (!may_be_same(first, second)) return Sameness::No;
    sameness = Sameness::OtherNames;
  }
  return may_be_one_round(a, b, is_short) ? sameness : Sameness::No;
}

}  // namespace arbiter::sqlite
