#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "db/model/damage.h"
#include "db/model/position_sums.h"
#include "db/model/stored_game.h"
#include "db/sqlite/care/integrity.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kReadBlock = "SELECT data FROM posting_block WHERE id = ?1";

constexpr std::string_view kCountBlocks =
    "SELECT count(*) FROM posting_block WHERE id BETWEEN ?1 AND ?2";

// The maximum number of missing blocks in a segment that are reported one by one.
constexpr std::uint64_t kMaxReportedBlocks = 10;

// The maximum number of games in a segment that are reported with a position, because each costs a
// scan of the segment.
constexpr std::uint64_t kMaxReportedGames = 10;

std::string ply_text(std::uint16_t ply) {
  return ply == 0 ? "its initial position" : fmt::format("the position after half-move {}", ply);
}

bool is_before(const Posting& a, const Posting& b) {
  return std::tuple(stored_part(a.key), a.ply) < std::tuple(stored_part(b.key), b.ply);
}

// Returns the first occurrence of each position.
std::vector<Posting> firsts_of(std::span<Posting> postings) {
  std::ranges::sort(postings, is_before);
  std::vector<Posting> firsts;
  for (const Posting& posting : postings) {
    if (firsts.empty() || stored_part(firsts.back().key) != stored_part(posting.key)) {
      firsts.push_back(posting);
    }
  }
  return firsts;
}

// Returns a description of the first difference in the stored postings of a game, by ply.
std::string difference(std::vector<StoredPosting> stored, std::vector<Posting> expected,
                       Outcome result) {
  const auto by_ply = [](const auto& posting) { return posting.ply; };
  std::ranges::sort(stored, {}, [](const StoredPosting& s) { return s.posting.ply; });
  std::ranges::sort(expected, {}, by_ply);
  if (stored.empty()) return "none of its positions is indexed";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i == stored.size() || stored[i].posting.ply > expected[i].ply) {
      return fmt::format("{} is not indexed", ply_text(expected[i].ply));
    }
    const auto& [posting, stored_result] = stored[i];
    if (posting.ply < expected[i].ply) break;
    if (posting.key != stored_part(expected[i].key)) {
      return fmt::format("{} is indexed under the key {:012x}, but has another",
                         ply_text(posting.ply), static_cast<std::uint64_t>(posting.key) >> 16);
    }
    if (posting.next != expected[i].next) {
      return fmt::format("{} is indexed with a different next move", ply_text(posting.ply));
    }
    if (stored_result != result) {
      return fmt::format("{} is indexed with the result {}, but the game has {}",
                         ply_text(posting.ply), to_string(stored_result), to_string(result));
    }
  }
  return fmt::format("the index has {} postings for it instead of {}", stored.size(),
                     expected.size());
}

// The checksums of a segment's postings per game; 8 bytes each.
class SegmentContents {
 public:
  // Reads all blocks. Reports problems of the blocks, their order, their sums and the checksum.
  // `columns` are the columns of all games, including deleted ones.
  SegmentContents(const Connection& connection, const Segment& segment, ColumnReader& columns,
                  IntegrityLog& log)
      : connection_(connection), segment_(segment), games_(segment.games) {
    if (!has_its_blocks(log)) return;
    for (std::uint32_t bucket = 0; bucket < segment_.layout.buckets(); ++bucket) {
      read_block(bucket, columns, log);
    }
    log.totals().postings += total_.count;
    if (!is_whole_) return;
    if (has_subtracted_segments(connection) && segment_.level != size_class(total_.count)) {
      log.report(IntegrityPart::Index, "segment {}: its size class is {}, but should be {}",
                 segment_.id, segment_.level, size_class(total_.count));
    }
    if (total_.count != segment_.postings || total_.checksum.value() != segment_.checksum) {
      log.report(IntegrityPart::Index,
                 "segment {}: its {} postings do not match its checksum; {} were written",
                 segment_.id, total_.count, segment_.postings);
    }
  }

  const Segment& segment() const { return segment_; }

  bool has(GameId game) const {
    return game >= segment_.first_game &&
           static_cast<std::uint64_t>(number_of(game) - number_of(segment_.first_game)) <
               segment_.games;
  }

  // Returns whether the game's postings have this checksum. Must be called once for each game.
  bool matches(GameId game, const PostingChecksum& expected) {
    PostingChecksum& stored = checksum_of(game);
    const bool is_same = stored == expected;
    stored = PostingChecksum();
    // Damaged blocks were already reported.
    return is_same || !is_whole_;
  }

  // Reports how the postings differ from the positions of the game. Scans the segment again for the
  // first few games. `expected` is the result of GameReplay::postings(), and is reordered.
  void report_difference(GameId game, Outcome result, std::span<Posting> expected,
                         IntegrityLog& log) {
    if (++different_ > kMaxReportedGames) return;
    log.report(IntegrityPart::Index, game, "{}",
               difference(postings_of(game), firsts_of(expected), result));
  }

  // Calls `visit(game, checksum)` for each game with postings.
  template <class Visit>
  void for_each_game(Visit visit) const {
    for (std::size_t i = 0; i < games_.size(); ++i) {
      const GameId game{number_of(segment_.first_game) + static_cast<std::int64_t>(i)};
      if (games_[i] != PostingChecksum()) visit(game, games_[i]);
    }
  }
  // Adds a deleted game of a file of schema version 1, which may still have postings.
  void add_deleted(GameId game) {
    PostingChecksum& stored = checksum_of(game);
    ++deleted_rows_;
    if (stored != PostingChecksum()) ++deleted_;
    stored = PostingChecksum();
  }

  // Reports the remaining postings. Must be called after the last game.
  void finish(IntegrityLog& log) {
    if (!is_whole_) return;
    if (different_ > kMaxReportedGames) {
      log.report(IntegrityPart::Index, "segment {}: {} more games are indexed wrongly", segment_.id,
                 different_ - kMaxReportedGames);
    }
    if (deleted_ > segment_.deleted || deleted_rows_ < segment_.deleted) {
      log.report(IntegrityPart::Index, "segment {}: {} of its games are deleted, but it counts {}",
                 segment_.id, deleted_rows_, segment_.deleted);
    }
    const auto strangers = std::ranges::count_if(
        games_, [](const PostingChecksum& checksum) { return checksum != PostingChecksum(); });
    if (strangers > 0) {
      log.report(IntegrityPart::Index, "segment {}: it has postings of {} games that do not exist",
                 segment_.id, strangers);
    }
  }

 private:
  // The postings of one key.
  struct Group {
    PositionKey key{};
    std::optional<std::span<const std::uint8_t>> sums;
    std::vector<StoredPosting> postings;
  };

  // Reports missing blocks together, because a row may claim to have millions of them.
  bool has_its_blocks(IntegrityLog& log) {
    const auto blocks = static_cast<std::uint64_t>(
        connection_.prepare(kCountBlocks)
            .find(block_row(segment_, 0), block_row(segment_, segment_.layout.buckets() - 1))
            .value_or(0));
    if (blocks + kMaxReportedBlocks >= segment_.layout.buckets()) return true;
    is_whole_ = false;
    log.report(IntegrityPart::Index, "segment {}: {} of its {} blocks exist", segment_.id, blocks,
               segment_.layout.buckets());
    return false;
  }

  void read_block(std::uint32_t bucket, ColumnReader& columns, IntegrityLog& log) {
    std::string fault;
    try {
      Statement query = connection_.prepare(kReadBlock);
      if (!query.bind(1, block_row(segment_, bucket)).step()) {
        fault = "is missing";
      } else if (!read_groups(query.blob(0), bucket, columns, log)) {
        fault = "cannot be read";
      }
    } catch (const DamageError& error) {
      fault = "cannot be read: " + error.fault();
    }
    if (fault.empty()) return;
    is_whole_ = false;
    log.report(IntegrityPart::Index, "segment {}: block {} {}", segment_.id, bucket, fault);
  }

  // Adds the groups of a block. Returns false if the block is damaged, or if its keys are not in
  // ascending order.
  bool read_groups(std::span<const std::uint8_t> block, std::uint32_t bucket, ColumnReader& columns,
                   IntegrityLog& log) {
    std::optional<PositionKey> key_before;
    Group group;
    return for_each_group(block, segment_.layout, bucket,
                          [&](PositionKey key, GroupCursor& postings) {
                            group.key = key;
                            if (!read_group(postings, group)) return false;
                            if (key_before && *key_before >= key) return false;
                            key_before = key;
                            add(group, columns, log);
                            return true;
                          });
  }

  bool read_group(GroupCursor& postings, Group& group) const {
    group.sums = postings.sums();
    group.postings.clear();
    if (group.sums && !read_sums(*group.sums, segment_.layout.sums())) return false;
    if (postings.max_left() > file_bytes_) return false;
    StoredPosting stored;
    stored.posting.key = group.key;
    while (postings.next(stored)) group.postings.push_back(stored);
    return postings.is_sound() &&
           std::ranges::all_of(group.postings, [this](const StoredPosting& posting) {
             return posting.posting.game < segment_.games;
           });
  }

  void add(const Group& group, ColumnReader& columns, IntegrityLog& log) {
    for (const StoredPosting& stored : group.postings) {
      const GameId game{number_of(segment_.first_game) + stored.posting.game};
      PostingChecksum checksum;
      checksum.add(stored.posting, stored.result, segment_.first_game);
      checksum_of(game).add(checksum);
      total_.checksum.add(checksum);
    }
    total_.count += group.postings.size();
    if (!group.sums) return;
    ++log.totals().sums;
    if (std::ranges::equal(*group.sums, sums_of(group, columns))) return;
    const Posting& first = group.postings.front().posting;
    log.report(IntegrityPart::Sums,
               "segment {}: the sums of a position in {} games ({} of game {}) do not "
               "match those games",
               segment_.id, group.postings.size(), ply_text(first.ply),
               number_of(segment_.first_game) + first.game);
  }

  // Returns the correct bytes of the group's sums.
  std::vector<std::uint8_t> sums_of(const Group& group, ColumnReader& columns) const {
    std::vector<std::uint8_t> bytes;
    const auto add_up = [&](auto sums) {
      for (const StoredPosting& stored : group.postings) {
        const GameId game{number_of(segment_.first_game) + stored.posting.game};
        sums.add(stored.posting.next, facts_in(GameValues{columns, game}));
      }
      append_sums(sums, bytes);
    };
    if (segment_.layout.sums() == SumsForm::YearCounts) {
      add_up(CountedSums());
    } else {
      add_up(PositionSums());
    }
    return bytes;
  }

  PostingChecksum& checksum_of(GameId game) {
    return games_[static_cast<std::size_t>(number_of(game) - number_of(segment_.first_game))];
  }

  std::vector<StoredPosting> postings_of(GameId game) const {
    SegmentReader reader(connection_, segment_);
    std::vector<StoredPosting> block;
    std::vector<StoredPosting> found;
    const auto number =
        static_cast<std::uint32_t>(number_of(game) - number_of(segment_.first_game));
    for (std::uint32_t bucket = 0; bucket < segment_.layout.buckets(); ++bucket) {
      reader.read(bucket, block);
      for (const StoredPosting& stored : block) {
        if (stored.posting.game == number) found.push_back(stored);
      }
    }
    return found;
  }

  const Connection& connection_;
  std::uint64_t file_bytes_ = connection_.bytes();
  Segment segment_;
  std::vector<PostingChecksum> games_;
  PostingTotal total_;
  bool is_whole_ = true;            // false if any block was damaged
  std::uint64_t deleted_ = 0;       // number of deleted games that still have postings
  std::uint64_t deleted_rows_ = 0;  // number of deleted games in its range
  std::uint64_t different_ = 0;     // number of games whose postings differ from their positions
};

}  // namespace

// A walk through the segments while their games are checked.
class IndexCheck::Walk {
 public:
  Walk(const Database& database, ColumnReader& reader, IntegrityLog& log)
      : connection_(database.connection()),
        reader_(reader),
        log_(log),
        replay_(database.index_plies()) {
    try {
      segments_ = read_segments(connection_);
      check_ends(connection_, segments_);
      read_subtracted();
    } catch (const DamageError& error) {
      log_.report(IntegrityPart::Index, "{}", error.fault());
      is_readable_ = false;
    }
    log_.totals().segments += segments_.size();
  }

  void check(const ReplayedRow& replayed) {
    if (!is_readable_) return;
    const GameRow& row = replayed.row;
    go_to(row.id);
    const bool is_deleted = (row.flags() & kDeleted) != 0;
    if (!is_deleted) check_kept(row.id);
    if (!contents_ || !contents_->has(row.id)) {
      if (!is_deleted && replayed.total.count > 0) {
        log_.report(IntegrityPart::Index, row.id, "no segment of the index contains it");
      }
    } else if (is_deleted) {
      check_deleted(row.id);
    } else if (!contents_->matches(row.id, replayed.total.checksum) && replayed.fault.empty()) {
      replay_.run(row.start, row.moves);
      contents_->report_difference(row.id, replayed.result(), replay_.postings(), log_);
    }
  }

  void finish() {
    while (is_readable_ && next_ <= segments_.size()) open_next();
  }

 private:
  void read_subtracted() {
    const std::vector<Segment> segments = read_segments(connection_, SegmentKind::Subtracted);
    check_ends(connection_, segments);
    for (const Segment& segment : segments) {
      ++log_.totals().segments;
      const SegmentContents contents(connection_, segment, reader_, log_);
      contents.for_each_game([this](GameId game, const PostingChecksum& checksum) {
        subtracted_[game].add(checksum);
      });
    }
  }

  // Checks that the positions of a deleted game are subtracted. They stay in the index until
  // compaction.
  void check_deleted(GameId game) {
    if (!has_subtracted_) return contents_->add_deleted(game);
    const auto found = subtracted_.find(game);
    const PostingChecksum expected = found == subtracted_.end() ? PostingChecksum() : found->second;
    if (contents_->matches(game, expected)) return;
    log_.report(IntegrityPart::Sums, game,
                "it is deleted, but not all of its positions are subtracted from the sums");
  }

  void check_kept(GameId game) {
    if (!subtracted_.contains(game)) return;
    log_.report(IntegrityPart::Sums, game,
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
  bool has_subtracted_ = has_subtracted_segments(connection_);
  std::map<GameId, PostingChecksum> subtracted_;  // checksums of subtracted games
  bool is_readable_ = true;
};

IndexCheck::IndexCheck(const Database& database, ColumnReader& columns, IntegrityLog& log)
    : walk_(std::make_unique<Walk>(database, columns, log)) {}

IndexCheck::~IndexCheck() = default;

void IndexCheck::check(const ReplayedRow& replayed) { walk_->check(replayed); }

void IndexCheck::finish() { walk_->finish(); }

}  // namespace arbiter::sqlite
