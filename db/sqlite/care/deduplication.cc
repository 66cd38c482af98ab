#include "db/sqlite/care/deduplication.h"

#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "db/model/game_draft.h"
#include "db/model/move_code.h"
#include "db/model/stored_game.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/segment.h"
#include "lib/chess/position.h"
#include "lib/chess/position_key.h"
#include "lib/io/output_file.h"
#include "lib/notation/fen.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kMarkDeleted =
    "UPDATE game SET flags = flags | 1 WHERE id = ?1 AND flags & 1 = 0"
    " RETURNING start, moves, flags";
static_assert(kDeleted == 1);

}  // namespace

Deletion delete_games(const Database& database, const GameSet& games, unsigned jobs) {
  const Connection& connection = database.connection();
  Statement mark = connection.prepare(kMarkDeleted);
  ColumnWriter columns(connection);
  ColumnReader reader(connection);
  GameFactsReader facts(reader);
  GameReplay replay(database.index_plies());
  SegmentCollector subtracted(connection, SegmentKind::Subtracted, jobs);
  Deletion deletion;
  games.for_each([&](GameId game) {
    if (!mark.bind(1, number_of(game)).step()) return true;
    const auto flags = static_cast<unsigned>(mark.integer(2));
    columns.set(game, GameColumn::Flags, flags);
    if ((flags & kUnchecked) == 0 && replay.run(mark.text(0), mark.blob(1))) {
      subtracted.add(game, facts.facts(game), replay.postings());
    }
    mark.reset();
    ++deletion.games;
    return true;
  });
  columns.finish();
  subtracted.finish();
  deletion.postings = subtracted.written();
  return deletion;
}

namespace {

constexpr std::string_view kCountGames = "SELECT count(*) FROM game";

}  // namespace

void remove_if_empty(const std::string& path) {
  try {
    const CreationLock lock(path);
    const auto connection = Connection::open(path, Access::Write);
    if (!connection) return;
    sqlite3_busy_handler((*connection)->handle(), nullptr, nullptr);
    (*connection)->execute("PRAGMA locking_mode = EXCLUSIVE");
    if ((*connection)->integer(kCountGames) == 0) remove_database(ReplacedFile(path).path());
  } catch (const std::exception&) {
    // The database is in use or incomplete, so it is not removed.
  }
}

namespace {

// A game in the search for duplicates. It has only 16 bytes, because there may be millions.
struct HashedGame {
  std::uint64_t hash = 0;    // MovesHash of initial position and main line
  std::uint32_t number = 0;  // game number; there are fewer than 2^28
  std::uint16_t plies = 0;

  GameId game() const { return GameId{number}; }
};

// A pair of games: `shorter` has the initial position and the first moves of `longer`.
struct PrefixPair {
  std::uint32_t shorter = 0;  // index of the first of `games` with its hash
  GameId longer{};
};

constexpr std::string_view kLines = "SELECT id, start, moves FROM game WHERE flags & 1 = 0";

// The hashes at the ends of games. A Bloom filter rejects nearly all other positions.
class LineEnds {
 public:
  LineEnds(const std::vector<HashedGame>& games, std::uint16_t least_plies)
      : games_(games), shift_(64U - static_cast<unsigned>(std::bit_width(games.size() * 16))) {
    may_end_.resize((~std::uint64_t{0} >> shift_) + 1);
    for (const HashedGame& game : games) {
      if (game.plies < least_plies) continue;
      may_end_[game.hash >> shift_] = may_end_[second_place(game.hash)] = true;
    }
  }

  // Returns the first game that ends with this hash, after `plies` half-moves.
  std::optional<std::uint32_t> find(std::uint64_t hash, std::size_t plies) const {
    if (!may_end_[hash >> shift_] || !may_end_[second_place(hash)]) return std::nullopt;
    const auto found = std::ranges::lower_bound(games_, hash, {}, &HashedGame::hash);
    if (found == games_.end() || found->hash != hash || found->plies != plies) return std::nullopt;
    return static_cast<std::uint32_t>(found - games_.begin());
  }

 private:
  std::size_t second_place(std::uint64_t hash) const { return hash & (may_end_.size() - 1); }

  const std::vector<HashedGame>& games_;
  unsigned shift_;
  std::vector<bool> may_end_;
};

// The keys of initial positions. The last one is cached, because adjacent games often share a
// position.
class FirstKeys {
 public:
  // Returns the key of an initial position; nothing if the text is damaged.
  std::optional<PositionKey> key_of(std::string_view start) {
    if (start.empty()) return usual_;
    if (start == start_) return key_;
    start_ = start;
    const auto position = parse_position(start);
    key_.reset();
    if (position) key_ = position->key();
    return key_;
  }

 private:
  PositionKey usual_ = Position().key();
  std::string start_;
  std::optional<PositionKey> key_;
};

// Returns the games of `among` whose moves are known, sorted by hash and number.
std::vector<HashedGame> hashed_games(ColumnReader& columns, const GameSet& among) {
  std::vector<HashedGame> games;
  games.reserve(among.size());
  std::int64_t chunk = 0;
  among.for_each([&](GameId game) {
    if (std::exchange(chunk, chunk_of(game)) != chunk_of(game)) columns.forget();
    const auto flags = columns.value(game, GameColumn::Flags);
    if ((flags & (kDeleted | kUnchecked)) != 0) return true;
    games.push_back({columns.value(game, GameColumn::MovesHash),
                     static_cast<std::uint32_t>(number_of(game)),
                     static_cast<std::uint16_t>(columns.value(game, GameColumn::Plies))});
    return true;
  });
  columns.forget();
  std::ranges::sort(games, [](const HashedGame& a, const HashedGame& b) {
    return std::tie(a.hash, a.number) < std::tie(b.hash, b.number);
  });
  return games;
}

// Returns all pairs whose shorter game has at least `least_plies`. Reads the moves of all games
// once, without a board, which takes about 1 us per game. Precondition: `games` is a result of
// hashed_games().
std::vector<PrefixPair> find_prefixes(const Connection& connection,
                                      const std::vector<HashedGame>& games,
                                      std::uint16_t least_plies) {
  std::vector<PrefixPair> pairs;
  if (games.empty()) return pairs;
  const LineEnds ends(games, least_plies);
  FirstKeys keys;
  Statement rows = connection.prepare(kLines);
  while (rows.step()) {
    const auto key = keys.key_of(rows.text(1));
    if (!key) continue;
    const std::span<const std::uint8_t> moves = rows.blob(2);
    const std::size_t plies = packed_moves(moves.size());
    MovesHash hash(*key);
    for (std::size_t ply = 0; ply < plies; ++ply) {
      if (ply >= least_plies) {
        if (const auto end = ends.find(hash.value(), ply)) {
          pairs.push_back({*end, GameId{rows.integer(0)}});
        }
      }
      hash.add(move_code::code_at(moves.data(), ply));
    }
  }
  return pairs;
}

constexpr std::string_view kWords[] = {"same-moves", "prefix", "other-names"};

// A union-find structure of games, by index in the list of all games.
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

// The number of games between two progress reports.
constexpr std::uint32_t kGamesPerRead = 4096;

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

class DuplicateSearch {
 public:
  DuplicateSearch(GameComparison& comparison, const DuplicateProgress& progress)
      : comparison_(comparison), progress_(progress) {}

  UnitedGames run(const GameSet& among) {
    games_ = hashed_games(comparison_.columns(), among);
    unions_ = Unions(games_.size());
    comparison_.read_rounds(numbers_of_same_moves());
    join_same_moves();
    join_prefixes();
    return united();
  }

 private:
  using Places = std::vector<std::uint32_t>;
  // A game whose moves are a prefix of a longer game.
  struct Prefix {
    std::uint32_t shorter, longer;
    auto operator<=>(const Prefix&) const = default;
  };

  GameId game_at(std::uint32_t place) const { return games_[place].game(); }

  bool has_same_moves(std::uint32_t place, std::uint32_t other) const {
    return games_[place].hash == games_[other].hash && games_[place].plies == games_[other].plies;
  }

  // Returns the indices of all games with the same moves as the game at `first`.
  Places run_from(std::uint32_t first) const {
    Places places = {first};
    for (std::uint32_t i = first + 1; i < games_.size() && has_same_moves(first, i); ++i) {
      places.push_back(i);
    }
    return places;
  }

  // Returns the numbers of all games that have the moves of another game, in ascending order.
  std::vector<std::uint32_t> numbers_of_same_moves() const {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < games_.size(); ++i) {
      const bool is_copy = (i > 0 && has_same_moves(i - 1, i)) ||
                           (i + 1 < games_.size() && has_same_moves(i, i + 1));
      if (is_copy) numbers.push_back(games_[i].number);
    }
    std::ranges::sort(numbers);
    return numbers;
  }

  void join_same_moves() {
    for (std::uint32_t first = 0, next = 0; first < games_.size();) {
      if (first >= next) {
        progress_("comparing games with the same moves",
                  static_cast<double>(first) / static_cast<double>(games_.size()));
        next = first + kGamesPerRead;
      }
      const Places places = run_from(first);
      if (places.size() > 1) join_run(places);
      first += static_cast<std::uint32_t>(places.size());
    }
  }

  // Adds games with equal moves to groups. A game must be compatible with every member of its
  // group, so that missing data of one member cannot merge two others. Short games are compared
  // only with games of the same names.
  void join_run(const Places& places) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Places>> by_names;
    const bool is_short = games_[places.front()].plies < kMinDistinctPlies;
    for (const std::uint32_t place : places) {
      const GameId game = game_at(place);
      const auto names = is_short
                             ? std::pair(comparison_.white_of(game), comparison_.black_of(game))
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

  void join_prefixes() {
    progress_("searching for games that are prefixes of others", 0);
    find_all_prefixes();
    for (auto first = prefixes_.begin(); first != prefixes_.end();) {
      const auto last =
          std::ranges::upper_bound(first, prefixes_.end(), first->shorter, {}, &Prefix::shorter);
      join_prefix({first, last});
      first = last;
    }
  }

  void find_all_prefixes() {
    const std::vector<PrefixPair> pairs =
        find_prefixes(comparison_.connection(), games_, kMinPrefix);
    std::map<GameId, std::uint32_t> places;  // indices of the longer games that are compared
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

  // Merges the shorter game with the longest one, if all others are prefixes or copies of the
  // longest.
  void join_prefix(std::span<const Prefix> of_one) {
    const std::uint32_t longest = std::ranges::max_element(of_one, {}, [&](const Prefix& prefix) {
                                    return games_[prefix.longer].plies;
                                  })->longer;
    const bool is_one = std::ranges::all_of(of_one, [&](const Prefix& prefix) {
      return unions_.root(prefix.longer) == unions_.root(longest) ||
             std::ranges::binary_search(prefixes_, Prefix{prefix.longer, longest});
    });
    if (is_one) unions_.join(longest, of_one.front().shorter);
  }

  UnitedGames united() {
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

  GameComparison& comparison_;
  const DuplicateProgress& progress_;
  std::vector<HashedGame> games_;
  Unions unions_{0};
  std::vector<Prefix> prefixes_;  // sorted
};

}  // namespace

std::string_view to_string(DuplicateKind kind) { return kWords[static_cast<std::size_t>(kind)]; }

void find_duplicates(const Database& database, const GameSet& among, const DuplicateVisit& visit,
                     const DuplicateProgress& progress) {
  const Connection& connection = database.connection();
  ColumnReader columns(connection);
  GameComparison comparison(connection, columns);
  const UnitedGames united = DuplicateSearch(comparison, progress).run(among);
  choose_copies(comparison, united, visit, progress);
}

}  // namespace arbiter::sqlite
