#include "db/sqlite/index/index_writer.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "db/model/column_values.h"
#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/stored_game.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/games/names.h"
#include "db/sqlite/index/segment_merge.h"
#include "lib/base/threads.h"

namespace arbiter::sqlite {
namespace {

constexpr const char* kLeaveSubtracted =
    "INSERT INTO remains (id) SELECT id FROM segment WHERE is_subtracted;"
    "DELETE FROM segment WHERE is_subtracted";

// The number of blocks that all threads together make before they are written.
constexpr std::uint32_t kBlocksAtOnce = 64;

// The limits of a segment of stored games. Segments of imports have the same size.
constexpr std::int64_t kGamesPerSegment = 32'768;
constexpr std::size_t kPostingsPerSegment = std::size_t{4} << 20;

// The state of one thread.
struct Worker {
  BlockMaker maker;
  BucketSorter sorter;
};

constexpr const char* kForgetColumns = "DELETE FROM fact";
constexpr std::string_view kSetOpening = "UPDATE game SET opening = ?2 WHERE id = ?1";
constexpr const char* kDropOpenings =
    "DELETE FROM opening WHERE id NOT IN (SELECT opening >> 8 FROM game)";
static_assert(kOpeningPlyBits == 8);

void forget_columns(const Connection& connection) {
  const UncheckedPages unchecked(connection);
  connection.execute(kForgetColumns);
}

// The options of a replay.
struct Replay {
  std::optional<std::uint32_t> index_plies;  // maximum indexed ply; nothing if all are indexed
  unsigned jobs = 1;
  const OpeningTable* openings = nullptr;  // the table of openings to be set, or null
};

// A row, and the replay of its game.
struct Replayed {
  GameId id{};
  ColumnRow columns;  // includes the moves hash, or 0 if no move can be played
  std::vector<Posting> postings;
  PlayedOpening opening;  // according to the table of openings
};

Replayed replayed_row(const GameRow& row, const OpeningTable* openings, GameReplay& replay) {
  Replayed replayed{.id = row.id, .columns = row.columns, .postings = {}, .opening = {}};
  if ((row.flags() & kUnchecked) != 0 || !replay.run(row.start, row.moves)) return replayed;
  replayed.columns[GameColumn::MovesHash] = replay.moves_hash();
  replayed.postings.assign(replay.postings().begin(), replay.postings().end());
  if (openings != nullptr) replayed.opening = replay.opening(*openings);
  return replayed;
}

// Calls `receive(replayed)` for every row, in ascending order.
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

bool is_sound(const Connection& connection, const Segment& segment) {
  SegmentReader reader(connection, segment);
  std::vector<StoredPosting> postings;
  PostingTotal total;
  while (reader.next(postings)) {
    for (const StoredPosting& stored : postings) {
      total.add(stored.posting, stored.result, segment.first_game);
    }
  }
  return total == PostingTotal{segment.postings, PostingChecksum(segment.checksum)};
}

}  // namespace

void PositionIndexWriter::add_segment(Segment segment, std::span<const Posting> postings,
                                      std::span<const GameFacts> facts, unsigned jobs) {
  segment.id = new_segment_id(connection_);
  segment.games = facts.size();
  segment.layout = layout_for(postings.size(), facts.size());
  buckets_.fill(postings, segment.layout, jobs);
  std::vector<Worker> workers(jobs, Worker{.maker = BlockMaker(segment, facts), .sorter = {}});
  std::vector<std::vector<std::uint8_t>> blocks(kBlocksAtOnce);
  SegmentWriter writer(connection_, segment);
  const std::uint32_t end = segment.layout.buckets();
  for (std::uint32_t begin = 0; begin < end; begin += kBlocksAtOnce) {
    const std::uint32_t count = std::min(kBlocksAtOnce, end - begin);
    run_parallel(std::min(jobs, count), [&](unsigned job) {
      auto& [maker, sorter] = workers[job];
      for (std::uint32_t i = job; i < count; i += jobs) {
        maker.make(sorter.first_occurrences(buckets_.bucket(begin + i), segment.layout), blocks[i]);
      }
    });
    for (std::uint32_t i = 0; i < count; ++i) writer.add(blocks[i]);
  }
  PostingTotal total;
  for (const Worker& worker : workers) total.add(worker.maker.total());
  writer.finish(total);
}

void PositionIndexWriter::merge_all(ColumnReader& columns) {
  IndexUpkeep upkeep(connection_);
  upkeep.abandon_merges();
  upkeep.remove_remains();
  const std::vector<Segment> sources = read_segments(connection_);
  if (sources.empty() || is_one_segment(connection_, sources)) return;
  connection_.execute(kLeaveSubtracted);
  upkeep.remove_remains();
  merge(sources, columns);
}

void PositionIndexWriter::drop_deleted(const Segment& segment, ColumnReader& columns) {
  merge({&segment, 1}, columns);
}

void PositionIndexWriter::merge(std::span<const Segment> sources, ColumnReader& columns) {
  SegmentMerge merge(connection_, columns, sources, MergeMode::Drop,
                     {.id = new_segment_id(connection_), .next_bucket = 0, .total = {}});
  merge.advance(std::numeric_limits<std::uint64_t>::max());
  merge.finish();
}

void PositionIndexWriter::clear() {
  connection_.execute(
      "DELETE FROM segment; DELETE FROM posting_block; DELETE FROM merge; DELETE FROM remains");
}

void SegmentCollector::add(GameId game, const GameFacts& facts, std::span<const Posting> postings) {
  const bool is_full = kind_ == SegmentKind::Games
                           ? number_of(game) >= number_of(first_) + kGamesPerSegment
                           : postings_.size() >= kPostingsPerSegment;
  if (is_full) finish();
  if (facts_.empty()) first_ = game;
  const auto place = static_cast<std::uint32_t>(number_of(game) - number_of(first_));
  facts_.resize(place);
  facts_.push_back(facts);
  for (Posting posting : postings) {
    posting.game = place;
    postings_.push_back(posting);
  }
}

void SegmentCollector::finish() {
  if (facts_.empty()) return;
  writer_.add_segment({.kind = kind_, .first_game = first_}, postings_, facts_, jobs_);
  written_ += postings_.size();
  postings_.clear();
  facts_.clear();
}

void rebuild_columns(const Database& database, unsigned jobs) {
  const Connection& connection = database.connection();
  forget_columns(connection);
  ColumnWriter columns(connection);
  replay_games(connection, {.index_plies = 0, .jobs = jobs},
               [&](const Replayed& game) { columns.add(game.id, game.columns); });
  columns.finish();
  make_chunk_indexes(connection);
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
                 update.bind_all(number_of(game.id), row[GameColumn::Opening]).run();
                 columns.add(game.id, row);
               });
  columns.finish();
  connection.execute(kDropOpenings);
  make_chunk_indexes(connection);
}

void rebuild_index(const Database& database, unsigned jobs) {
  const Connection& connection = database.connection();
  {
    const UncheckedPages unchecked(connection);
    PositionIndexWriter(connection).clear();
  }
  SegmentCollector segments(connection, SegmentKind::Games, jobs);
  replay_games(connection, {.index_plies = database.index_plies(), .jobs = jobs},
               [&](const Replayed& game) {
                 const bool is_deleted = (game.columns[GameColumn::Flags] & kDeleted) != 0;
                 segments.add(game.id, facts_in(game.columns),
                              is_deleted ? std::span<const Posting>() : game.postings);
               });
  segments.finish();
}

bool is_index_sound(const Connection& connection) {
  try {
    const std::vector<Segment> segments = read_segments(connection);
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
