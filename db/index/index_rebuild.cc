#include "db/index/index_rebuild.h"

#include <utility>
#include <vector>

#include "db/games/game_columns.h"
#include "db/games/game_row.h"
#include "db/index/game_replay.h"
#include "db/index/position_index.h"
#include "db/index/posting_checksum.h"
#include "db/index/segment_reader.h"
#include "db/model/game_draft.h"
#include "db/model/result_number.h"
#include "db/sqlite/damage.h"

namespace arbiter::db::index {
namespace {

// A segment's, as when games are imported: 16 bytes a posting at a time.
constexpr std::int64_t kGamesASegment = 32'768;

constexpr const char* kForgetFacts = "DELETE FROM fact";

// Gathers postings of games by rising number, and writes them as segments.
class IndexMaker {
 public:
  IndexMaker(const Database& database, unsigned jobs)
      : writer_(database.connection()), replay_(database.index_plies()), jobs_(jobs) {}

  void add(const GameRow& row) {
    if (!facts_.empty() && number_of(row.id) >= number_of(first_) + kGamesASegment) finish();
    if (facts_.empty()) first_ = row.id;
    // Numbers that no game has are part of the segment.
    facts_.resize(static_cast<std::size_t>(number_of(row.id) - number_of(first_)));
    facts_.push_back({.result = outcome_of(static_cast<unsigned>(row.columns[GameColumn::Result])),
                      .white_elo = static_cast<std::uint16_t>(row.columns[GameColumn::WhiteElo]),
                      .black_elo = static_cast<std::uint16_t>(row.columns[GameColumn::BlackElo]),
                      .year = static_cast<std::uint16_t>(row.columns[GameColumn::Date] / 10000)});
    if ((row.flags() & (kDeleted | kUnchecked)) != 0 || !replay_.run(row.start, row.moves)) return;
    for (Posting posting : replay_.postings()) {
      posting.game = static_cast<std::uint32_t>(facts_.size() - 1);
      postings_.push_back(posting);
    }
  }

  void finish() {
    if (facts_.empty()) return;
    writer_.add_segment(postings_, first_, facts_, jobs_);
    postings_.clear();
    facts_.clear();
  }

 private:
  PositionIndexWriter writer_;
  GameReplay replay_;
  unsigned jobs_;
  GameId first_{};
  std::vector<GameFacts> facts_;
  std::vector<Posting> postings_;
};

bool is_sound(const Connection& connection, const Segment& segment) {
  SegmentReader reader(connection, segment);
  std::vector<StoredPosting> postings;
  PostingTotal total;
  while (reader.next(postings)) {
    for (const StoredPosting& stored : postings) {
      total.checksum.add(stored.posting, stored.result, segment.first_game);
    }
    total.count += postings.size();
  }
  return total.count == segment.postings && total.checksum.value() == segment.checksum;
}

}  // namespace

void rebuild_columns(const Database& database) {
  const Connection& connection = database.connection();
  connection.execute(kForgetFacts);
  ColumnWriter columns(connection);
  GameReplay replay(0);
  GameRows rows(connection);
  for (GameRow row; rows.next(row);) {
    const bool has_moves = (row.flags() & kUnchecked) == 0 && replay.run(row.start, row.moves);
    row.columns[GameColumn::MovesHash] = has_moves ? replay.moves_hash() : 0;
    columns.add(row.id, row.columns);
  }
  columns.finish();
}

void rebuild_index(const Database& database, unsigned jobs) {
  PositionIndexWriter(database.connection()).clear();
  IndexMaker maker(database, jobs);
  GameRows rows(database.connection());
  for (GameRow row; rows.next(row);) maker.add(row);
  maker.finish();
}

bool is_index_sound(const Connection& connection) {
  try {
    for (const Segment& segment : SegmentList(connection).read()) {
      if (!is_sound(connection, segment)) return false;
    }
  } catch (const DamageError&) {
    return false;
  }
  return true;
}

}  // namespace arbiter::db::index
