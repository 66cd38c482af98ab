#include "db/care/deduplication.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>

#include "db/care/game_comparison.h"
#include "db/care/prefix_search.h"
#include "db/care/record_quality.h"
#include "db/games/game_columns.h"

namespace arbiter::db::care {
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

class DuplicateSearch {
 public:
  DuplicateSearch(const Database& database, const GameSet& among, const DuplicateProgress& progress)
      : progress_(progress),
        connection_(database.connection()),
        columns_(connection_),
        games_(hashed_games(columns_, among)),
        comparison_(connection_, columns_),
        unions_(games_.size()) {}

  std::vector<DuplicateGroup> run() {
    join_same_moves();
    join_prefixes();
    return groups();
  }

 private:
  using Places = std::vector<std::uint32_t>;
  using Members = std::map<std::uint32_t, Places>;  // of a union, by its root

  GameId game_at(std::uint32_t place) const { return games_[place].game; }

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
  std::uint32_t place_of(GameId game) const { return places_.at(game); }
  void join_prefix(std::uint32_t shorter, const Places& longer);
  std::vector<DuplicateGroup> groups();
  void read_qualities(const Members& members);
  DuplicateGroup group_of(const Places& places);

  const DuplicateProgress& progress_;
  const Connection& connection_;
  ColumnReader columns_;
  std::vector<HashedGame> games_;
  GameComparison comparison_;
  Unions unions_;
  std::map<GameId, RecordQuality> qualities_;  // of games in groups
  std::map<GameId, std::uint32_t> places_;     // of games that others are prefixes of
  std::set<std::pair<std::uint32_t, std::uint32_t>> prefixes_;  // shorter, longer; of one game
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
  const bool is_short = games_[places.front()].plies < kTellingPlies;
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
  const std::vector<PrefixPair> pairs = find_prefixes(connection_, games_, kLeastPrefix);
  std::set<GameId> wanted;
  for (const PrefixPair& pair : pairs) wanted.insert(pair.longer);
  for (std::uint32_t i = 0; i < games_.size(); ++i) {
    if (wanted.contains(games_[i].game)) places_.emplace(games_[i].game, i);
  }
  std::map<std::uint32_t, Places> longer_ones;
  for (const PrefixPair& pair : pairs) {
    if (!places_.contains(pair.longer)) continue;  // it is not among those that are looked at
    const std::uint32_t longer = place_of(pair.longer);
    for (const std::uint32_t shorter : run_from(pair.shorter)) {
      if (comparison_.compare(game_at(shorter), pair.longer) != Sameness::Yes) continue;
      longer_ones[shorter].push_back(longer);
      prefixes_.insert({shorter, longer});
    }
  }
  for (const auto& [shorter, longer] : longer_ones) join_prefix(shorter, longer);
}

// Joins it with the longest, if all others are how that one begins, or the same.
void DuplicateSearch::join_prefix(std::uint32_t shorter, const Places& longer) {
  const std::uint32_t longest = *std::ranges::max_element(
      longer, {}, [&](std::uint32_t place) { return games_[place].plies; });
  const bool is_one = std::ranges::all_of(longer, [&](std::uint32_t place) {
    return unions_.root(place) == unions_.root(longest) || prefixes_.contains({place, longest});
  });
  if (is_one) unions_.join(longest, shorter);
}

std::vector<DuplicateGroup> DuplicateSearch::groups() {
  Members members;
  for (std::uint32_t i = 0; i < games_.size(); ++i) {
    if (const std::uint32_t root = unions_.root(i); root != i) members[root].push_back(i);
  }
  for (auto& [root, places] : members) places.push_back(root);
  read_qualities(members);
  std::vector<DuplicateGroup> groups;
  for (const auto& [root, places] : members) {
    DuplicateGroup group = group_of(places);
    if (!group.others.empty()) groups.push_back(std::move(group));
  }
  std::ranges::sort(groups, {}, &DuplicateGroup::kept);
  return groups;
}

// By rising number: games that lie together are unpacked together.
void DuplicateSearch::read_qualities(const Members& members) {
  std::vector<GameId> games;
  for (const auto& [root, places] : members) {
    for (const std::uint32_t place : places) games.push_back(game_at(place));
  }
  std::ranges::sort(games);
  QualityReader reader(connection_, columns_);
  std::size_t done = 0;
  for (const GameId game : games) {
    if (done++ % kGamesAtOnce == 0) {
      progress_("choosing the games to keep",
                static_cast<double>(done) / static_cast<double>(games.size()));
    }
    qualities_.emplace_hint(qualities_.end(), game, reader.of(game));
  }
}

DuplicateGroup DuplicateSearch::group_of(const Places& places) {
  std::vector<RecordQuality> qualities;
  for (const std::uint32_t place : places) qualities.push_back(qualities_.at(game_at(place)));
  const RecordQuality best = *std::ranges::min_element(qualities, is_better);
  std::ranges::sort(qualities, {}, &RecordQuality::game);
  DuplicateGroup group{.kept = best.game, .others = {}};
  for (const RecordQuality& other : qualities) {
    if (other.game == best.game) continue;
    const Sameness sameness = comparison_.compare(best.game, other.game);
    // The same as a third one, about which less is known.
    if (sameness == Sameness::No) continue;
    group.others.push_back({.game = other.game,
                            .kind = other.plies < best.plies           ? DuplicateKind::Prefix
                                    : sameness == Sameness::OtherNames ? DuplicateKind::OtherNames
                                                                       : DuplicateKind::SameMoves,
                            .why = why_worse(best, other),
                            .is_held = !other.movetext.empty() && other.movetext != best.movetext});
  }
  return group;
}

}  // namespace

std::string_view to_string(DuplicateKind kind) { return kWords[static_cast<std::size_t>(kind)]; }

std::vector<DuplicateGroup> find_duplicates(const Database& database, const GameSet& among,
                                            const DuplicateProgress& progress) {
  return DuplicateSearch(database, among, progress).run();
}

}  // namespace arbiter::db::care
