#include "db/sqlite/care/integrity_columns.h"

#include <fmt/format.h>

#include <utility>

#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/game_record.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kFactNames[] = {
#define ARBITER_GAME_COLUMN(name, bytes) #name,
#include "db/sqlite/games/game_column.inc"
#undef ARBITER_GAME_COLUMN
};

constexpr std::string_view kStretches =
    "SELECT first_game, games FROM game_text ORDER BY first_game";

// Two stretches that claim the same game.
void check_stretches(const Connection& connection, IntegrityLog& log) {
  Statement query = connection.prepare(kStretches);
  std::int64_t end = 0;
  while (query.step()) {
    ++log.totals().texts;
    if (query.integer(0) < end) {
      log.say(IntegrityPart::Texts, GameId{query.integer(0)}, "its text is stored twice");
    }
    end = query.integer(0) + query.integer(1);
  }
}

}  // namespace

void ColumnCheck::check(const GameRow& row) {
  if (chunk_of(row.id) == broken_chunk_) return;
  try {
    compare(row);
  } catch (const DamageError& error) {
    broken_chunk_ = chunk_of(row.id);
    log_.say(IntegrityPart::Columns, error.fault());
  }
}

void ColumnCheck::compare(const GameRow& row) {
  for (std::size_t i = 0; i < kGameColumns; ++i) {
    const auto fact = static_cast<GameColumn>(i);
    // Nothing follows from the moves of a game that nobody can see any more.
    if (fact == GameColumn::MovesHash && (row.flags() & kDeleted) != 0) continue;
    const std::uint64_t value = reader_.value(row.id, fact);
    if (value == row.columns[fact]) continue;
    log_.say(IntegrityPart::Columns, row.id,
             fmt::format("column {} has {}, but the game has {}", kFactNames[i], value,
                         row.columns[fact]));
  }
}

void ColumnCheck::check_strangers(const GameSet& games) {
  for (std::int64_t chunk = 0; chunk < reader_.chunks(); ++chunk) {
    if (chunk == broken_chunk_) continue;
    const auto flags = reader_.column<std::uint8_t>(chunk, GameColumn::Flags);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      const GameId game{chunk * kChunkGames + static_cast<std::int64_t>(i) + 1};
      if ((flags[i] & kDeleted) != 0 || games.contains(game)) continue;
      log_.say(IntegrityPart::Columns, game, "the columns contain it, but there is no such game");
    }
  }
}

TextCheck::TextCheck(const Connection& connection, IntegrityLog& log)
    : texts_(connection), log_(log) {
  check_stretches(connection, log);
}

void TextCheck::check(const GameRow& row) {
  std::string_view record;
  try {
    record = texts_.record(row.id);
  } catch (const DamageError& error) {
    if (told_.insert(error.fault()).second) log_.say(IntegrityPart::Texts, error.fault());
    return;
  }
  add_to_seal(row);
  if ((row.flags() & kDeleted) == 0) check_record(row, record);
}

void TextCheck::add_to_seal(const GameRow& row) {
  const GameTextReader::Stretch stretch = texts_.stretch();
  if (number_of(row.id) >= number_of(stretch.first) + stretch.games) return;  // it has no text
  if (stretch.first != stretch_.first) finish();
  stretch_ = stretch;
  seal_ += row.seal;
}

void TextCheck::finish() {
  const std::uint64_t seal = std::exchange(seal_, 0);
  if (!stretch_.seal || *stretch_.seal == seal) return;
  log_.say(IntegrityPart::Games,
           fmt::format("games {} to {}: a round or a place in a source is not as it was imported",
                       number_of(stretch_.first), number_of(stretch_.first) + stretch_.games - 1));
}

void TextCheck::check_record(const GameRow& row, std::string_view record) {
  if (record.empty()) return log_.say(IntegrityPart::Texts, row.id, "its text is missing");
  const GameView view;
  RecordReader reader(record, view);
  if (!reader.skip_tags()) {
    log_.say(IntegrityPart::Texts, row.id, "its tags cannot be read");
  } else if (reader.movetext().empty() != ((row.flags() & kHasMovetext) == 0)) {
    log_.say(IntegrityPart::Texts, row.id,
             reader.movetext().empty() ? "its movetext is missing" : "it has unexpected movetext");
  }
}

}  // namespace arbiter::sqlite
