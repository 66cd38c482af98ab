// One key's group in one segment, found without reading the rest of the block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/position_sums.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/index/posting_block.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

// Holds a blob open: lives no longer than a question. Throws IoError where what it
// reads is damaged.
class GroupLookup {
 public:
  GroupLookup(const Connection& connection, PositionKey key, LookupCost& cost);

  // Whether `segment` has postings of the key. The calls below are about the last segment
  // for which this was true.
  bool find(const Segment& segment);

  bool has_sums() const { return head_.has_sums; }
  // Precondition: has_sums(). Reads only them.
  PositionSums sums();
  // Precondition: has_sums(), and the segment's are SumsForm::YearCounts.
  CountedSums counted_sums();

  // At least as many as there are postings.
  std::size_t most_postings() const { return head_.size / kShortestPosting; }

  // Calls `visit(StoredPosting)` for every posting, by rising game; their keys are not set.
  template <class Visit>
  void for_each(Visit visit) {
    GroupCursor cursor(head_, body(), segment_->layout);
    StoredPosting stored;
    while (cursor.next(stored)) {
      if (stored.posting.game >= segment_->games) fail();
      visit(stored);
      ++cost_.postings;
    }
    if (!cursor.is_sound()) fail();
  }

 private:
  // A sub-bucket is read so many bytes at a time: most are not longer.
  static constexpr std::size_t kWindow = 1024;

  void open_block();
  SubBucketPlace find_place();
  bool find_group(SubBucketPlace place);
  std::span<const std::uint8_t> body();
  std::span<const std::uint8_t> sums_bytes();
  void read(std::size_t offset, std::span<std::uint8_t> into);
  [[noreturn]] void fail() const;

  const Connection& connection_;
  PositionKey key_;
  LookupCost& cost_;
  std::optional<Blob> blob_;
  const Segment* segment_ = nullptr;
  GroupHead head_;
  std::size_t body_offset_ = 0;
  std::array<std::uint8_t, kWindow> window_{};
  std::vector<std::uint8_t> body_;
};

}  // namespace arbiter::sqlite
