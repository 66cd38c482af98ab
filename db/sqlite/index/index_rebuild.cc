#include "db/sqlite/index/index_rebuild.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/stored_game.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_scan.h"
#include "db/sqlite/games/opening_names.h"
#include "db/sqlite/games/square_index_making.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/index/posting_checksum.h"
#include "db/sqlite/index/segment_reader.h"

namespace arbiter::sqlite {
namespace {

// A segment's, as when games are imported: 16 bytes a posting at a time.
constexpr std::int64_t kGamesASegment = 32'768;

constexpr const char* kForgetColumns = "DELETE FROM fact";
constexpr std::string_view kSetOpening = "UPDATE game SET opening = ?2 WHERE id = ?1";
constexpr const char* kDropOpenings =
    "DELETE FROM opening WHERE id NOT IN (SELECT opening >> 8 FROM game)";
static_assert(kOpeningPlyBits == 8);

void forget_columns(const Connection& connection) {
  const UncheckedPages unchecked(connection);
  connection.execute(kForgetColumns);
}

// What is made of the rows.
struct Replay {
  std::optional<std::uint32_t> index_plies;  // the deepest ply that gets a posting; nothing: all do
  unsigned jobs = 1;
  const OpeningTable* openings = nullptr;  // if they are wanted
};

// A row, and its game played once more.
struct Replayed {
  GameId id{};
  ColumnRow columns;  // with the hash of the moves, or 0 where there are none that can be played
  std::vector<Posting> postings;
  PlayedOpening opening;  // by the table that was asked for
};

Replayed replayed_row(const GameRow& row, const OpeningTable* openings, GameReplay& replay) {
  Replayed replayed{.id = row.id, .columns = row.columns, .postings = {}, .opening = {}};
  if ((row.flags() & kUnchecked) != 0 || !replay.run(row.start, row.moves)) return replayed;
  replayed.columns[GameColumn::MovesHash] = replay.moves_hash();
  replayed.postings.assign(replay.postings().begin(), replay.postings().end());
  if (openings != nullptr) replayed.opening = replay.opening(*openings);
  return replayed;
}

// Calls `receive(replayed)` for every row by rising number.
template <class Receive>
void replay_games(const Connection& connection, const Replay& how, Receive receive) {
  using Part = std::vector<Replayed>;
  std::vector<GameReplay> replays(std::max(1U, how.jobs), GameReplay(how.index_plies));
  for_each_game<Part>(
      connection, how.jobs,
      [&](unsigned worker, const GameRow& row, Part& part) {
        part.push_back(replayed_row(row, how.openings, replays[worker]));
      },
      [&](const Part& part) {
        for (const Replayed& replayed : part) receive(replayed);
      });
}

// Gathers postings of games by rising number, and writes them as segments.
class IndexMaker {
 public:
  IndexMaker(const Connection& connection, unsigned jobs) : writer_(connection), jobs_(jobs) {}

  void add(const Replayed& game) {
    if (!facts_.empty() && number_of(game.id) >= number_of(first_) + kGamesASegment) finish();
    if (facts_.empty()) first_ = game.id;
    // Numbers that no game has are part of the segment.
    facts_.resize(static_cast<std::size_t>(number_of(game.id) - number_of(first_)));
    const ColumnRow& columns = game.columns;
    facts_.push_back({.result = outcome_of(static_cast<unsigned>(columns[GameColumn::Result])),
                      .white_elo = static_cast<std::uint16_t>(columns[GameColumn::WhiteElo]),
                      .black_elo = static_cast<std::uint16_t>(columns[GameColumn::BlackElo]),
                      .year = static_cast<std::uint16_t>(columns[GameColumn::Date] / 10000)});
    if ((columns[GameColumn::Flags] & kDeleted) != 0) return;
    for (Posting posting : game.postings) {
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

void rebuild_columns(const Database& database, unsigned jobs) {
  const Connection& connection = database.connection();
  forget_columns(connection);
  ColumnWriter columns(connection);
  replay_games(connection, {.index_plies = 0, .jobs = jobs},
               [&](const Replayed& game) { columns.add(game.id, game.columns); });
  columns.finish();
  make_square_index(connection);
}

void classify_games(const Database& database, const OpeningTable& table, unsigned jobs) {
  const Connection& connection = database.connection();
  forget_columns(connection);
  ColumnWriter columns(connection);
  OpeningStore openings(connection);
  Statement update = connection.prepare(kSetOpening);
  replay_games(connection, {.index_plies = 0, .jobs = jobs, .openings = &table},
               [&](const Replayed& game) {
                 ColumnRow row = game.columns;
                 row[GameColumn::Opening] = openings.number_of(game.opening);
                 update.bind(1, number_of(game.id)).bind(2, row[GameColumn::Opening]).run();
                 columns.add(game.id, row);
               });
  columns.finish();
  connection.execute(kDropOpenings);
  make_square_index(connection);
}

void rebuild_index(const Database& database, unsigned jobs) {
  const Connection& connection = database.connection();
  {
    const UncheckedPages unchecked(connection);
    PositionIndexWriter(connection).clear();
  }
  IndexMaker maker(connection, jobs);
  replay_games(connection, {.index_plies = database.index_plies(), .jobs = jobs},
               [&](const Replayed& game) { maker.add(game); });
  maker.finish();
}

bool is_index_sound(const Connection& connection) {
  try {
    const std::vector<Segment> segments = SegmentList(connection).read();
    check_ends(connection, segments);
    for (const Segment& segment : segments) {
      if (!is_sound(connection, segment)) return false;
    }
  } catch (const DamageError&) {
    return false;
  }
  return true;
}

}  // namespace arbiter::sqlite
