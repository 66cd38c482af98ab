// The results of `find` for every kind of storage.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "db/model/filter_text.h"
#include "lib/notation/fen.h"
#include "lib/tags/person_name.h"
#include "tests/db/stores.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr std::size_t kGames = 500;

const std::vector<RandomGame>& games() {
  static const std::vector<RandomGame> games = random_games(kGames);
  return games;
}

struct Answer {
  std::int64_t id;
  std::optional<std::uint16_t> ply;
  bool operator==(const Answer&) const = default;
};

std::vector<Answer> answers_of(const FoundGames& found) {
  std::vector<Answer> answers;
  for (const FoundGame& game : found.games) answers.push_back({number_of(game.id), game.ply});
  return answers;
}

bool is_deleted(std::size_t number) { return games()[number].sample.eco == 500; }

std::size_t kept_games() {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kGames; ++i) count += is_deleted(i) ? 0 : 1;
  return count;
}

std::unique_ptr<Storage> store() {
  const StoreKind kind = GENERATE(from_range(store_kinds()));
  CAPTURE(to_string(kind));
  auto made = store_of(kind, games());
  REQUIRE(made->erase(*parse_filter("eco = E99"), EraseLimit::HalfOfAll).erased ==
          kGames - kept_games());
  return made;
}

// Returns the results from replaying all positions of all games.
std::vector<Answer> replayed(const Position& sought, Rights rights) {
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < kGames; ++i) {
    if (is_deleted(i)) continue;
    const auto& positions = games()[i].positions;
    for (std::size_t ply = 0; ply < positions.size(); ++ply) {
      const bool is_same = rights == Rights::Exact ? positions[ply] == sought
                                                   : positions[ply].board() == sought.board() &&
                                                         positions[ply].turn() == sought.turn();
      if (!is_same) continue;
      answers.push_back({static_cast<std::int64_t>(i) + 1, static_cast<std::uint16_t>(ply)});
      break;
    }
  }
  return answers;
}

// The sort value of a game: numbers before strings, nothing for unknown values.
using SortValue = std::optional<std::pair<std::uint32_t, std::string>>;

SortValue number(std::uint32_t value) {
  if (value == 0) return std::nullopt;
  return std::pair(value, std::string());
}

SortValue name(const std::string& text) {
  const std::string folded = folded_name(text);
  if (folded.empty()) return std::nullopt;
  return std::pair(0u, folded);
}

SortValue value_of(const SampleGame& sample, SortKey key) {
  switch (key) {
    case SortKey::Date:
      return number(sample.date);
    case SortKey::Elo:
      if (sample.white_elo == 0 || sample.black_elo == 0) return std::nullopt;
      return number(sample.white_elo + sample.black_elo);
    case SortKey::White:
      return name(sample.white);
    case SortKey::Event:
      return name(sample.event);
    case SortKey::BlackElo:
      return number(sample.black_elo);
    default:
      return std::nullopt;
  }
}

}  // namespace

TEST_CASE("a position is found in the games whose replay reaches it", "[find]") {
  const auto storage = store();
  std::mt19937 random(5);
  std::size_t most = 0;
  for (int i = 0; i < 300; ++i) {
    const auto& positions = games()[random() % kGames].positions;
    const Position& sought =
        positions[random() % std::min<std::size_t>(positions.size(), i % 2 == 0 ? 12 : 1000)];
    const Rights rights = i % 3 == 0 ? Rights::Ignored : Rights::Exact;
    CAPTURE(fen_of(sought), i);
    const FoundGames found = storage->games({.position = PositionQuery(sought, rights)});
    const std::vector<Answer> expected = replayed(sought, rights);
    CHECK(answers_of(found) == expected);
    CHECK(found.total == expected.size());
    most = std::max(most, expected.size());
  }
  CHECK(most > 50);
}

TEST_CASE("a position that no game has is not found", "[find]") {
  const auto storage = store();
  const auto sought = parse_position("4k3/8/8/8/8/8/8/3QK3 b - - 0 1");
  CHECK(storage->games({.position = PositionQuery(*sought, Rights::Exact)}).total == 0);
  CHECK(storage->games({.position = PositionQuery(*sought, Rights::Ignored)}).total == 0);
}

TEST_CASE("a position and a filter must both match", "[find]") {
  const auto storage = store();
  const FindQuery query{.filter = *parse_filter("result = draw"),
                        .position = PositionQuery(Position(), Rights::Ignored)};
  std::vector<Answer> expected = replayed(Position(), Rights::Ignored);
  std::erase_if(expected, [](const Answer& answer) {
    return games()[static_cast<std::size_t>(answer.id - 1)].sample.result != Outcome::Draw;
  });
  CHECK(answers_of(storage->games(query)) == expected);
  CHECK(expected.size() > 10);
}

TEST_CASE("games are in the requested order, unknown values last", "[find]") {
  const auto storage = store();
  const std::vector<std::vector<SortOrder>> orders = {
      {{SortKey::Date, SortDirection::Ascending}},
      {{SortKey::Date, SortDirection::Descending}},
      {{SortKey::Elo, SortDirection::Descending}},
      {{SortKey::BlackElo, SortDirection::Ascending}},
      {{SortKey::White, SortDirection::Ascending}},
      {{SortKey::White, SortDirection::Descending}, {SortKey::Date, SortDirection::Ascending}},
      {{SortKey::Event, SortDirection::Ascending},
       {SortKey::Elo, SortDirection::Descending},
       {SortKey::Date, SortDirection::Descending}},
  };
  for (const auto& order : orders) {
    std::vector<std::int64_t> expected;
    for (std::size_t i = 0; i < kGames; ++i) {
      if (!is_deleted(i)) expected.push_back(static_cast<std::int64_t>(i) + 1);
    }
    std::stable_sort(expected.begin(), expected.end(), [&](std::int64_t a, std::int64_t b) {
      for (const SortOrder& one : order) {
        const SortValue left = value_of(games()[static_cast<std::size_t>(a - 1)].sample, one.key);
        const SortValue right = value_of(games()[static_cast<std::size_t>(b - 1)].sample, one.key);
        if (left == right) continue;
        if (!left || !right) return left.has_value();
        return one.direction == SortDirection::Ascending ? *left < *right : *right < *left;
      }
      return false;
    });
    std::vector<std::int64_t> ids;
    for (const FoundGame& game : storage->games({.order = order}).games) {
      ids.push_back(number_of(game.id));
    }
    CHECK(ids == expected);
    std::vector<std::int64_t> part;
    const FoundGames found = storage->games({.order = order, .offset = 20, .limit = 30});
    for (const FoundGame& game : found.games) part.push_back(number_of(game.id));
    CHECK(part == std::vector(expected.begin() + 20, expected.begin() + 50));
    CHECK(found.total == expected.size());
  }
}

TEST_CASE("a limit beyond the end lists all games", "[find]") {
  const auto storage = store();
  const auto all = storage->games({});
  CHECK(all.total == kept_games());
  CHECK(storage->games({.limit = 100000}).games.size() == all.total);
  CHECK(storage->games({.offset = 100000}).games.empty());
  CHECK(storage->games({.offset = UINT64_MAX, .limit = UINT64_MAX}).games.empty());
  CHECK(storage->games({.limit = 0}).total == all.total);
  const SortOrder by_date{SortKey::Date, SortDirection::Ascending};
  CHECK(storage->games({.order = {by_date}, .offset = UINT64_MAX, .limit = 1}).games.empty());
}

TEST_CASE("games can be sorted by the ply at which they reached the position", "[find]") {
  const auto storage = store();
  const Position sought =
      games()[3].positions[std::min<std::size_t>(6, games()[3].positions.size() - 1)];
  const FoundGames found = storage->games({.position = PositionQuery(sought, Rights::Ignored),
                                           .order = {{SortKey::Ply, SortDirection::Descending}}});
  CHECK(std::is_sorted(found.games.begin(), found.games.end(),
                       [](const FoundGame& a, const FoundGame& b) { return *a.ply > *b.ply; }));
  CHECK(found.total >= 1);
}

}  // namespace arbiter::testing
