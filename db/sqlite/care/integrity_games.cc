#include "db/sqlite/care/integrity_games.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/stored_game.h"
#include "db/sqlite/care/integrity_columns.h"
#include "db/sqlite/care/integrity_segment.h"
#include "db/sqlite/care/integrity_squares.h"
#include "db/sqlite/games/game_scan.h"
#include "db/sqlite/games/opening_names.h"

namespace arbiter::sqlite {
namespace {

constexpr std::uint64_t kMostEco = 500;
constexpr unsigned kKnownFlags = kDeleted | kIncomplete | kHasMovetext | kDuplicate | kUnchecked;

struct Replayed {
  GameRow row;
  std::string fault;  // why it cannot be played; empty: it can
  std::uint64_t plies = 0;
  PostingTotal total;
};

Outcome result_of(const GameRow& row) {
  return outcome_of(static_cast<unsigned>(row.columns[GameColumn::Result]));
}

void replay(GameReplay& game, Replayed& replayed) {
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
  replayed.total = game_total(game.postings(), result_of(row), row.id);
}

// The segments as the games come by.
class SegmentWalk {
 public:
  SegmentWalk(const Database& database, ColumnReader& reader, IntegrityLog& log)
      : connection_(database.connection()),
        reader_(reader),
        log_(log),
        replay_(database.index_plies()),
        has_subtracted_(has_subtracted_segments(connection_)) {
    try {
      segments_ = SegmentList(connection_).read();
      check_ends(connection_, segments_);
      read_subtracted();
    } catch (const DamageError& error) {
      log_.say(IntegrityPart::Index, error.fault());
      is_readable_ = false;
    }
    log_.totals().segments += segments_.size();
  }

  void check(const Replayed& replayed) {
    if (!is_readable_) return;
    const GameRow& row = replayed.row;
    go_to(row.id);
    const bool is_deleted = (row.flags() & kDeleted) != 0;
    if (!is_deleted) check_kept(row.id);
    if (!contents_ || !contents_->has(row.id)) {
      if (!is_deleted && replayed.total.count > 0) {
        log_.say(IntegrityPart::Index, row.id, "no segment of the index contains it");
      }
    } else if (is_deleted) {
      check_deleted(row.id);
    } else if (!contents_->matches(row.id, replayed.total.checksum) && replayed.fault.empty()) {
      replay_.run(row.start, row.moves);
      contents_->tell(row.id, result_of(row), replay_.postings(), log_);
    }
  }

  void finish() {
    while (is_readable_ && next_ <= segments_.size()) open_next();
  }

 private:
  void read_subtracted() {
    const std::vector<Segment> segments = SegmentList(connection_).read(SegmentKind::Subtracted);
    check_ends(connection_, segments);
    for (const Segment& segment : segments) {
      ++log_.totals().segments;
      const SegmentContents contents(connection_, segment, reader_, log_);
      contents.for_each_game([this](GameId game, const PostingChecksum& checksum) {
        subtracted_[game].add(checksum);
      });
    }
  }

  // Its positions are in the index until compaction, and are taken away again.
  void check_deleted(GameId game) {
    if (!has_subtracted_) return contents_->note_deleted(game);
    const auto found = subtracted_.find(game);
    const PostingChecksum expected = found == subtracted_.end() ? PostingChecksum() : found->second;
    if (contents_->matches(game, expected)) return;
    log_.say(IntegrityPart::Sums, game,
             "it is deleted, but not all of its positions are subtracted from the sums");
  }

  void check_kept(GameId game) {
    if (!subtracted_.contains(game)) return;
    log_.say(IntegrityPart::Sums, game,
             "it is not deleted, but positions of it are subtracted from the sums");
  }

  void go_to(GameId game) {
    while (next_ < segments_.size() && segments_[next_].first_game <= game) open_next();
  }

  void open_next() {
    if (contents_) contents_->finish(log_);
    contents_.reset();
    const std::size_t index = next_++;
    if (index >= segments_.size()) return;
    contents_.emplace(connection_, segments_[index], reader_, log_);
  }

  const Connection& connection_;
  ColumnReader& reader_;
  IntegrityLog& log_;
  GameReplay replay_;
  std::vector<Segment> segments_;
  std::size_t next_ = 0;
  std::optional<SegmentContents> contents_;
  bool has_subtracted_;
  std::map<GameId, PostingChecksum> subtracted_;  // of games whose positions are subtracted
  bool is_readable_ = true;
};

class RowCheck {
 public:
  RowCheck(const KnownNames& names, IntegrityLog& log) : names_(names), log_(log) {}

  void check(const Replayed& replayed) {
    const GameRow& row = replayed.row;
    if (!replayed.fault.empty()) log_.say(IntegrityPart::Games, row.id, replayed.fault);
    if (replayed.fault.empty() && row.columns[GameColumn::Plies] != replayed.plies) {
      say(row, "its row says {} half-moves, but it has {}", row.columns[GameColumn::Plies],
          replayed.plies);
    }
    check_name(row, GameColumn::White, names_.players, "player");
    check_name(row, GameColumn::Black, names_.players, "player");
    check_name(row, GameColumn::Event, names_.events, "event");
    check_name(row, GameColumn::Site, names_.sites, "site");
    check_opening(row);
    if (!names_.sources.contains(
            GameId{static_cast<std::int64_t>(row.columns[GameColumn::Source])})) {
      say(row, "it is from source {}, which does not exist", row.columns[GameColumn::Source]);
    }
    if (row.columns[GameColumn::Result] > 3)
      say(row, "{} is not a result", row.columns[GameColumn::Result]);
    if (row.columns[GameColumn::Eco] > kMostEco)
      say(row, "{} is not an ECO code", row.columns[GameColumn::Eco]);
    if ((row.columns[GameColumn::Flags] & ~std::uint64_t{kKnownFlags}) != 0) {
      say(row, "it has flags {}, some of which are unknown", row.columns[GameColumn::Flags]);
    }
    if (row.columns[GameColumn::Date] % 100 > 31 ||
        row.columns[GameColumn::Date] / 100 % 100 > 12) {
      say(row, "{} is not a date", row.columns[GameColumn::Date]);
    }
  }

 private:
  void check_name(const GameRow& row, GameColumn fact, const GameSet& known,
                  std::string_view what) {
    const std::uint64_t id = row.columns[fact];
    if (id == 0 || known.contains(GameId{static_cast<std::int64_t>(id)})) return;
    log_.say(IntegrityPart::Names, row.id,
             fmt::format("it refers to {} {}, which does not exist", what, id));
  }

  void check_opening(const GameRow& row) {
    const std::uint64_t number = row.columns[GameColumn::Opening];
    const std::uint32_t id = opening_id_of(number);
    if (number == 0) return;
    if (!names_.openings.contains(GameId{id})) {
      log_.say(IntegrityPart::Names, row.id,
               fmt::format("it refers to opening {}, which does not exist", id));
    } else if (opening_ply_of(number) > row.columns[GameColumn::Plies]) {
      say(row, "its opening is at half-move {}, which does not exist", opening_ply_of(number));
    }
  }

  template <class... T>
  void say(const GameRow& row, fmt::format_string<T...> format, T&&... values) {
    log_.say(IntegrityPart::Games, row.id, fmt::format(format, std::forward<T>(values)...));
  }

  const KnownNames& names_;
  IntegrityLog& log_;
};

class GameCheck {
 public:
  GameCheck(const Database& database, const KnownNames& names, unsigned jobs, IntegrityLog& log)
      : log_(log),
        games_(database.last_game()),
        reader_(database.connection()),
        rows_(names, log),
        columns_(reader_, log),
        texts_(database.connection(), log),
        squares_(database.connection(), log),
        segments_(database, reader_, log),
        replays_(jobs, GameReplay(database.index_plies())) {}

  GameSet run(const Connection& connection) {
    using Part = std::vector<Replayed>;
    for_each_game<Part>(
        connection, static_cast<unsigned>(replays_.size()),
        [&](unsigned worker, GameRow& row, Part& part) {
          Replayed& replayed = part.emplace_back();
          replayed.row = std::move(row);
          replay(replays_[worker], replayed);
        },
        [&](const Part& part) {
          for (const Replayed& replayed : part) look_at(replayed);
          log_.on_progress();
        });
    segments_.finish();
    texts_.finish();
    squares_.finish();
    columns_.check_strangers(games_);
    return std::move(games_);
  }

 private:
  void look_at(const Replayed& replayed) {
    if (number_of(replayed.row.id) <= 0) {
      return log_.say(IntegrityPart::Games, replayed.row.id, "its number is invalid");
    }
    const bool is_deleted = (replayed.row.flags() & kDeleted) != 0;
    ++(is_deleted ? log_.totals().deleted : log_.totals().games);
    if (!is_deleted) log_.totals().plies += replayed.plies;
    games_.insert(replayed.row.id);
    segments_.check(replayed);
    columns_.check(replayed.row);
    texts_.check(replayed.row);
    squares_.check(replayed.row);
    if (!is_deleted) rows_.check(replayed);
  }

  IntegrityLog& log_;
  GameSet games_;
  ColumnReader reader_;
  RowCheck rows_;
  ColumnCheck columns_;
  TextCheck texts_;
  SquareCheck squares_;
  SegmentWalk segments_;
  std::vector<GameReplay> replays_;
};

}  // namespace

GameSet check_games(const Database& database, const KnownNames& names, unsigned jobs,
                    IntegrityLog& log) {
  return GameCheck(database, names, jobs, log).run(database.connection());
}

}  // namespace arbiter::sqlite
