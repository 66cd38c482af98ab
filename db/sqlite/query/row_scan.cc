#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_reach.h"
#include "db/model/stored_game.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/query/column_keys.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "lib/base/threads.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::sqlite {
namespace {

// The part of a search done by one thread.
struct Search {
  const Connection& connection;
  const GameTest& test;
  const GameSet& among;
  GameSpan range;  // part of one chunk, small enough that all threads end at about the same time
};

struct Found {
  std::vector<GameId> games;
  std::uint64_t walked = 0;  // number of games whose moves were replayed
};

// The minimum number of games for additional threads. Each must open the file, which costs as much
// as 500 replays.
constexpr std::size_t kMinShared = 4096;

// The minimum number of games in a chunk for its material index. Replaying fewer games is faster
// than decompressing the index.
constexpr std::size_t kMinIndexed = 64;

// The minimum number of games in a chunk for a scan of all its findings. It costs as much as about
// 7,000 lookups of a game's findings.
constexpr std::size_t kMinScanned = 4096;

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

// The maximum gap between games that is skipped row by row. A longer gap needs a new query.
constexpr std::int64_t kMaxGap = 6;

Found search_moves(const Search& search) {
  Found found;
  GameView view;
  Statement query = search.connection.prepare(kMovesOfGames);
  std::int64_t at = -1;  // current row of `query`
  bool is_over = false;
  search.among.for_each_in(search.range, [&](GameId game) {
    if (is_over) return false;
    ++found.walked;
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
    if (holds(search.test, view)) found.games.push_back(game);
    return true;
  });
  return found;
}

// Returns whether the range has at least `least` of the games.
bool are_many(const GameSet& games, GameSpan range, std::size_t least = kMinIndexed) {
  std::size_t count = 0;
  games.for_each_in(range, [&](GameId) { return ++count < least; });
  return count == least;
}

// Searches by material. Only games that are not indexed are replayed.
Found search_material(const Search& search, const MaterialPattern& pattern) {
  const std::int64_t chunk = chunk_of(search.range.first);
  MaterialIndexReader index(search.connection);
  if (index.covered(chunk) == 0 || !are_many(search.among, search.range)) {
    return search_moves(search);
  }
  const ChunkMaterial& material = index.read(chunk);
  Search beyond = search;
  beyond.range.first = game_at(chunk, material.games());
  Found found = search_moves(beyond);
  ColumnReader columns(search.connection);
  const auto flags = columns.column<std::uint8_t>(chunk, GameColumn::Flags);
  const std::size_t games = std::min(material.games(), flags.size());
  for (std::size_t place = 0; place < games; ++place) {
    const GameId game = game_at(chunk, place);
    if (!search.among.contains(game) || (flags[place] & kUnchecked) != 0) continue;
    if (reaches_material(pattern, material.of(place))) found.games.push_back(game);
  }
  return found;
}

constexpr const char* kStartOfGame = "SELECT start, flags FROM game WHERE id = ?1";

// Searches clocks and evaluations in comments. The initial position determines which player they
// belong to.
std::vector<GameId> search_comment_numbers(const Search& search) {
  std::vector<GameId> found;
  GameTextReader texts(search.connection);
  Statement starts = search.connection.prepare(kStartOfGame);
  search.among.for_each_in(search.range, [&](GameId id) {
    if (!starts.bind(1, number_of(id)).step()) return true;
    GameView view;
    view.start = starts.text(0);
    view[GameNumber::Flags] = static_cast<std::uint64_t>(starts.integer(1));
    view.record = texts.record(id);
    if (holds(search.test, view)) found.push_back(id);
    starts.reset();
    return true;
  });
  return found;
}

constexpr const char* kRowOfGame = "SELECT round, start FROM game WHERE id = ?1";

// A view of the columns from which the values of one tag are derived. Each name is read once.
class TagColumns {
 public:
  TagColumns(const Connection& connection, KnownTag tag) : columns_(connection) {
    struct Source {
      KnownTag tag;
      std::variant<GameText, GameNumber> of;
    };
    constexpr Source kSources[] = {{KnownTag::White, GameText::White},
                                   {KnownTag::Black, GameText::Black},
                                   {KnownTag::Event, GameText::Event},
                                   {KnownTag::Site, GameText::Site},
                                   {KnownTag::Date, GameNumber::Date},
                                   {KnownTag::Result, GameNumber::Result},
                                   {KnownTag::WhiteElo, GameNumber::WhiteElo},
                                   {KnownTag::BlackElo, GameNumber::BlackElo},
                                   {KnownTag::Eco, GameNumber::Eco}};
    const auto* const source = std::ranges::find(kSources, tag, &Source::tag);
    if (source == std::end(kSources)) {
      if (is_from_columns(tag)) query_.emplace(connection.prepare(kRowOfGame));
      return;
    }
    of_ = source->of;
    keys_ = std::visit([](auto of) { return column_of(of); }, source->of);
    if (!keys_->table) return;
    query_.emplace(connection.prepare(
        fmt::format("SELECT name FROM {} WHERE id = ?1", to_string(*keys_->table))));
  }

  // Returns the view, which is valid until the next call.
  const GameView& of(GameId game) {
    if (keys_ == nullptr) {
      if (query_) read_row(game);
      return view_;
    }
    const std::uint64_t value = columns_.value(game, keys_->column);
    if (const auto* number = std::get_if<GameNumber>(&of_)) {
      view_[*number] = value;
    } else {
      view_[std::get<GameText>(of_)] = name(value);
    }
    return view_;
  }

 private:
  const std::string& name(std::uint64_t id) {
    const auto [place, is_new] = names_.try_emplace(id);
    if (!is_new) return place->second;
    if (query_->bind(1, static_cast<std::int64_t>(id)).step()) place->second = query_->text(0);
    query_->reset();
    return place->second;
  }

  void read_row(GameId game) {
    round_.clear();
    start_.clear();
    if (query_->bind(1, number_of(game)).step()) {
      round_ = query_->text(0);
      start_ = query_->text(1);
    }
    query_->reset();
    view_[GameText::Round] = round_;
    view_.start = start_;
  }

  ColumnReader columns_;
  const ColumnKeys* keys_ = nullptr;  // null if the values are in rows, or not derived
  std::variant<GameText, GameNumber> of_;
  std::optional<Statement> query_;  // reads a name or a row
  std::unordered_map<std::uint64_t, std::string> names_;
  std::string round_, start_;
  GameView view_;
};

// Accepts the values of a tag. Each distinct value is tested once, unless there are very many.
class TagValues {
 public:
  explicit TagValues(const TagTest& test) : test_(test) {}

  bool accepts(std::string_view value) {
    const auto known = results_.find(value);
    if (known != results_.end()) return known->second;
    if (results_.size() == kMaxValues) results_.clear();
    return results_.emplace(value, test_.accepts_value(value)).first->second;
  }

 private:
  static constexpr std::size_t kMaxValues = 1 << 16;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  const TagTest& test_;
  std::unordered_map<std::string, bool, Hash, std::equal_to<>> results_;
};

std::vector<GameId> search_tag(const Search& search, const TagTest& test) {
  std::vector<GameId> found;
  GameTextReader texts(search.connection);
  TagColumns columns(search.connection, known_tag_ignoring_case(test.tag));
  TagValues values(test);
  const std::function<bool(std::string_view)> is_accepted = [&](std::string_view value) {
    return values.accepts(value);
  };
  search.among.for_each_in(search.range, [&](GameId id) {
    GameView view = columns.of(id);
    view.record = texts.record(id);
    if (test.accepts(view, is_accepted)) found.push_back(id);
    return true;
  });
  return found;
}

std::vector<GameId> search_tags(const Search& search) {
  std::vector<GameId> found;
  const auto* comparison = std::get_if<ComparisonTest>(&search.test);
  const bool needs_columns = comparison != nullptr && comparison->uses_columns();
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
constexpr const char* kFindingsOfGames =
    "SELECT game, kind FROM finding WHERE game BETWEEN ?1 AND ?2";

// Returns the file's numbers for the findings of the test, in ascending order.
std::vector<std::int64_t> kinds_passing(const Search& search) {
  std::vector<std::int64_t> kinds;
  Statement query = search.connection.prepare(kKindsOfFindings);
  while (query.step()) {
    const auto code = parse_code(query.text(1));
    if (!code) continue;  // defined by a newer version
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
  Statement query = search.connection.prepare(kFindingsOfGames);
  const auto read = [&](GameId first, GameId last) {
    query.bind_all(number_of(first), number_of(last));
    while (query.step()) {
      const GameId game{query.integer(0)};
      const bool is_sought = std::ranges::binary_search(kinds, query.integer(1));
      if (is_sought && search.among.contains(game)) found.push_back(game);
    }
    return true;
  };
  if (are_many(search.among, search.range, kMinScanned)) {
    read(search.range.first, search.range.last);
  } else {
    search.among.for_each_in(search.range, [&](GameId game) { return read(game, game); });
  }
  return found;
}

Found search_games(const Search& search) {
  if (const auto* test = std::get_if<MaterialTest>(&search.test)) {
    return search_material(search, test->pattern);
  }
  switch (tested_part(search.test)) {
    case TestedPart::Findings:
      return {search_findings(search)};
    case TestedPart::Moves:
      return search_moves(search);
    case TestedPart::Round:
      return {search_rounds(search)};
    default:
      if (std::holds_alternative<CommentNumberTest>(search.test)) {
        return {search_comment_numbers(search)};
      }
      if (const auto* tag = std::get_if<TagTest>(&search.test)) return {search_tag(search, *tag)};
      return {search_tags(search)};
  }
}

// Returns the games whose movetext was kept. The others have no comments, marks or variations.
GameSet games_with_movetext(const Connection& connection, const GameSet& among) {
  ColumnReader columns(connection);
  GameSet games(number_of(among.span().last));
  among.for_each([&](GameId game) {
    if ((columns.value(game, GameColumn::Flags) & kHasMovetext) != 0) games.insert(game);
    return true;
  });
  return games;
}

// Searches the games of a chunk that the indexes did not exclude.
class ChunkSearch {
 public:
  explicit ChunkSearch(const Connection& connection)
      : squares_(connection), material_(connection), columns_(connection) {}

  // Moves to a chunk. Reads its material if there are many games.
  void go_to(std::int64_t chunk, bool has_many) {
    chunk_ = chunk;
    has_many_ = has_many;
    with_material_.clear();
  }

  // Returns the games that meet the needs, and games that are not indexed.
  GameBits games_meeting(const GameNeeds& needs) {
    switch (needs.kind) {
      case GameNeeds::Kind::Stood:
        return with_pieces(needs);
      case GameNeeds::Kind::Material:
        return with_material(*needs.material);
      case GameNeeds::Kind::Promoted:
        return with_changes([&](auto changes) { return promotes_to(needs.men, changes); });
      case GameNeeds::Kind::Mated:
        return ended_by(Ending::Checkmate);
      case GameNeeds::Kind::Stalemated:
        return ended_by(Ending::Stalemate);
      case GameNeeds::Kind::HadTactic:
        return with_tactics(needs.tactics);
      default:
        break;
    }
    GameBits found{};
    if (needs.kind != GameNeeds::Kind::Any) found.fill(~std::uint64_t{0});
    for (const GameNeeds& part : needs.parts) {
      const GameBits games = games_meeting(part);
      for (std::size_t i = 0; i < found.size(); ++i) {
        found[i] = needs.kind == GameNeeds::Kind::Any ? found[i] | games[i] : found[i] & games[i];
      }
    }
    return found;
  }

  // Returns the games with moves whose tactics are indexed.
  GameBits with_known_tactics() {
    GameBits found{};
    const auto flags = columns_.column<std::uint8_t>(chunk_, GameColumn::Flags);
    const std::size_t games = std::min(squares_.covered_tactics(chunk_), flags.size());
    for (std::size_t place = 0; place < games; ++place) {
      if ((flags[place] & kUnchecked) == 0) add(place, found);
    }
    return found;
  }

  std::uint64_t bitmaps_read() const { return squares_.bitmaps_read(); }

 private:
  GameBits with_pieces(const GameNeeds& needs) {
    GameBits found = beyond(squares_.covered(chunk_));
    if (squares_.covered(chunk_) == 0) return found;
    for (std::uint8_t code = 0; code < kPieceCount; ++code) {
      if (!contains(needs.men, code)) continue;
      for (const Square square : needs.squares) {
        squares_.add(chunk_, code, static_cast<std::size_t>(square), found);
      }
    }
    return found;
  }

  GameBits with_tactics(Tactics tactics) {
    GameBits found = beyond(squares_.covered_tactics(chunk_));
    if (squares_.covered_tactics(chunk_) == 0) return found;
    for (const Square tactic : Bitboard(tactics)) {
      squares_.add(chunk_, kTacticsPiece, static_cast<std::size_t>(tactic), found);
    }
    return found;
  }

  // Returns the games whose last position may have this ending. An earlier end on the board,
  // followed by an illegal move, hides the last position.
  GameBits ended_by(Ending ending) {
    GameBits found{};
    const auto endings = columns_.column<std::uint8_t>(chunk_, GameColumn::Ending);
    const auto flags = columns_.column<std::uint8_t>(chunk_, GameColumn::Flags);
    for (std::size_t place = 0; place < std::min(endings.size(), flags.size()); ++place) {
      const Ending one = ending_of(endings[place]);
      const bool is_hidden = (Ending::DeadPosition <= one && one <= Ending::Fifty) ||
                             (flags[place] & kIncomplete) != 0;
      if (one == ending || is_hidden) add(place, found);
    }
    return found;
  }

  // The result is cached, because variants of a pattern often need the same material.
  GameBits with_material(const MaterialPattern& pattern) {
    const auto known = std::ranges::find(with_material_, pattern, &Material::pattern);
    if (known != with_material_.end()) return known->games;
    const GameBits found =
        with_changes([&](auto changes) { return reaches_material(pattern, changes); });
    with_material_.push_back({pattern, found});
    return found;
  }

  // Returns the games whose changes of material are accepted.
  template <class Accepts>
  GameBits with_changes(Accepts accepts) {
    const std::size_t covered = has_many_ ? material_.covered(chunk_) : 0;
    GameBits found = beyond(covered);
    if (covered == 0) return found;
    const ChunkMaterial& material = material_.read(chunk_);
    for (std::size_t place = 0; place < covered; ++place) {
      if (accepts(material.of(place))) add(place, found);
    }
    return found;
  }

  // Returns the games of a chunk that are not indexed.
  static GameBits beyond(std::size_t covered) {
    GameBits games{};
    for (std::size_t place = covered; place < kChunkGames; ++place) add(place, games);
    return games;
  }

  struct Material {
    MaterialPattern pattern;
    GameBits games;
  };

  SquareIndexReader squares_;
  MaterialIndexReader material_;
  ColumnReader columns_;
  std::int64_t chunk_ = -1;
  bool has_many_ = false;
  std::vector<Material> with_material_;
};

GameSpan span_of(std::int64_t chunk) {
  return {game_at(chunk, 0), game_at(chunk, kChunkGames - 1)};
}

}  // namespace

GameSet games_passing(const Connection& connection, const RowSearch& search, RowCost& cost) {
  const auto* pattern = std::get_if<PatternTest>(&search.test);
  std::optional<NeedSearch> narrowed;
  if (pattern != nullptr) {
    narrowed = games_meeting(connection, pattern->plan->needs, search.among);
    cost.bitmaps += narrowed->bitmaps;
    narrowed->games.remove(narrowed->sure);
  }
  if (tested_part(search.test) == TestedPart::Movetext) {
    narrowed = NeedSearch{.games = games_with_movetext(connection, search.among)};
  }
  const GameSet& among = narrowed ? narrowed->games : search.among;
  const GameSpan all = among.span();
  GameSet games(number_of(all.last));
  const bool is_shared = search.jobs > 1 && among.size() >= kMinShared;
  const auto connections = more_connections(connection, is_shared ? search.jobs : 0);
  std::int64_t chunk = chunk_of(all.first);
  const auto take = [&]() -> std::optional<GameSpan> {
    const GameSpan span = span_of(chunk++);
    if (span.first > all.last) return std::nullopt;
    return GameSpan{span.first, std::min(span.last, all.last)};
  };
  const auto search_span = [&](unsigned worker, GameSpan span) {
    const Connection& reader = connections.empty() ? connection : *connections[worker];
    return search_games({reader, search.test, among, span});
  };
  const auto receive = [&](const Found& found) {
    cost.walked += found.walked;
    for (const GameId game : found.games) games.insert(game);
  };
  run_in_order(std::max(1U, static_cast<unsigned>(connections.size())), take, search_span, receive);
  if (narrowed) games.add(narrowed->sure);
  return games;
}

NeedSearch games_meeting(const Connection& connection, const GameNeeds& needs,
                         const GameSet& among) {
  NeedSearch search{.games = among};
  if (needs.is_empty()) return search;
  if (needs.are_sufficient) search.sure = GameSet(number_of(among.span().last));
  ChunkSearch indexes(connection);
  std::int64_t chunk = -1;
  GameBits found{};
  GameBits sure{};
  among.for_each([&](GameId game) {
    if (chunk_of(game) != chunk) {
      chunk = chunk_of(game);
      indexes.go_to(chunk, are_many(among, span_of(chunk)));
      found = indexes.games_meeting(needs);
      if (needs.are_sufficient) sure = indexes.with_known_tactics();
    }
    if (!has(found, place_in_chunk(game))) {
      search.games.erase(game);
    } else if (has(sure, place_in_chunk(game))) {
      search.sure.insert(game);
    }
    return true;
  });
  search.bitmaps = indexes.bitmaps_read();
  return search;
}

}  // namespace arbiter::sqlite
