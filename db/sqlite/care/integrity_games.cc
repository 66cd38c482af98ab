#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/game_reach.h"
#include "db/model/game_record.h"
#include "db/model/stored_game.h"
#include "db/sqlite/care/integrity.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/names.h"

namespace arbiter::sqlite {
namespace {

// A comparison of each chunk's indexes with its games.
class ChunkIndexCheck {
 public:
  ChunkIndexCheck(const Connection& connection, IntegrityLog& log)
      : squares_(connection), material_(connection), log_(log) {}

  // Checks a row. Must be called for every row, in ascending order. Entries of deleted games are
  // ignored.
  void check(const GameRow& row) {
    if (chunk_of(row.id) != chunk_) {
      finish();
      chunk_ = chunk_of(row.id);
      expected_squares_.clear();
      expected_material_.clear();
      present_.fill(0);
    }
    if ((row.flags() & kDeleted) != 0) return;
    const std::size_t place = place_in_chunk(row.id);
    const GameTrace trace = trace_of(row.start, row.moves);
    expected_squares_.add(place, trace);
    expected_material_.add(place, trace.material.numbers());
    add(place, present_);
  }

  void finish() {
    if (chunk_ < 0) return;
    for (const auto compare :
         {&ChunkIndexCheck::compare_squares, &ChunkIndexCheck::compare_material}) {
      try {
        (this->*compare)();
      } catch (const DamageError& error) {
        log_.report(IntegrityPart::Columns, "{}", error.fault());
      }
    }
    chunk_ = -1;
  }

 private:
  // Indexes may be missing or incomplete; queries then check games one by one.
  void compare_squares() {
    const std::size_t covered = squares_.covered(chunk_);
    squares_.read(chunk_, stored_squares_);
    for (std::uint8_t piece = 0; piece < kPieceCount; ++piece) {
      for (int square = 0; square < kSquareCount; ++square) {
        const auto place = first_difference(piece, static_cast<std::size_t>(square), covered);
        if (!place) continue;
        log_.report(IntegrityPart::Columns, game_at(chunk_, *place),
                    "the bitmap of {}{} does not match the game",
                    letter_of(Piece::from_code(piece)), to_string(square_at(square)));
      }
    }
    for (std::size_t tactic = 0; tactic < kSquareCount; ++tactic) {
      const auto place = first_difference(kTacticsPiece, tactic, squares_.covered_tactics(chunk_));
      if (!place) continue;
      log_.report(IntegrityPart::Columns, game_at(chunk_, *place),
                  "bitmap {} of the tactics does not match the game", tactic);
    }
  }

  // Returns the first game whose bit differs from the expected one, if there is one.
  std::optional<std::size_t> first_difference(std::size_t piece, std::size_t square,
                                              std::size_t covered) const {
    const GameBits& expected = expected_squares_.of(piece, square);
    const GameBits& stored = stored_squares_.of(piece, square);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const std::uint64_t wrong = (expected[i] ^ stored[i]) & present_[i];
      if (wrong == 0) continue;
      const std::size_t place = i * 64 + static_cast<std::size_t>(std::countr_zero(wrong));
      return place < covered ? std::optional(place) : std::nullopt;
    }
    return std::nullopt;
  }

  void compare_material() {
    const ChunkMaterial& stored = material_.read(chunk_);
    const std::size_t games = std::min(stored.games(), expected_material_.games());
    for (std::size_t place = 0; place < games; ++place) {
      if (!has(present_, place) ||
          std::ranges::equal(stored.of(place), expected_material_.of(place))) {
        continue;
      }
      return log_.report(IntegrityPart::Columns, game_at(chunk_, place),
                         "the material index does not match the game");
    }
  }

  SquareIndexReader squares_;
  MaterialIndexReader material_;
  IntegrityLog& log_;
  std::int64_t chunk_ = -1;
  SquareBitmaps expected_squares_;
  SquareBitmaps stored_squares_;
  ChunkMaterial expected_material_;
  GameBits present_{};
};

constexpr std::string_view kStretches =
    "SELECT first_game, games FROM game_text ORDER BY first_game";

// Reports rows of `game_text` whose games overlap.
void check_stretches(const Connection& connection, IntegrityLog& log) {
  Statement query = connection.prepare(kStretches);
  std::int64_t end = 0;
  while (query.step()) {
    ++log.totals().texts;
    if (query.integer(0) < end) {
      log.report(IntegrityPart::Texts, GameId{query.integer(0)}, "its text is stored twice");
    }
    end = query.integer(0) + query.integer(1);
  }
}

class ColumnCheck {
 public:
  ColumnCheck(ColumnReader& reader, IntegrityLog& log) : reader_(reader), log_(log) {}

  // Checks a row, which includes the hash of the moves.
  void check(const GameRow& row) {
    if (chunk_of(row.id) == broken_chunk_) return;
    try {
      compare(row);
    } catch (const DamageError& error) {
      broken_chunk_ = chunk_of(row.id);
      log_.report(IntegrityPart::Columns, "{}", error.fault());
    }
  }

  // Reports games that have values in the columns but no row.
  void check_strangers(const GameSet& games) {
    for (std::int64_t chunk = 0; chunk < reader_.chunks(); ++chunk) {
      if (chunk == broken_chunk_) continue;
      const auto flags = reader_.column<std::uint8_t>(chunk, GameColumn::Flags);
      for (std::size_t i = 0; i < flags.size(); ++i) {
        const GameId game = game_at(chunk, i);
        if ((flags[i] & kDeleted) != 0 || games.contains(game)) continue;
        log_.report(IntegrityPart::Columns, game,
                    "the columns contain this game, but it does not exist");
      }
    }
  }

 private:
  void compare(const GameRow& row) {
    for (std::size_t i = 0; i < kGameColumns; ++i) {
      const auto fact = static_cast<GameColumn>(i);
      // The moves of a deleted game are not checked.
      if (fact == GameColumn::MovesHash && (row.flags() & kDeleted) != 0) continue;
      const std::uint64_t value = reader_.value(row.id, fact);
      if (value == row.columns[fact]) continue;
      log_.report(IntegrityPart::Columns, row.id, "column {} has {}, but the game has {}",
                  to_string(fact), value, row.columns[fact]);
    }
  }

  ColumnReader& reader_;
  IntegrityLog& log_;
  std::int64_t broken_chunk_ = -1;  // an unreadable chunk, which was already reported
};

class TextCheck {
 public:
  TextCheck(const Connection& connection, IntegrityLog& log) : texts_(connection), log_(log) {
    check_stretches(connection, log);
  }

  // Checks a row. Must be called for every row; for deleted games, only the seal is checked.
  void check(const GameRow& row) {
    std::string_view record;
    try {
      record = texts_.record(row.id);
    } catch (const DamageError& error) {
      if (reported_.insert(error.fault()).second)
        log_.report(IntegrityPart::Texts, "{}", error.fault());
      return;
    }
    add_to_seal(row);
    if ((row.flags() & kDeleted) == 0) check_record(row, record);
  }

  void finish() {
    const std::uint64_t seal = std::exchange(seal_, 0);
    if (!stretch_.seal || *stretch_.seal == seal) return;
    log_.report(IntegrityPart::Games,
                "games {} to {}: a round or a place in a source has changed since the import",
                number_of(stretch_.first), number_of(stretch_.first) + stretch_.games - 1);
  }

 private:
  void add_to_seal(const GameRow& row) {
    const GameTextReader::Stretch stretch = texts_.stretch();
    // The game has no text.
    if (number_of(row.id) >= number_of(stretch.first) + stretch.games) return;
    if (stretch.first != stretch_.first) finish();
    stretch_ = stretch;
    seal_ += row.seal;
  }

  void check_record(const GameRow& row, std::string_view record) {
    if (record.empty()) return log_.report(IntegrityPart::Texts, row.id, "its text is missing");
    const GameView columns;
    RecordReader reader(record, columns);
    for (RecordTag tag; reader.next(tag);) {
    }
    if (reader.is_damaged()) {
      log_.report(IntegrityPart::Texts, row.id, "its tags cannot be read");
    } else if (reader.movetext().empty() != ((row.flags() & kHasMovetext) == 0)) {
      log_.report(
          IntegrityPart::Texts, row.id, "{}",
          reader.movetext().empty() ? "its movetext is missing" : "it has unexpected movetext");
    }
  }

  GameTextReader texts_;
  IntegrityLog& log_;
  std::set<std::string> reported_;  // rows of `game_text` that cannot be read
  GameTextReader::Stretch stretch_;
  std::uint64_t seal_ = 0;  // sum of the seals of the games in stretch_ so far
};

constexpr std::uint64_t kMaxEco = 500;
constexpr unsigned kKnownFlags = kDeleted | kIncomplete | kHasMovetext | kDuplicate | kUnchecked;

void replay(GameReplay& game, ReplayedRow& replayed) {
  GameRow& row = replayed.row;
  replayed.fault.clear();
  replayed.total = {};
  replayed.plies = 0;
  row.columns[GameColumn::MovesHash] = 0;
  if ((row.flags() & kUnchecked) != 0) {
    if (!row.moves.empty()) replayed.fault = "it has moves, but its rules are unknown";
    return;
  }
  if (!game.run(row.start, row.moves)) {
    replayed.fault = game.fault();
    return;
  }
  replayed.plies = game.plies();
  row.columns[GameColumn::MovesHash] = game.moves_hash();
  replayed.total = game_total(game.postings(), replayed.result(), row.id);
}

class RowCheck {
 public:
  RowCheck(const ExistingNames& names, IntegrityLog& log) : names_(names), log_(log) {}

  void check(const ReplayedRow& replayed) {
    const GameRow& row = replayed.row;
    if (!replayed.fault.empty()) log_.report(IntegrityPart::Games, row.id, "{}", replayed.fault);
    if (replayed.fault.empty() && row.columns[GameColumn::Plies] != replayed.plies) {
      report(row, "its row has {} half-moves, but the game has {}", row.columns[GameColumn::Plies],
             replayed.plies);
    }
    check_name(row, GameColumn::White, names_.players, "player");
    check_name(row, GameColumn::Black, names_.players, "player");
    check_name(row, GameColumn::Event, names_.events, "event");
    check_name(row, GameColumn::Site, names_.sites, "site");
    check_opening(row);
    const auto value = [&](GameColumn column) { return row.columns[column]; };
    if (!names_.sources.contains(GameId{static_cast<std::int64_t>(value(GameColumn::Source))})) {
      report(row, "it is from source {}, which does not exist", value(GameColumn::Source));
    }
    if (value(GameColumn::Result) > 3) report(row, "{} is not a result", value(GameColumn::Result));
    if (value(GameColumn::Eco) > kMaxEco)
      report(row, "{} is not an ECO code", value(GameColumn::Eco));
    if ((value(GameColumn::Flags) & ~std::uint64_t{kKnownFlags}) != 0) {
      report(row, "it has flags {}, some of which are unknown", value(GameColumn::Flags));
    }
    const std::uint64_t date = value(GameColumn::Date);
    if (date % 100 > 31 || date / 100 % 100 > 12) report(row, "{} is not a date", date);
  }

 private:
  void check_name(const GameRow& row, GameColumn fact, const GameSet& known,
                  std::string_view what) {
    const std::uint64_t id = row.columns[fact];
    if (id == 0 || known.contains(GameId{static_cast<std::int64_t>(id)})) return;
    log_.report(IntegrityPart::Names, row.id, "it refers to {} {}, which does not exist", what, id);
  }

  void check_opening(const GameRow& row) {
    const std::uint64_t number = row.columns[GameColumn::Opening];
    const std::uint32_t id = opening_id_of(number);
    if (number == 0) return;
    if (!names_.openings.contains(GameId{id})) {
      log_.report(IntegrityPart::Names, row.id, "it refers to opening {}, which does not exist",
                  id);
    } else if (opening_ply_of(number) > row.columns[GameColumn::Plies]) {
      report(row, "its opening is at half-move {}, which does not exist", opening_ply_of(number));
    }
  }

  template <class... T>
  void report(const GameRow& row, fmt::format_string<T...> format, T&&... values) {
    log_.report(IntegrityPart::Games, row.id, format, std::forward<T>(values)...);
  }

  const ExistingNames& names_;
  IntegrityLog& log_;
};

class GameCheck {
 public:
  GameCheck(const Database& database, const ExistingNames& names, unsigned jobs, IntegrityLog& log)
      : database_(database), names_(names), jobs_(jobs), log_(log) {}

  GameSet run() {
    using Part = std::vector<ReplayedRow>;
    for_each_game<Part>(
        database_.connection(), jobs_,
        [&](unsigned worker, GameRow& row, Part& part) {
          ReplayedRow& replayed = part.emplace_back();
          replayed.row = std::move(row);
          replay(replays_[worker], replayed);
        },
        [&](const Part& part) {
          for (const ReplayedRow& replayed : part) look_at(replayed);
          log_.on_progress();
        });
    index_.finish();
    texts_.finish();
    chunk_indexes_.finish();
    columns_.check_strangers(games_);
    return std::move(games_);
  }

 private:
  void look_at(const ReplayedRow& replayed) {
    if (number_of(replayed.row.id) <= 0) {
      return log_.report(IntegrityPart::Games, replayed.row.id, "its number is invalid");
    }
    const bool is_deleted = (replayed.row.flags() & kDeleted) != 0;
    ++(is_deleted ? log_.totals().deleted : log_.totals().games);
    if (!is_deleted) log_.totals().plies += replayed.plies;
    games_.insert(replayed.row.id);
    index_.check(replayed);
    columns_.check(replayed.row);
    texts_.check(replayed.row);
    chunk_indexes_.check(replayed.row);
    if (!is_deleted) rows_.check(replayed);
  }

  const Database& database_;
  const ExistingNames& names_;
  unsigned jobs_;
  IntegrityLog& log_;
  GameSet games_{database_.last_game()};
  ColumnReader reader_{database_.connection()};
  RowCheck rows_{names_, log_};
  ColumnCheck columns_{reader_, log_};
  TextCheck texts_{database_.connection(), log_};
  ChunkIndexCheck chunk_indexes_{database_.connection(), log_};
  IndexCheck index_{database_, reader_, log_};
  std::vector<GameReplay> replays_ =
      std::vector<GameReplay>(jobs_, GameReplay(database_.index_plies()));
};

}  // namespace

GameSet check_games(const Database& database, const ExistingNames& names, unsigned jobs,
                    IntegrityLog& log) {
  return GameCheck(database, names, jobs, log).run();
}

}  // namespace arbiter::sqlite
