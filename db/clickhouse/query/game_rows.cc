#include "db/clickhouse/query/game_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/column_values.h"
#include "db/model/damage.h"
#include "db/model/leb128.h"
#include "db/model/move_code.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::clickhouse {
namespace {

// The maximum number of cached names, which need about 100 MB.
constexpr std::size_t kMaxNames = 1'000'000;

constexpr std::string_view kNamesById =
    "SELECT id, any(name) FROM names WHERE kind IN (1, 2, 3, 4) AND {} GROUP BY id";
constexpr std::string_view kSources =
    "SELECT source, argMax(name, version) FROM sources GROUP BY source";

std::vector<Move> moves_of(const GameRow& row) {
  const auto first = parse_start(std::string(row.start));
  std::vector<Move> moves;
  if (!first || !unpack_moves(bytes_of(row.moves), Position(*first), moves)) {
    throw DamageError("the cluster", fmt::format("the moves of game {}", number_of(row.id)));
  }
  return moves;
}

std::vector<DraftFinding> read_findings(RowReader& rows) {
  static const std::unordered_map<std::uint64_t, DiagnosticCode> codes = [] {
    std::unordered_map<std::uint64_t, DiagnosticCode> by_id;
    for (const CatalogueEntry& entry : catalogue()) by_id.emplace(name_id(entry.id), entry.code);
    return by_id;
  }();
  const auto ids = rows.numbers<std::uint64_t>();
  const auto plies = rows.numbers<std::uint32_t>();
  std::vector<DraftFinding> findings;
  for (std::size_t i = 0; i < std::min(ids.size(), plies.size()); ++i) {
    const auto code = codes.find(ids[i]);
    if (code != codes.end()) findings.push_back({code->second, plies[i]});
  }
  return findings;
}

std::optional<std::uint16_t> known(std::uint16_t elo) {
  return elo == 0 ? std::nullopt : std::optional(elo);
}

std::string_view name_in(const SourceNames& sources, SourceId source) {
  const auto name = sources.find(source);
  return name == sources.end() ? std::string_view() : name->second;
}

bool occurs_after(const Setup& first, std::span<const Move> moves, const PositionQuery& query) {
  Position position(first);
  for (const Move move : moves) position.play(move);
  return query.matches(position);
}

}  // namespace

std::string row_columns(RowParts parts) {
  return fmt::format(
      "game, white, black, event, site, opening, round, date, white_elo, black_elo, eco,"
      " opening_eco, opening_ply, plies, result, ending, flags, source, offset, line, {}, {}, {}",
      parts.moves ? "start, moves" : "'', ''", parts.record ? "record" : "''",
      parts.findings ? "finding_codes, finding_plies" : "emptyArrayUInt64(), emptyArrayUInt32()");
}

std::string games_sql(std::span<const std::uint64_t> games, RowParts parts) {
  return fmt::format("SELECT {} FROM games WHERE {}{}", row_columns(parts), in_list("game", games),
                     kSeenGames);
}

GameRow read_row(RowReader& rows) {
  GameRow row;
  GameDraft& draft = row.draft;
  row.id = GameId{rows.i64()};
  for (std::uint64_t& name : row.names) name = rows.u64();
  row.round = rows.text();
  draft.date = rows.u32();
  for (std::uint16_t* number : {&draft.white_elo, &draft.black_elo, &draft.eco, &row.opening_eco,
                                &row.opening_ply, &draft.plies}) {
    *number = rows.u16();
  }
  draft.result = outcome_of(rows.u8());
  draft.ending = ending_of(rows.u8());
  draft.flags = rows.u8();
  row.source = SourceId{rows.u32()};
  draft.offset = rows.u64();
  draft.line = rows.u64();
  for (std::string_view* text : {&row.start, &row.moves, &row.record}) *text = rows.text();
  row.findings = read_findings(rows);
  return row;
}

std::vector<GameRow> read_rows(const Answer& answer) {
  std::vector<GameRow> rows;
  for (RowReader reader(answer); reader.begin_row();) rows.push_back(read_row(reader));
  return rows;
}

void NameTexts::learn(unsigned shard, std::span<const GameRow> games) {
  if (names_.size() > kMaxNames) names_.clear();
  std::set<std::uint64_t> unknown;
  for (const GameRow& game : games) {
    for (const std::uint64_t id : game.names) {
      if (id != 0 && !names_.contains(id)) unknown.insert(id);
    }
  }
  if (unknown.empty()) return;
  const std::vector<std::uint64_t> ids(unknown.begin(), unknown.end());
  const Answer answer = session_.ask(shard, fmt::format(kNamesById, in_list("id", ids)));
  for (RowReader rows(answer); rows.begin_row();) {
    const std::uint64_t id = rows.u64();
    names_.emplace(id, rows.text());
  }
}

const std::string& NameTexts::operator[](std::uint64_t id) const {
  static const std::string none;
  const auto name = names_.find(id);
  return name == names_.end() ? none : name->second;
}

SourceNames source_names(QuerySession& session) {
  SourceNames names;
  const std::vector<unsigned> shards = session.shards();
  if (shards.empty() || shards.front() != kFirstShard) return names;
  const Answer answer = session.ask(kFirstShard, std::string(kSources));
  for (RowReader rows(answer); rows.begin_row();) {
    const SourceId id{rows.u32()};
    names.emplace(id, rows.text());
  }
  return names;
}

void add_draft(const GameRow& row, const NameTexts& names, DraftBatch& batch) {
  GameDraft& draft = batch.games.emplace_back(row.draft);
  BatchSpan* const spans[] = {&draft.white, &draft.black, &draft.event, &draft.site};
  for (std::size_t i = 0; i < std::size(spans); ++i) {
    const std::string& name = names[row.names[i]];
    if (name.empty() && row.names[i] != 0) {
      throw IoError(fmt::format("the table names has no name {}", row.names[i]));
    }
    *spans[i] = batch.add(name);
  }
  draft.round = batch.add(row.round);
  draft.start = batch.add(row.start);
  draft.moves = batch.add(row.moves);
  draft.record = batch.add(row.record);
  draft.first_finding = static_cast<std::uint32_t>(batch.findings.size());
  draft.findings = static_cast<std::uint32_t>(row.findings.size());
  batch.findings.insert(batch.findings.end(), row.findings.begin(), row.findings.end());
}

StoredGame stored_game(const GameRow& row, const NameTexts& names, const SourceNames& sources) {
  const GameDraft& draft = row.draft;
  StoredGame game;
  game.id = row.id;
  std::string* const texts[] = {&game.white, &game.black, &game.event, &game.site, &game.opening};
  for (std::size_t i = 0; i < std::size(texts); ++i) *texts[i] = names[row.names[i]];
  game.round = row.round;
  game.date = draft.date;
  game.white_elo = known(draft.white_elo);
  game.black_elo = known(draft.black_elo);
  game.eco = draft.eco;
  game.plies = draft.plies;
  game.result = draft.result;
  game.ending = draft.ending;
  game.flags = draft.flags;
  game.opening_eco = row.opening_eco;
  game.opening_ply = row.opening_ply;
  game.start = row.start;
  game.source = name_in(sources, row.source);
  game.offset = draft.offset;
  game.line = draft.line;
  game.moves = moves_of(row);
  return game;
}

GameView view_of(const GameRow& row, const NameTexts& names, const SourceNames& sources) {
  GameView view = numbers_of(row.draft);
  view[GameNumber::Id] = static_cast<std::uint64_t>(number_of(row.id));
  view.texts = {names[row.names[0]], names[row.names[1]], names[row.names[2]],
                names[row.names[3]], row.round,           name_in(sources, row.source)};
  view.opening_eco = row.opening_eco;
  view.opening_name = names[row.names[4]];
  view.start = row.start;
  view.moves = bytes_of(row.moves);
  view.record = row.record;
  view.findings = row.findings;
  return view;
}

bool occurs_at(const GameRow& row, std::uint16_t ply, const PositionQuery& query) {
  const auto first = parse_start(std::string(row.start));
  if (!first) return false;
  const std::vector<Move> moves = moves_of(row);
  return ply <= moves.size() && occurs_after(*first, std::span(moves).first(ply), query);
}

bool occurs_at(const StoredGame& game, std::uint16_t ply, const PositionQuery& query) {
  return ply <= game.moves.size() &&
         occurs_after(first_setup(game), std::span(game.moves).first(ply), query);
}

namespace {

// The number of lower id bits in which games of a counted range may differ.
constexpr unsigned kPortionBits = 10;

std::string count_portions(const std::string& condition) {
  return fmt::format(
      "SELECT bitShiftRight(game, {}) AS portion, count() FROM games WHERE {}{} GROUP BY portion",
      kPortionBits, condition, kSeenGames);
}

}  // namespace

std::vector<Stretch> stretches(QuerySession& session, const QuerySession::SqlOfShard& condition,
                               std::uint64_t games_each) {
  std::map<std::uint64_t, Stretch> portions;
  const auto answers =
      session.ask_all([&](unsigned shard) { return count_portions(condition(shard)); });
  for_each_row(answers, [&](RowReader& rows, unsigned shard) {
    const std::uint64_t portion = rows.u64();
    Stretch& stretch = portions[portion];
    stretch.first = portion << kPortionBits;
    stretch.last = stretch.first + (std::uint64_t{1} << kPortionBits) - 1;
    stretch.games += rows.u64();
    stretch.shards.push_back(shard);
  });
  std::vector<Stretch> joined;
  for (const auto& [portion, stretch] : portions) {
    if (joined.empty() || joined.back().games >= games_each) {
      joined.push_back(stretch);
      continue;
    }
    Stretch& last = joined.back();
    last.last = stretch.last;
    last.games += stretch.games;
    std::vector<unsigned> shards;
    std::ranges::set_union(last.shards, stretch.shards, std::back_inserter(shards));
    last.shards = std::move(shards);
  }
  return joined;
}

std::string within(const Stretch& stretch) {
  return fmt::format("game >= {} AND game <= {}", stretch.first, stretch.last);
}

}  // namespace arbiter::clickhouse
