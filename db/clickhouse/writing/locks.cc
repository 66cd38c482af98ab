#include "db/clickhouse/writing/locks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "db/clickhouse/cluster/clock.h"
#include "db/clickhouse/cluster/retry.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/writing/writer_name.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::uint64_t kRenewalInterval = 60;  // seconds

constexpr std::string_view kOthers =
    "SELECT any(writer), max(at) FROM locks WHERE lock IN ({}) AND holder != {} GROUP BY lock, "
    "holder"
    " HAVING argMax(is_held, version) = 1 FORMAT RowBinary";

}  // namespace

Locks::Locks(Cluster& cluster) : cluster_(cluster), holder_(new_id()) {}

Locks::~Locks() {
  if (held_.empty()) return;
  try {
    write(std::vector<std::uint32_t>(held_.begin(), held_.end()), false);
  } catch (const IoError&) {
    // Other programs ignore them once this program has ended.
  }
}

void Locks::write(std::span<const std::uint32_t> locks, bool is_held) {
  ++version_;
  const std::uint64_t at = seconds_now();
  NativeBlock block(locks.size());
  block.add_numbers<std::uint32_t>("lock", [&](std::size_t row) { return locks[row]; });
  block.add_value("holder", holder_);
  block.add_value("writer", writer_name());
  block.add_value("version", version_);
  block.add_value("at", at);
  block.add_value("is_held", static_cast<std::uint8_t>(is_held));
  insert_with_retries(cluster_, {kFirstShard, "locks"}, block);
  written_at_ = at;
}

// Returns another program that holds one of the locks, or an empty text.
std::string Locks::other_holder(std::span<const std::uint32_t> locks) {
  cluster_.wait_for_rows(kFirstShard, "locks");
  const Answer answer =
      cluster_.ask(kFirstShard, fmt::format(kOthers, fmt::join(locks, ","), holder_));
  for (RowReader rows(answer.bytes); !rows.is_at_end();) {
    const std::string_view writer = rows.text();
    const std::uint64_t at = rows.u64();
    if (may_be_writing(writer, seconds_now() - std::min(seconds_now(), at)))
      return std::string(writer);
  }
  return {};
}

bool Locks::take(std::span<const std::uint32_t> locks, std::string_view doing) {
  std::vector<std::uint32_t> wanted;
  std::ranges::copy_if(locks, std::back_inserter(wanted),
                       [this](std::uint32_t lock) { return !held_.contains(lock); });
  if (wanted.empty()) return false;
  write(wanted, true);
  if (const std::string other = other_holder(wanted); !other.empty()) {
    write(wanted, false);
    throw IoError(fmt::format("another program ({}) is {}; run this again when it has finished",
                              other, doing));
  }
  held_.insert(wanted.begin(), wanted.end());
  return true;
}

void Locks::keep() {
  if (held_.empty() || seconds_now() < written_at_ + kRenewalInterval) return;
  write(std::vector<std::uint32_t>(held_.begin(), held_.end()), true);
}

}  // namespace arbiter::clickhouse
