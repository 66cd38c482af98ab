#include "db/parquet/games_table.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "db/model/ending.h"
#include "db/model/game_stream.h"
#include "db/model/stored_game.h"
#include "db/model/tag_columns.h"
#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

constexpr bool kOptional = true;
constexpr bool kHardlyTwice = false;

// In the order of game_columns().
enum Place : std::size_t {
  kId,
  kWhite,
  kBlack,
  kWhiteElo,
  kBlackElo,
  kEvent,
  kSite,
  kRound,
  kDate,
  kYear,
  kDay,
  kResult,
  kEnding,
  kEco,
  kOpening,
  kPlies,
  kStart,
  kMoves,
  kSource,
};

// "e4 e5 Nf3", a line for each game of the batch.
void spell_moves(StreamedBatch& batch) {
  for (const StreamedGame& streamed : batch.games) {
    Position position(first_setup(streamed.game));
    bool is_first = true;
    for (const Move move : streamed.game.moves) {
      Position after = position;
      after.play(move);
      if (!is_first) batch.text += ' ';
      batch.text += san_text_of(move, position, after).view();
      is_first = false;
      position = after;
    }
    batch.text += '\n';
  }
}

void add_unless_empty(std::string_view text, ColumnValues& values) {
  if (text.empty()) return values.add_missing();
  values.add(text);
}

void add_number(std::optional<std::int64_t> number, ColumnValues& values) {
  if (!number) return values.add_missing();
  values.add(*number);
}

// Days since 1970, where all of the date is known.
std::optional<std::int64_t> day_of(std::uint32_t date) {
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(date / 10'000)),
                                        std::chrono::month(date / 100 % 100),
                                        std::chrono::day(date % 100)};
  if (date < 10'000 || !day.ok()) return std::nullopt;
  return std::chrono::sys_days(day).time_since_epoch().count();
}

void add_row(const StoredGame& game, std::string_view moves, TableWriter& table) {
  const std::uint32_t year = game.date / 10'000;
  table[kId].add(number_of(game.id));
  add_unless_empty(game.white, table[kWhite]);
  add_unless_empty(game.black, table[kBlack]);
  add_number(game.white_elo, table[kWhiteElo]);
  add_number(game.black_elo, table[kBlackElo]);
  add_unless_empty(game.event, table[kEvent]);
  add_unless_empty(game.site, table[kSite]);
  add_unless_empty(game.round, table[kRound]);
  add_unless_empty(game.date == 0 ? std::string() : date_text(game.date), table[kDate]);
  add_number(year == 0 ? std::nullopt : std::optional<std::int64_t>(year), table[kYear]);
  add_number(day_of(game.date), table[kDay]);
  table[kResult].add(to_string(game.result));
  const bool has_ending = game.ending != Ending::Unknown;
  add_unless_empty(has_ending ? to_string(game.ending) : "", table[kEnding]);
  add_unless_empty(eco_text(eco_of(game)), table[kEco]);
  add_unless_empty(game.opening, table[kOpening]);
  table[kPlies].add(game.plies);
  add_unless_empty(game.start, table[kStart]);
  table[kMoves].add(moves);
  add_unless_empty(game.source, table[kSource]);
  table.end_row();
}

}  // namespace

std::vector<ParquetColumn> game_columns() {
  return {
      {"id", ColumnType::Int64, false, kHardlyTwice},
      {"white", ColumnType::Text, kOptional},
      {"black", ColumnType::Text, kOptional},
      {"white_elo", ColumnType::Int32, kOptional},
      {"black_elo", ColumnType::Int32, kOptional},
      {"event", ColumnType::Text, kOptional},
      {"site", ColumnType::Text, kOptional},
      {"round", ColumnType::Text, kOptional},
      {"date", ColumnType::Text, kOptional},
      {"year", ColumnType::Int32, kOptional},
      {"day", ColumnType::Date, kOptional},
      {"result", ColumnType::Text},
      {"ending", ColumnType::Text, kOptional},
      {"eco", ColumnType::Text, kOptional},
      {"opening", ColumnType::Text, kOptional},
      {"plies", ColumnType::Int32},
      {"start", ColumnType::Text, kOptional},
      {"moves", ColumnType::Text, false, kHardlyTwice},
      {"source", ColumnType::Text, kOptional},
  };
}

std::uint64_t write_games(Storage& storage, const GamesTable& order, TableWriter::Sink sink) {
  TableWriter table(game_columns(), std::move(sink));
  std::uint64_t done = 0;
  const auto receive = [&](const StreamedBatch& batch) {
    std::string_view lines = batch.text;
    for (const StreamedGame& streamed : batch.games) {
      const std::size_t end = lines.find('\n');
      add_row(streamed.game, lines.substr(0, end), table);
      lines.remove_prefix(end + 1);
    }
    done += batch.games.size();
    if (order.on_progress) order.on_progress(done, batch.total);
  };
  storage.stream(
      order.query,
      {.has_records = false, .jobs = order.jobs, .prepare = spell_moves, .receive = receive});
  return table.finish();
}

}  // namespace arbiter
