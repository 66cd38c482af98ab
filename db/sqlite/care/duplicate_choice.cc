#include "db/sqlite/care/duplicate_choice.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "db/model/result_number.h"
#include "db/sqlite/games/database.h"

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

// Between two reports of progress.
constexpr std::size_t kGamesAtOnce = 4096;

DuplicateKind kind_of(const RecordQuality& best, const RecordQuality& other, Sameness sameness) {
  if (other.plies < best.plies) return DuplicateKind::Prefix;
  return sameness == Sameness::OtherNames ? DuplicateKind::OtherNames : DuplicateKind::SameMoves;
}

}  // namespace

GameComparison::GameComparison(const Connection& connection, ColumnReader& columns)
    : columns_(columns), round_(connection.prepare(kRound)) {
  const std::int64_t last = connection.integer(kLastPlayer);
  if (last != 0) check_number(connection, "player", last, max_name(connection));
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

GameClaims GameComparison::claims_of(GameId game) {
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
  GameClaims first = claims_of(a);
  GameClaims second = claims_of(b);
  const std::uint16_t plies = std::min(first.plies, second.plies);
  const bool is_short = plies < kTellingPlies;
  if (is_short && (contradicts(a, b, GameColumn::Event) || contradicts(a, b, GameColumn::Site))) {
    return Sameness::No;
  }
  Sameness sameness = Sameness::Yes;
  if (!may_be_same(first, second)) {
    if (plies < kMinPliesForOtherNames) return Sameness::No;
    // Perhaps it is only the names.
    first.white = second.white = {};
    first.black = second.black = {};
    if (!may_be_same(first, second)) return Sameness::No;
    sameness = Sameness::OtherNames;
  }
  return may_be_one_round(a, b, is_short) ? sameness : Sameness::No;
}

void DuplicateChoice::run(const UnitedGames& united, const DuplicateVisit& visit,
                          const DuplicateProgress& progress) {
  read_qualities(united, progress);
  std::vector<Chosen> groups;
  groups.reserve(united.ends.size());
  std::uint32_t begin = 0;
  for (const std::uint32_t end : united.ends)
    groups.push_back(choose(std::exchange(begin, end), end));
  std::ranges::sort(groups, {}, &Chosen::kept);
  for (const Chosen& chosen : groups) {
    const DuplicateGroup group = group_of(chosen);
    if (!group.others.empty()) visit(group);
  }
}

// By rising number: games that lie together are unpacked together.
void DuplicateChoice::read_qualities(const UnitedGames& united, const DuplicateProgress& progress) {
  const std::vector<std::uint32_t>& numbers = united.numbers;
  qualities_.resize(numbers.size());
  std::vector<std::uint32_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t place) { return numbers[place]; });
  columns_.forget();
  QualityReader reader(connection_);
  std::size_t done = 0;
  for (const std::uint32_t place : order) {
    if (done++ % kGamesAtOnce == 0) {
      progress("choosing the games to keep",
               static_cast<double>(done) / static_cast<double>(numbers.size()));
    }
    qualities_[place] = reader.of(GameId{numbers[place]});
  }
}

// Leaves the group by rising number.
DuplicateChoice::Chosen DuplicateChoice::choose(std::uint32_t begin, std::uint32_t end) {
  const auto group = std::span(qualities_).subspan(begin, end - begin);
  const std::uint32_t kept = std::ranges::min_element(group, is_better)->number;
  std::ranges::sort(group, {}, &RecordQuality::number);
  return {kept, begin, end};
}

DuplicateGroup DuplicateChoice::group_of(const Chosen& chosen) {
  const auto all = std::span(qualities_).subspan(chosen.begin, chosen.end - chosen.begin);
  const RecordQuality& best = *std::ranges::find(all, chosen.kept, &RecordQuality::number);
  DuplicateGroup group{.kept = best.game(), .others = {}};
  std::vector<std::uint64_t> kept_contents = {best.content};
  for (const RecordQuality& other : all) {
    if (other.number == best.number) continue;
    const Sameness sameness = comparison_.compare(best.game(), other.game());
    // The same as a third one, about which less is known.
    if (sameness == Sameness::No) continue;
    DuplicateGame game{.game = other.game(),
                       .kind = kind_of(best, other, sameness),
                       .why = reason_to_discard(best, other),
                       .difference = {}};
    if (std::ranges::find(kept_contents, other.content) == kept_contents.end()) {
      game.difference = difference_of(kept_.read(best.game()), other_.read(other.game()));
      if (game.is_held()) kept_contents.push_back(other.content);
    }
    group.others.push_back(std::move(game));
  }
  return group;
}

}  // namespace arbiter::sqlite
