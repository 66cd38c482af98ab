#include "db/clickhouse/writing/locks.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "db/clickhouse/cluster/clock.h"
#include "db/clickhouse/cluster/proved_insert.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/writing/writer_name.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::uint64_t kRenewalInterval = 60;   // seconds
constexpr std::uint64_t kTimeoutOfOthers = 900;  // seconds
constexpr std::uint64_t kMaxMoment = 60;         // seconds
constexpr std::chrono::milliseconds kMaxPause{1000};

// Returns a random part of the pause, so that programs do not collide again.
std::chrono::milliseconds part_of(std::chrono::milliseconds pause) {
  thread_local std::minstd_rand random{std::random_device{}()};
  return std::chrono::milliseconds(
      std::uniform_int_distribution<std::chrono::milliseconds::rep>(5, pause.count())(random));
}

constexpr std::string_view kNow = "SELECT toInt64(toUnixTimestamp(now())) FORMAT RowBinary";
constexpr std::string_view kOthers =
    "SELECT any(writer), max(at) FROM locks WHERE {} AND holder != {} GROUP BY lock, holder"
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

std::uint64_t Locks::now() {
  const auto here = static_cast<std::int64_t>(seconds_now());
  if (!ahead_) {
    const Answer answer = cluster_.ask(kFirstShard, std::string(kNow));
    ahead_ = RowReader(answer).i64() - here;
  }
  return static_cast<std::uint64_t>(here + *ahead_);
}

void Locks::write(std::span<const std::uint32_t> locks, bool is_held) {
  ++version_;
  const std::uint64_t at = now();
  NativeBlock block(locks.size());
  block.add_numbers<std::uint32_t>("lock", [&](std::size_t row) { return locks[row]; });
  block.add_value("holder", holder_);
  block.add_value("writer", writer_name());
  block.add_value("version", version_);
  block.add_value("at", at);
  block.add_value("is_held", static_cast<std::uint8_t>(is_held));
  insert_repeatable(cluster_,
                    {.shard = kFirstShard,
                     .table = "locks",
                     .block = block,
                     .condition = fmt::format("holder = {} AND version = {}", holder_, version_)});
  written_at_ = at;
}

// Returns another program that holds one of the locks, or an empty text.
std::string Locks::other_holder(std::span<const std::uint32_t> locks, std::uint64_t timeout) {
  cluster_.wait_for_rows(kFirstShard, "locks");
  const std::vector<std::uint64_t> numbers(locks.begin(), locks.end());
  const Answer answer =
      cluster_.ask(kFirstShard, fmt::format(kOthers, in_list("lock", numbers), holder_));
  for (RowReader rows(answer); rows.begin_row();) {
    const std::string_view writer = rows.text();
    const std::uint64_t at = rows.u64();
    const bool is_recent = now() < at + timeout;
    if (may_be_writing(writer, is_recent)) return std::string(writer);
  }
  return {};
}

// Acquires locks that it does not hold. If another program holds one, returns it, and acquires
// none.
std::string Locks::take_free(std::span<const std::uint32_t> locks) {
  // If writing fails, the row may exist, and is released in the end.
  held_.insert(locks.begin(), locks.end());
  write(locks, true);
  std::string other = other_holder(locks, kTimeoutOfOthers);
  if (!other.empty()) release(locks);
  return other;
}

bool Locks::try_take(std::uint32_t lock) { return holds(lock) || take_free({&lock, 1}).empty(); }

bool Locks::take(std::span<const std::uint32_t> locks, std::string_view doing) {
  std::vector<std::uint32_t> wanted;
  std::ranges::copy_if(locks, std::back_inserter(wanted),
                       [this](std::uint32_t lock) { return !held_.contains(lock); });
  if (wanted.empty()) return false;
  if (const std::string other = take_free(wanted); !other.empty()) {
    throw IoError(fmt::format("another program ({}) is {}; run this again when it has finished",
                              other, doing));
  }
  return true;
}

void Locks::wait_for(std::uint32_t lock, std::string_view doing) {
  const std::span<const std::uint32_t> locks(&lock, 1);
  std::string other;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(kMaxMoment);
  for (std::chrono::milliseconds pause{20}; std::chrono::steady_clock::now() < end;
       pause = std::min(2 * pause, kMaxPause)) {
    held_.insert(lock);
    write(locks, true);
    moment_ = written_at_;
    other = other_holder(locks, kMaxMoment);
    if (other.empty()) return;
    release(locks);
    std::this_thread::sleep_for(part_of(pause));
  }
  throw IoError(
      fmt::format("another program ({}) is {}; run this again when it has finished", other, doing));
}

void Locks::check_moment() {
  if (now() < moment_ + kMaxMoment / 2) return;
  throw IoError("this program was stopped while it added files; run this again");
}

void Locks::release(std::span<const std::uint32_t> locks) {
  write(locks, false);
  for (const std::uint32_t lock : locks) held_.erase(lock);
}

void Locks::release(std::uint32_t lock) { release({&lock, 1}); }

void Locks::keep() {
  if (held_.empty() || now() < written_at_ + kRenewalInterval) return;
  write(std::vector<std::uint32_t>(held_.begin(), held_.end()), true);
}

}  // namespace arbiter::clickhouse
