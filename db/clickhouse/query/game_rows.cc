#include "db/clickhouse/query/game_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/cluster/name_id.h"
#include "db/model/column_values.h"
#include "db/model/damage.h"
#include "db/model/move_code.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::clickhouse {
namespace {

// So many names are kept: some 100 MB.
constexpr std::size_t kMostNames = 1'000'000;

constexpr std::string_view kNames =
    "SELECT id, any(name) FROM names WHERE kind IN (1, 2, 3, 4) AND {} GROUP BY id";

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

[[noreturn]] void refuse_moves(GameId game) {
  throw DamageError("the cluster", fmt::format("the moves of game {}", number_of(game)));
}

std::vector<Move> moves_of(const GameRow& row) {
  const auto first = parse_start(std::string(row.start));
  std::vector<Move> moves;
  if (!first || !unpack_moves(bytes_of(row.moves), Position(*first), moves)) refuse_moves(row.id);
  return moves;
}

// By the number of its name.
const DiagnosticCode* code_of(std::uint64_t id) {
  static const std::unordered_map<std::uint64_t, DiagnosticCode> codes = [] {
    std::unordered_map<std::uint64_t, DiagnosticCode> all;
    for (const CatalogueEntry& entry : catalogue()) all.emplace(name_id(entry.id), entry.code);
    return all;
  }();
  const auto code = codes.find(id);
  return code == codes.end() ? nullptr : &code->second;
}

std::vector<DraftFinding> read_findings(RowReader& rows) {
  const auto ids = rows.numbers<std::uint64_t>();
  const auto plies = rows.numbers<std::uint32_t>();
  std::vector<DraftFinding> findings;
  for (std::size_t i = 0; i < std::min(ids.size(), plies.size()); ++i) {
    if (const DiagnosticCode* code = code_of(ids[i])) findings.push_back({*code, plies[i]});
  }
  return findings;
}

std::optional<std::uint16_t> known(std::uint16_t elo) {
  return elo == 0 ? std::nullopt : std::optional(elo);
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
  row.id = GameId{rows.i64()};
  for (std::uint64_t* name : {&row.white, &row.black, &row.event, &row.site, &row.opening}) {
    *name = rows.u64();
  }
  row.round = rows.text();
  row.date = rows.u32();
  for (std::uint16_t* number :
       {&row.white_elo, &row.black_elo, &row.eco, &row.opening_eco, &row.opening_ply, &row.plies}) {
    *number = rows.u16();
  }
  for (std::uint8_t* number : {&row.result, &row.ending, &row.flags}) *number = rows.u8();
  row.source = rows.u32();
  row.offset = rows.u64();
  row.line = rows.u64();
  for (std::string_view* text : {&row.start, &row.moves, &row.record}) *text = rows.text();
  row.findings = read_findings(rows);
  return row;
}

void NameTexts::learn(unsigned shard, std::span<const GameRow> games) {
  if (names_.size() > kMostNames) names_.clear();
  std::vector<std::uint64_t> unknown;
  for (const GameRow& game : games) {
    for (const std::uint64_t id : {game.white, game.black, game.event, game.site, game.opening}) {
      if (id != 0 && !names_.contains(id)) unknown.push_back(id);
    }
  }
  if (unknown.empty()) return;
  std::ranges::sort(unknown);
  const auto rest = std::ranges::unique(unknown);
  unknown.erase(rest.begin(), rest.end());
  const Answer answer = inquiry_.ask(shard, fmt::format(kNames, in_list("id", unknown)));
  RowReader rows(answer.bytes);
  while (!rows.is_at_end()) {
    const std::uint64_t id = rows.u64();
    names_.emplace(id, rows.text());
  }
}

const std::string& NameTexts::operator[](std::uint64_t id) const {
  static const std::string none;
  const auto name = names_.find(id);
  return name == names_.end() ? none : name->second;
}

StoredGame stored_game(const GameRow& row, const NameTexts& names, std::string_view source) {
  StoredGame game;
  game.id = row.id;
  game.white = names[row.white];
  game.black = names[row.black];
  game.event = names[row.event];
  game.site = names[row.site];
  game.round = row.round;
  game.date = row.date;
  game.white_elo = known(row.white_elo);
  game.black_elo = known(row.black_elo);
  game.eco = row.eco;
  game.plies = row.plies;
  game.result = outcome_of(row.result);
  game.ending = ending_of(row.ending);
  game.flags = row.flags;
  game.opening = names[row.opening];
  game.opening_eco = row.opening_eco;
  game.opening_ply = row.opening_ply;
  game.start = row.start;
  game.source = source;
  game.offset = row.offset;
  game.line = row.line;
  game.moves = moves_of(row);
  return game;
}

GameView view_of(const GameRow& row, const NameTexts& names, std::string_view source) {
  GameView view;
  view[GameNumber::Id] = static_cast<std::uint64_t>(number_of(row.id));
  view[GameNumber::Date] = row.date;
  view[GameNumber::WhiteElo] = row.white_elo;
  view[GameNumber::BlackElo] = row.black_elo;
  view[GameNumber::Eco] = row.eco;
  view[GameNumber::Plies] = row.plies;
  view[GameNumber::Result] = row.result;
  view[GameNumber::Ending] = row.ending;
  view[GameNumber::Flags] = row.flags;
  view[GameText::White] = names[row.white];
  view[GameText::Black] = names[row.black];
  view[GameText::Event] = names[row.event];
  view[GameText::Site] = names[row.site];
  view[GameText::Round] = row.round;
  view[GameText::Source] = source;
  view.opening_eco = row.opening_eco;
  view.opening_name = names[row.opening];
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
  if (moves.size() < ply) return false;
  Position position(*first);
  for (std::size_t i = 0; i < ply; ++i) position.play(moves[i]);
  return query.matches(position);
}

}  // namespace arbiter::clickhouse
