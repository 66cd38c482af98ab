#include "db/sqlite/index/group_lookup.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/model/damage.h"

namespace arbiter::sqlite {

GroupLookup::GroupLookup(const Connection& connection, PositionKey key, LookupCost& cost)
    : connection_(connection), key_(key), cost_(cost) {}

bool GroupLookup::find(const Segment& segment) {
  segment_ = &segment;
  ++cost_.segments;
  open_block();
  return find_group(find_place());
}

void GroupLookup::open_block() {
  const std::int64_t row = block_row(*segment_, segment_->layout.bucket_of(key_));
  if (blob_) {
    if (!blob_->reopen(row)) fail();
  } else {
    blob_ = connection_.open_blob("posting_block", "data", row);
    if (!blob_) fail();
  }
  ++cost_.blocks;
}

SubBucketPlace GroupLookup::find_place() {
  if (blob_->size() < kOffsetsBytes) fail();
  std::array<std::uint8_t, 2 * kOffsetBytes> offsets{};
  read(segment_->layout.sub_bucket_of(key_) * kOffsetBytes, offsets);
  const auto place = read_place(offsets, blob_->size());
  if (!place) fail();
  return *place;
}

// Goes from head to head; the groups of other keys are not read where they are longer than
// the window.
bool GroupLookup::find_group(SubBucketPlace place) {
  const std::uint64_t rest = segment_->layout.rest_of(key_);
  std::size_t window_begin = place.begin;
  std::size_t window_end = place.begin;
  for (std::size_t at = place.begin; at < place.end;) {
    if (at + kLongestHead > window_end && window_end < place.end) {
      window_begin = at;
      window_end = std::min(place.end, at + kWindow);
      read(at, std::span(window_).first(window_end - at));
    }
    const auto bytes =
        std::span<const std::uint8_t>(window_).subspan(at - window_begin, window_end - at);
    ByteCursor cursor(bytes);
    head_ = read_head(cursor, segment_->layout);
    at += bytes.size() - cursor.left();
    if (!cursor.is_sound() || head_.size > place.end - at) fail();
    if (head_.rest >= rest) {
      body_offset_ = at;
      return head_.rest == rest;
    }
    at += head_.size;
  }
  return false;
}

std::span<const std::uint8_t> GroupLookup::sums_bytes() {
  std::array<std::uint8_t, 10> room{};
  const auto start =
      std::span<std::uint8_t>(room).first(std::min<std::uint64_t>(room.size(), head_.size));
  read(body_offset_, start);
  ByteCursor cursor(start);
  const std::uint64_t size = cursor.number();
  const std::size_t number_size = start.size() - cursor.left();
  if (!cursor.is_sound() || size > head_.size - number_size) fail();
  body_.resize(size);
  read(body_offset_ + number_size, body_);
  ++cost_.sums;
  return body_;
}

PositionSums GroupLookup::sums() {
  const std::optional<PositionSums> sums = read_sums(sums_bytes(), segment_->layout.sums);
  if (!sums) fail();
  return *sums;
}

CountedSums GroupLookup::counted_sums() {
  const std::optional<CountedSums> sums = read_counted_sums(sums_bytes());
  if (!sums) fail();
  return *sums;
}

std::span<const std::uint8_t> GroupLookup::body() {
  body_.resize(head_.size);
  read(body_offset_, body_);
  return body_;
}

void GroupLookup::read(std::size_t offset, std::span<std::uint8_t> into) {
  try {
    blob_->read(offset, into);
  } catch (const DamageError& error) {
    fail_at_segment(connection_, *segment_,
                    fmt::format("block {}: {}", segment_->layout.bucket_of(key_), error.fault()));
  }
  cost_.bytes += into.size();
}

void GroupLookup::fail() const {
  fail_at_block(connection_, *segment_, segment_->layout.bucket_of(key_));
}

}  // namespace arbiter::sqlite
