// One segment of the position index, read to its end and compared.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/sqlite/care/integrity_log.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/posting_block.h"
#include "db/sqlite/index/posting_checksum.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

// What a segment's postings come to, game by game: 8 bytes a game.
class SegmentContents {
 public:
  // Reads all blocks: tells what is wrong with them, with their order, with the sums in them
  // and with the checksum. `columns` are those of the games, deleted ones included.
  SegmentContents(const Connection& connection, const Segment& segment, ColumnReader& columns,
                  IntegrityLog& log);

  const Segment& segment() const { return segment_; }
  bool has(GameId game) const;

  // Whether the game has just postings of this sum. Every game is asked about once.
  bool matches(GameId game, const PostingChecksum& expected);
  // Says how they differ from the game's positions (GameReplay::postings(), whose order is
  // lost). Reads the segment again, for the first few games.
  void tell(GameId game, Outcome result, std::span<Posting> expected, IntegrityLog& log);
  // What the postings of its games come to, of those that have any.
  template <class Visit>
  void for_each_game(Visit visit) const {
    for (std::size_t i = 0; i < games_.size(); ++i) {
      const GameId game{number_of(segment_.first_game) + static_cast<std::int64_t>(i)};
      if (games_[i] != PostingChecksum()) visit(game, games_[i]);
    }
  }
  // A deleted game of a file of schema version 1: its postings may be there or not.
  void note_deleted(GameId game);
  // Behind the last game: what is left over.
  void finish(IntegrityLog& log);

 private:
  struct Group;

  bool has_its_blocks(IntegrityLog& log);
  void read_block(std::uint32_t bucket, ColumnReader& columns, IntegrityLog& log);
  bool read_groups(std::span<const std::uint8_t> block, std::uint32_t bucket, ColumnReader& columns,
                   IntegrityLog& log);
  bool read_group(const GroupHead& head, std::span<const std::uint8_t> body, Group& group) const;
  void take(const Group& group, ColumnReader& columns, IntegrityLog& log);
  std::vector<std::uint8_t> sums_of(const Group& group, ColumnReader& columns) const;
  PostingChecksum& checksum_of(GameId game);
  std::vector<StoredPosting> postings_of(GameId game) const;

  const Connection& connection_;
  Segment segment_;
  std::vector<PostingChecksum> games_;
  PostingTotal total_;
  bool is_whole_ = true;            // no block was damaged
  std::uint64_t deleted_ = 0;       // deleted games whose postings are still there
  std::uint64_t deleted_rows_ = 0;  // deleted games in its range
  std::uint64_t different_ = 0;     // games that were told or counted
};

}  // namespace arbiter::sqlite
