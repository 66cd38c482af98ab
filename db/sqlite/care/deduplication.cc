#include "db/sqlite/care/deduplication.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "db/sqlite/care/duplicate_choice.h"
#include "db/sqlite/care/game_comparison.h"
#include "db/sqlite/care/prefix_search.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kWords[] = {"same-moves", "prefix", "other-names"};

// Games that were found to be one, by their places in the list of all.
class Unions {
 public:
  explicit Unions(std::size_t games) : parents_(games) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }

  std::uint32_t root(std::uint32_t place) {
    while (parents_[place] != place) place = parents_[place] = parents_[parents_[place]];
    return place;
  }
  void join(std::uint32_t a, std::uint32_t b) { parents_[root(b)] = root(a); }

 private:
  std::vector<std::uint32_t> parents_;
};

// Between two reports of progress.
constexpr std::uint32_t kGamesAtOnce = 4096;

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

class DuplicateSearch {
 public:
  DuplicateSearch(const Connection& connection, ColumnReader& columns, GameComparison& comparison,
                  const DuplicateProgress& progress)
      : connection_(connection), columns_(columns), comparison_(comparison), progress_(progress) {}

  UnitedGames run(const GameSet& among) {
    games_ = hashed_games(columns_, among);
    unions_ = Unions(games_.size());
    join_same_moves();
    join_prefixes();
    return united();
  }

 private:
  using Places = std::vector<std::uint32_t>;
  // A game that is how another begins, and that one.
  struct Prefix {
    std::uint32_t shorter, longer;
    auto operator<=>(const Prefix&) const = default;
  };

  GameId game_at(std::uint32_t place) const { return games_[place].game(); }

  // The places of all games with the moves of the one at `first`.
  Places run_from(std::uint32_t first) const {
    Places places;
    for (std::uint32_t i = first; i < games_.size() && games_[i].hash == games_[first].hash &&
                                  games_[i].plies == games_[first].plies;
         ++i) {
      places.push_back(i);
    }
    return places;
  }

  void join_same_moves();
  void join_run(const Places& places);
  void join_prefixes();
  void find_all_prefixes();
  void join_prefix(std::span<const Prefix> of_one);
  UnitedGames united();

  const Connection& connection_;
  ColumnReader& columns_;
  GameComparison& comparison_;
  const DuplicateProgress& progress_;
  std::vector<HashedGame> games_;
  Unions unions_{0};
  std::vector<Prefix> prefixes_;  // sorted
};

void DuplicateSearch::join_same_moves() {
  for (std::uint32_t first = 0, next = 0; first < games_.size();) {
    if (first >= next) {
      progress_("comparing games of the same moves",
                static_cast<double>(first) / static_cast<double>(games_.size()));
      next = first + kGamesAtOnce;
    }
    const Places places = run_from(first);
    if (places.size() > 1) join_run(places);
    first += static_cast<std::uint32_t>(places.size());
  }
}

// A game joins a group if it can be the same as all that are in it: what is not known about one
// of them does not make two others the same. Short games come with the same names: those of
// others are not compared.
void DuplicateSearch::join_run(const Places& places) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Places>> by_names;
  const bool is_short = games_[places.front()].plies < kMinDistinctPlies;
  for (const std::uint32_t place : places) {
    const GameId game = game_at(place);
    const auto names = is_short ? std::pair(comparison_.white_of(game), comparison_.black_of(game))
                                : std::pair(0U, 0U);
    std::vector<Places>& clusters = by_names[names];
    const auto fitting = std::ranges::find_if(clusters, [&](const Places& cluster) {
      return std::ranges::all_of(cluster, [&](std::uint32_t member) {
        return comparison_.compare(game_at(member), game) != Sameness::No;
      });
    });
    if (fitting == clusters.end()) {
      clusters.push_back({place});
    } else {
      unions_.join(fitting->front(), place);
      fitting->push_back(place);
    }
  }
}

void DuplicateSearch::join_prefixes() {
  progress_("looking for games that others begin with", 0);
  find_all_prefixes();
  for (auto first = prefixes_.begin(); first != prefixes_.end();) {
    const auto last =
        std::ranges::upper_bound(first, prefixes_.end(), first->shorter, {}, &Prefix::shorter);
    join_prefix({first, last});
    first = last;
  }
}

void DuplicateSearch::find_all_prefixes() {
  const std::vector<PrefixPair> pairs = find_prefixes(connection_, games_, kLeastPrefix);
  std::map<GameId, std::uint32_t> places;  // of the longer ones that are looked at
  for (const PrefixPair& pair : pairs) places.emplace(pair.longer, kNowhere);
  for (std::uint32_t i = 0; i < games_.size(); ++i) {
    if (const auto found = places.find(game_at(i)); found != places.end()) found->second = i;
  }
  for (const PrefixPair& pair : pairs) {
    const std::uint32_t longer = places.at(pair.longer);
    if (longer == kNowhere) continue;
    for (const std::uint32_t shorter : run_from(pair.shorter)) {
      if (comparison_.compare(game_at(shorter), pair.longer) == Sameness::Yes) {
        prefixes_.push_back({shorter, longer});
      }
    }
  }
  std::ranges::sort(prefixes_);
}

// Joins the shorter one with the longest, if all others are how that one begins, or the same.
void DuplicateSearch::join_prefix(std::span<const Prefix> of_one) {
  const std::uint32_t longest = std::ranges::max_element(of_one, {}, [&](const Prefix& prefix) {
                                  return games_[prefix.longer].plies;
                                })->longer;
  const bool is_one = std::ranges::all_of(of_one, [&](const Prefix& prefix) {
    return unions_.root(prefix.longer) == unions_.root(longest) ||
           std::ranges::binary_search(prefixes_, Prefix{prefix.longer, longest});
  });
  if (is_one) unions_.join(longest, of_one.front().shorter);
}

UnitedGames DuplicateSearch::united() {
  std::vector<bool> is_joined(games_.size());
  for (std::uint32_t i = 0; i < games_.size(); ++i) {
    if (const std::uint32_t root = unions_.root(i); root != i)
      is_joined[i] = is_joined[root] = true;
  }
  UnitedGames united;
  for (std::uint32_t i = 0; i < games_.size(); ++i) {
    if (is_joined[i]) united.numbers.push_back(i);
  }
  std::ranges::sort(united.numbers, {}, [&](std::uint32_t place) { return unions_.root(place); });
  for (std::uint32_t i = 1; i <= united.numbers.size(); ++i) {
    const bool is_end = i == united.numbers.size() ||
                        unions_.root(united.numbers[i]) != unions_.root(united.numbers[i - 1]);
    if (is_end) united.ends.push_back(i);
  }
  for (std::uint32_t& number : united.numbers) number = games_[number].number;
  return united;
}

}  // namespace

std::string_view to_string(DuplicateKind kind) { return kWords[static_cast<std::size_t>(kind)]; }

void find_duplicates(const Database& database, const GameSet& among, const DuplicateVisit& visit,
                     const DuplicateProgress& progress) {
  const Connection& connection = database.connection();
  ColumnReader columns(connection);
  GameComparison comparison(connection, columns);
  const UnitedGames united = DuplicateSearch(connection, columns, comparison, progress).run(among);
  DuplicateChoice(connection, columns, comparison).run(united, visit, progress);
}

}  // namespace arbiter::sqlite
