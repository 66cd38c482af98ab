#include "db/parquet/store_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/game_record.h"
#include "db/model/stored_game.h"
#include "lib/base/text.h"
#include "lib/base/version.h"
#include "lib/chess/position.h"
#include "lib/export/export_tags.h"
#include "lib/export/game_layout.h"
#include "lib/export/movetext_sink.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/time_control.h"

namespace arbiter {
namespace {

constexpr bool kOptional = true;
constexpr bool kMostlyUnique = false;  // for columns whose values are rarely repeated

void add_text(std::string_view text, ColumnValues& values) {
  if (text.empty()) return values.add_missing();
  values.add(text);
}

void add_number(std::optional<std::int64_t> number, ColumnValues& values) {
  if (!number) return values.add_missing();
  values.add(*number);
}

void add_unless_zero(std::uint32_t number, ColumnValues& values) {
  add_number(number == 0 ? std::nullopt : std::optional<std::int64_t>(number), values);
}

// Returns the days since 1970 of a completely known date.
std::optional<std::int64_t> day_of(std::uint32_t date) {
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(date / 10'000)),
                                        std::chrono::month(date / 100 % 100),
                                        std::chrono::day(date % 100)};
  if (date < 10'000 || !day.ok()) return std::nullopt;
  return std::chrono::sys_days(day).time_since_epoch().count();
}

// The tags of a game by name. If a name occurs twice, the first tag counts.
using Tags = std::map<std::string, std::string, std::less<>>;

struct GameRow {
  const StoredGame& game;
  std::string_view text;    // the part of the batch's text for this game
  const MoveLists& lists;   // filled only for TableLayout::Lists
  const Tags& tags;         // empty for TableLayout::Plain
  std::string_view column;  // name of the column
  std::size_t ply = 0;      // with `fen` only for TableLayout::Fens
  std::string_view fen = {};
};

// A column of the games table.
struct GameColumn {
  ParquetColumn column;
  void (*add)(const GameRow& row, ColumnValues& values);
};

template <std::string StoredGame::*kText>
void add_text_of(const GameRow& row, ColumnValues& values) {
  add_text(row.game.*kText, values);
}

// Adds a tag value as in PGN and JSON. "?" is an unknown value (PGN 8.1.1).
void add_value(std::string_view tag, ColumnValues& values) {
  add_text(tag == "?" ? std::string() : without_controls(tag), values);
}

template <std::string StoredGame::*kTag>
void add_tag_of(const GameRow& row, ColumnValues& values) {
  add_value(row.game.*kTag, values);
}

template <std::optional<std::uint16_t> StoredGame::*kElo>
void add_elo_of(const GameRow& row, ColumnValues& values) {
  add_number(row.game.*kElo, values);
}

void add_date(const GameRow& row, ColumnValues& values) {
  add_text(row.game.date == 0 ? std::string() : date_text(row.game.date), values);
}

void add_ending(const GameRow& row, ColumnValues& values) {
  add_text(row.game.ending == Ending::Unknown ? "" : to_string(row.game.ending), values);
}

std::string_view tag_of(const GameRow& row, std::string_view name) {
  const auto tag = row.tags.find(name);
  return tag == row.tags.end() ? std::string_view() : tag->second;
}

// Adds the tag with the column's name, like the next three functions.
void add_tag(const GameRow& row, ColumnValues& values) {
  add_value(tag_of(row, row.column), values);
}

void add_difference(const GameRow& row, ColumnValues& values) {
  add_number(parse_signed_number<std::int16_t>(tag_of(row, row.column)), values);
}

void add_day(const GameRow& row, ColumnValues& values) {
  add_number(day_of(date_number(tag_of(row, row.column))), values);
}

// Only times with hours, minutes and seconds are unambiguous.
void add_time(const GameRow& row, ColumnValues& values) {
  const auto reading = read_clock(tag_of(row, row.column));
  const bool is_time = reading && reading->form == ClockForm::Full && reading->is_in_range &&
                       reading->time < std::chrono::hours(24);
  is_time ? values.add(std::int64_t{reading->time.count()}) : values.add_missing();
}

// Adds a list. If no element is known, the list is missing.
template <std::vector<std::optional<std::int64_t>> MoveLists::*kList>
void add_known(const GameRow& row, ColumnValues& values) {
  const auto& list = row.lists.*kList;
  if (std::ranges::none_of(list, [](const auto& value) { return value.has_value(); })) {
    return values.add_missing();
  }
  values.add_list(list);
}

template <std::vector<std::string_view> MoveLists::*kList>
void add_words(const GameRow& row, ColumnValues& values) {
  values.add_list(row.lists.*kList);
}

constexpr bool kIsList = true;

const GameColumn kGameColumns[] = {
    {{"id", ColumnType::Int64, false, kMostlyUnique},
     [](const GameRow& row, ColumnValues& values) { values.add(number_of(row.game.id)); }},
    {{"white", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::white>},
    {{"black", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::black>},
    {{"white_elo", ColumnType::Int32, kOptional}, add_elo_of<&StoredGame::white_elo>},
    {{"black_elo", ColumnType::Int32, kOptional}, add_elo_of<&StoredGame::black_elo>},
    {{"event", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::event>},
    {{"site", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::site>},
    {{"round", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::round>},
    {{"date", ColumnType::Text, kOptional}, add_date},
    {{"year", ColumnType::Int32, kOptional},
     [](const GameRow& row, ColumnValues& values) {
       add_unless_zero(row.game.date / 10'000, values);
     }},
    {{"day", ColumnType::Date, kOptional},
     [](const GameRow& row, ColumnValues& values) { add_number(day_of(row.game.date), values); }},
    {{"result", ColumnType::Text},
     [](const GameRow& row, ColumnValues& values) { values.add(to_string(row.game.result)); }},
    {{"ending", ColumnType::Text, kOptional}, add_ending},
    {{"eco", ColumnType::Text, kOptional},
     [](const GameRow& row, ColumnValues& values) {
       add_text(eco_text(eco_of(row.game)), values);
     }},
    {{"opening", ColumnType::Text, kOptional}, add_text_of<&StoredGame::opening>},
    {{"plies", ColumnType::Int32},
     [](const GameRow& row, ColumnValues& values) { values.add(std::int64_t{row.game.plies}); }},
    {{"start", ColumnType::Text, kOptional}, add_text_of<&StoredGame::start>},
};

const GameColumn kMovesColumn = {
    {"moves", ColumnType::Text, false, kMostlyUnique},
    [](const GameRow& row, ColumnValues& values) { values.add(row.text); }};
const GameColumn kSourceColumn = {{"source", ColumnType::Text, kOptional},
                                  add_text_of<&StoredGame::source>};

const GameColumn kListColumns[] = {
    {{"time_control", ColumnType::Text, kOptional},
     [](const GameRow& row, ColumnValues& values) {
       add_value(tag_of(row, to_string(KnownTag::TimeControl)), values);
     }},
    {{"fen", ColumnType::Text, kOptional},
     [](const GameRow& row, ColumnValues& values) { add_text(row.lists.fen, values); }},
    {{"san", ColumnType::Text, kOptional, true, kIsList}, add_words<&MoveLists::san>},
    {{"uci", ColumnType::Text, kOptional, true, kIsList}, add_words<&MoveLists::uci>},
    {{"clocks", ColumnType::Double, kOptional, true, kIsList}, add_known<&MoveLists::clocks>},
    {{"evals", ColumnType::Double, kOptional, true, kIsList}, add_known<&MoveLists::evaluations>},
    {{"mates", ColumnType::Int32, kOptional, true, kIsList}, add_known<&MoveLists::mates>},
};

// The columns of the public Lichess data set on Hugging Face (standard-chess-games).
const GameColumn kLichessColumns[] = {
    {{"Event", ColumnType::Text, kOptional}, add_tag},
    {{"Site", ColumnType::Text, kOptional, kMostlyUnique}, add_tag},
    {{"White", ColumnType::Text, kOptional}, add_tag},
    {{"Black", ColumnType::Text, kOptional}, add_tag},
    {{"Result", ColumnType::Text, kOptional},
     [](const GameRow& row, ColumnValues& values) { values.add(to_string(row.game.result)); }},
    {{"WhiteTitle", ColumnType::Text, kOptional}, add_tag},
    {{"BlackTitle", ColumnType::Text, kOptional}, add_tag},
    {{"WhiteElo", ColumnType::Int16, kOptional}, add_elo_of<&StoredGame::white_elo>},
    {{"BlackElo", ColumnType::Int16, kOptional}, add_elo_of<&StoredGame::black_elo>},
    {{"WhiteRatingDiff", ColumnType::Int16, kOptional}, add_difference},
    {{"BlackRatingDiff", ColumnType::Int16, kOptional}, add_difference},
    {{"UTCDate", ColumnType::Date, kOptional}, add_day},
    {{"UTCTime", ColumnType::Time, kOptional}, add_time},
    {{"ECO", ColumnType::Text, kOptional}, add_tag},
    {{"Opening", ColumnType::Text, kOptional}, add_tag},
    {{"Termination", ColumnType::Text, kOptional}, add_tag},
    {{"TimeControl", ColumnType::Text, kOptional}, add_tag},
    {{"movetext", ColumnType::Text, kOptional, kMostlyUnique},
     [](const GameRow& row, ColumnValues& values) { values.add(row.text); }},
};

// Adds the value of the next move.
template <class T>
void add_next(const std::vector<T>& values_of_moves, std::size_t ply, ColumnValues& values) {
  const T value = ply < values_of_moves.size() ? values_of_moves[ply] : T();
  if constexpr (std::is_same_v<T, std::string_view>) {
    add_text(value, values);
  } else {
    add_number(value, values);
  }
}

template <auto kList>
void add_of_ply(const GameRow& row, ColumnValues& values) {
  add_next(row.lists.*kList, row.ply, values);
}

const GameColumn kFenColumns[] = {
    {{"game", ColumnType::Int64},
     [](const GameRow& row, ColumnValues& values) { values.add(number_of(row.game.id)); }},
    {{"ply", ColumnType::Int32},
     [](const GameRow& row, ColumnValues& values) {
       values.add(static_cast<std::int64_t>(row.ply));
     }},
    {{"fen", ColumnType::Text, false, kMostlyUnique},
     [](const GameRow& row, ColumnValues& values) { values.add(row.fen); }},
    {{"san", ColumnType::Text, kOptional}, add_of_ply<&MoveLists::san>},
    {{"uci", ColumnType::Text, kOptional}, add_of_ply<&MoveLists::uci>},
    {{"clock", ColumnType::Double, kOptional}, add_of_ply<&MoveLists::clocks>},
    {{"eval", ColumnType::Double, kOptional}, add_of_ply<&MoveLists::evaluations>},
    {{"mate", ColumnType::Int32, kOptional}, add_of_ply<&MoveLists::mates>},
    {{"white", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::white>},
    {{"black", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::black>},
    {{"date", ColumnType::Text, kOptional}, add_date},
    {{"event", ColumnType::Text, kOptional}, add_tag_of<&StoredGame::event>},
    {{"white_elo", ColumnType::Int32, kOptional}, add_elo_of<&StoredGame::white_elo>},
    {{"black_elo", ColumnType::Int32, kOptional}, add_elo_of<&StoredGame::black_elo>},
    {{"result", ColumnType::Text},
     [](const GameRow& row, ColumnValues& values) { values.add(to_string(row.game.result)); }},
};

std::vector<GameColumn> columns_of(TableLayout layout) {
  if (layout == TableLayout::Fens) return {std::begin(kFenColumns), std::end(kFenColumns)};
  if (layout == TableLayout::Lichess) {
    return {std::begin(kLichessColumns), std::end(kLichessColumns)};
  }
  std::vector<GameColumn> columns(std::begin(kGameColumns), std::end(kGameColumns));
  if (layout == TableLayout::Plain) {
    columns.push_back(kMovesColumn);
  } else {
    columns.insert(columns.end(), std::begin(kListColumns), std::end(kListColumns));
  }
  columns.push_back(kSourceColumn);
  return columns;
}

// Writes a line with the moves for each game of the batch.
void write_moves(StreamedBatch& batch) {
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

// Writes a line with the initial position and the moves for each game of the batch.
void write_lists(StreamedBatch& batch) {
  StoredPgn pgn(move_list_layout());
  for (const StreamedGame& streamed : batch.games) {
    pgn.append(streamed.game, streamed.record, batch.text);
  }
}

// A layout that writes PGN without tags, on one line except for escapes, with an empty line after
// each game.
class MovetextLayout final : public GameLayout {
 public:
  MovetextSink& start_game() override { return pgn_->start_game(); }

  void finish_game(const FinishedGame& game, std::string& text) override {
    pgn_->finish_game({.tags = no_tags_, .terminator = game.terminator}, text);
  }

 private:
  std::unique_ptr<GameLayout> pgn_ = layout_of({.movetext = {.columns = SIZE_MAX}});
  ExportTally tally_;
  ExportTags no_tags_{tally_};
};

// Writes the movetext of each game of the batch.
void write_movetext(StreamedBatch& batch) {
  StoredPgn pgn(std::make_unique<MovetextLayout>());
  for (const StreamedGame& streamed : batch.games) {
    pgn.append(streamed.game, streamed.record, batch.text);
  }
}

Tags tags_of(const StreamedGame& streamed) {
  Tags tags;
  const GameView view = view_of(streamed.game);
  RecordReader reader(streamed.record, view);
  for (RecordTag tag; reader.next(tag);) tags.emplace(tag.name, tag.value);
  if (!reader.is_damaged()) return tags;
  throw IoError(
      fmt::format("the database is damaged (the tags of game {})", number_of(streamed.game.id)));
}

// The maximum number of waiting bytes in a bucket.
constexpr std::size_t kMaxWaitingBytes = std::size_t{64} << 10;

const std::vector<ParquetColumn> kPositionColumns = {
    {"key", ColumnType::UInt64, false, kMostlyUnique},
    {"game", ColumnType::Int64, false, kMostlyUnique},
    {"ply", ColumnType::Int32},
    {"move", ColumnType::Text, kOptional},
    {"result", ColumnType::Text},
    {"white_elo", ColumnType::Int32, kOptional},
    {"black_elo", ColumnType::Int32, kOptional},
    {"year", ColumnType::Int32, kOptional},
};

// Adds the metadata of a table (tools/docs/parquet.md).
void describe(TableWriter& table, std::string_view layout, const std::string& source) {
  table.describe("arbiter.schema", fmt::format("{}/1", layout));
  table.describe("arbiter.version", std::string(kVersion));
  if (!source.empty()) table.describe("arbiter.source", source);
}

}  // namespace

std::uint64_t write_games(Storage& storage, const GamesTable& order, TableWriter::Sink sink) {
  const std::vector<GameColumn> game_columns = columns_of(order.layout);
  std::vector<ParquetColumn> columns;
  for (const GameColumn& column : game_columns) columns.push_back(column.column);
  TableWriter table(std::move(columns), std::move(sink));
  describe(table, to_string(order.layout), order.source);
  const bool has_records = order.layout != TableLayout::Plain;
  const bool has_lists = order.layout == TableLayout::Lists || order.layout == TableLayout::Fens;
  // An escape in a movetext is on a line of its own.
  const std::string_view end = order.layout == TableLayout::Lichess ? "\n\n" : "\n";
  std::uint64_t done = 0;
  MoveLists lists;
  const auto receive = [&](const StreamedBatch& batch) {
    std::string_view texts = batch.text;
    for (const StreamedGame& streamed : batch.games) {
      const std::string_view text = texts.substr(0, texts.find(end));
      texts.remove_prefix(text.size() + end.size());
      const Tags tags = has_records ? tags_of(streamed) : Tags();
      if (has_lists) read_move_lists(text, lists);
      const auto add_row = [&](std::size_t ply, std::string_view fen) {
        for (std::size_t i = 0; i < game_columns.size(); ++i) {
          const GameColumn& column = game_columns[i];
          column.add({streamed.game, text, lists, tags, column.column.name, ply, fen}, table[i]);
        }
        table.end_row();
      };
      if (order.layout != TableLayout::Fens) {
        add_row(0, {});
        continue;
      }
      Position position(first_setup(streamed.game));
      add_row(0, fen_of(position));
      for (std::size_t ply = 0; ply < streamed.game.moves.size(); ++ply) {
        position.play(streamed.game.moves[ply]);
        add_row(ply + 1, fen_of(position));
      }
    }
    done += batch.games.size();
    if (order.on_progress) order.on_progress(done, batch.total);
  };
  const auto prepare = order.layout == TableLayout::Plain ? write_moves
                       : has_lists                        ? write_lists
                                                          : write_movetext;
  storage.stream(
      order.query,
      {.has_records = has_records, .jobs = order.jobs, .prepare = prepare, .receive = receive});
  return table.finish();
}

struct PositionsTable::Row {
  std::uint64_t key;
  std::uint32_t game;  // index in facts_ or in a batch
  std::uint16_t ply;
  std::uint16_t move;  // Move::bits of the next move; 0: none
};

PositionsTable::PositionsTable(Storage& storage, const FindQuery& query, unsigned jobs,
                               const TableProgress& on_progress)
    : texts_(std::size_t{UINT16_MAX} + 1) {
  static_assert(sizeof(Row) == 16);
  const auto prepare = [](StreamedBatch& batch) {
    for (std::uint32_t game = 0; game < batch.games.size(); ++game) {
      const StoredGame& stored = batch.games[game].game;
      Position position(first_setup(stored));
      for (std::size_t ply = 0; ply <= stored.moves.size(); ++ply) {
        const bool is_last = ply == stored.moves.size();
        const Row row{static_cast<std::uint64_t>(position.key()), game,
                      static_cast<std::uint16_t>(ply),
                      is_last ? std::uint16_t{0} : stored.moves[ply].bits()};
        batch.text.append(reinterpret_cast<const char*>(&row), sizeof(row));
        if (!is_last) position.play(stored.moves[ply]);
      }
    }
  };
  const auto receive = [&](const StreamedBatch& batch) {
    const auto before = static_cast<std::uint32_t>(facts_.size());
    for (const StreamedGame& streamed : batch.games) {
      const StoredGame& game = streamed.game;
      facts_.push_back({number_of(game.id), game.white_elo.value_or(0), game.black_elo.value_or(0),
                        static_cast<std::uint16_t>(game.date / 10'000), number_of(game.result)});
    }
    for (std::size_t at = 0; at < batch.text.size(); at += sizeof(Row)) {
      Row row;
      std::memcpy(&row, batch.text.data() + at, sizeof(row));
      row.game += before;
      put(row);
    }
    if (on_progress) on_progress(facts_.size(), batch.total);
  };
  storage.stream(query,
                 {.has_records = false, .jobs = jobs, .prepare = prepare, .receive = receive});
}

void PositionsTable::put(const Row& row) {
  Bucket& bucket = buckets_[row.key >> 56];
  bucket.waiting.append(reinterpret_cast<const char*>(&row), sizeof(row));
  if (bucket.waiting.size() < kMaxWaitingBytes) return;
  bucket.pieces.push_back({spool_.add(bucket.waiting), bucket.waiting.size()});
  bucket.waiting.clear();
}

// Returns the sorted rows of a bucket. If a game has several rows with the same key, only the first
// is kept.
std::vector<PositionsTable::Row> PositionsTable::rows_of(Bucket& bucket) {
  std::vector<Row> rows;
  const auto add = [&rows](std::string_view bytes) {
    if (bytes.empty()) return;  // memcpy needs valid pointers, even for 0 bytes
    const std::size_t before = rows.size();
    rows.resize(before + bytes.size() / sizeof(Row));
    std::memcpy(rows.data() + before, bytes.data(), bytes.size());
  };
  std::string bytes;
  for (const Piece& piece : bucket.pieces) {
    spool_.read(piece.offset, piece.size, bytes);
    add(bytes);
  }
  add(bucket.waiting);
  std::ranges::sort(rows, {},
                    [](const Row& row) { return std::tuple(row.key, row.game, row.ply); });
  const auto same =
      std::ranges::unique(rows, {}, [](const Row& row) { return std::pair(row.key, row.game); });
  rows.erase(same.begin(), same.end());
  return rows;
}

// Returns a move in UCI notation, in which a king castles on its own rank.
const std::string& PositionsTable::text_of(std::uint16_t move) {
  std::string& text = texts_[move];
  if (!text.empty()) return text;
  const auto read = Move::from_bits(move);
  const Color turn = rank_of(read.from()) == Rank::One ? Color::White : Color::Black;
  return text = uci_of(read, turn, UciCastling::KingsSquare);
}

void PositionsTable::add_row(const Row& row, TableWriter& table) {
  const Facts& facts = facts_[row.game];
  std::size_t column = 0;
  const auto next = [&]() -> ColumnValues& { return table[column++]; };
  next().add(static_cast<std::int64_t>(row.key));
  next().add(facts.id);
  next().add(std::int64_t{row.ply});
  add_text(row.move == 0 ? std::string_view() : text_of(row.move), next());
  next().add(to_string(outcome_of(facts.result)));
  for (const std::uint16_t number : {facts.white_elo, facts.black_elo, facts.year}) {
    add_unless_zero(number, next());
  }
  table.end_row();
}

std::uint64_t PositionsTable::write(unsigned index, unsigned partitions, TableWriter::Sink sink) {
  TableWriter table(kPositionColumns, std::move(sink));
  describe(table, "positions", source_);
  const unsigned size = kMaxPartitions / partitions;
  for (unsigned bucket = index * size; bucket < (index + 1) * size; ++bucket) {
    for (const Row& row : rows_of(buckets_[bucket])) add_row(row, table);
  }
  return table.finish();
}

namespace {

constexpr char kSeparator = '\t';
constexpr std::string_view kUnknown = "-";

// A layout that writes the FEN, and for each move its SAN, UCI, clock in milliseconds, evaluation
// and mate.
class MoveListLayout final : public GameLayout, private MovetextSink {
 public:
  MovetextSink& start_game() override {
    line_.clear();
    depth_ = 0;
    has_move_ = false;
    return *this;
  }

  void finish_game(const FinishedGame&, std::string& text) override {
    end_move();
    text.append(line_) += '\n';
  }

 private:
  void begin(const Position* start) override {
    castling_ = castling_in_uci(start);
    if (start != nullptr) line_ = fen_of(*start);
  }

  void move(const WrittenMove& move) override {
    if (depth_ > 0) return;
    end_move();
    has_move_ = true;
    values_ = {};
    line_ += kSeparator;
    line_ += move.san;
    line_ += kSeparator;
    line_ += move.move ? uci_of(*move.move, move.color, castling_) : "0000";
  }

  // Appends the values of the last move.
  void end_move() {
    if (!std::exchange(has_move_, false)) return;
    const auto add = [this](const auto& value) {
      line_ += kSeparator;
      if (!value) {
        line_ += kUnknown;
      } else {
        fmt::format_to(std::back_inserter(line_), "{}", *value);
      }
    };
    add(values_.clock ? std::optional(values_.clock->count()) : std::nullopt);
    add(values_.evaluation);
    add(values_.mate);
  }

  void comment(std::string_view text) override {
    if (depth_ == 0) add_values(text, values_);
  }

  void word(std::string_view) override {}
  void nag(std::uint32_t) override {}
  void escape(std::string_view) override {}
  void start_variation() override { ++depth_; }
  void end_variation() override { --depth_; }

  std::string line_;
  UciCastling castling_ = UciCastling::KingsSquare;
  std::size_t depth_ = 0;
  bool has_move_ = false;
  CommentValues values_;
};

std::int64_t bits_of(double number) { return std::bit_cast<std::int64_t>(number); }

}  // namespace

std::unique_ptr<GameLayout> move_list_layout() { return std::make_unique<MoveListLayout>(); }

void read_move_lists(std::string_view line, MoveLists& lists) {
  constexpr double kMilliseconds = 1000;
  lists = {};
  const auto next = [&line] {
    const std::string_view word = line.substr(0, line.find(kSeparator));
    line.remove_prefix(std::min(line.size(), word.size() + 1));
    return word;
  };
  lists.fen = next();
  while (!line.empty()) {
    lists.san.push_back(next());
    lists.uci.push_back(next());
    std::optional<std::int64_t>& clock = lists.clocks.emplace_back();
    if (const auto time = parse_number<std::int64_t>(next())) {
      clock = bits_of(static_cast<double>(*time) / kMilliseconds);
    }
    std::optional<std::int64_t>& evaluation = lists.evaluations.emplace_back();
    if (const auto pawns = parse_number<double>(next())) evaluation = bits_of(*pawns);
    lists.mates.push_back(parse_number<std::int64_t>(next()));
  }
}

}  // namespace arbiter
