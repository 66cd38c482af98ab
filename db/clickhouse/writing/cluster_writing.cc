#include "db/clickhouse/writing/cluster_writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/clickhouse/writing/batch_writer.h"
#include "db/model/game_draft.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {
namespace {

// Returns a unique id, computed from the content and the parts of the batch.
std::uint64_t id_of(const LedgerBatch& batch) {
  Fingerprint id;
  const auto add = [&](std::uint64_t number) {
    id.add({reinterpret_cast<const char*>(&number), sizeof number});
  };
  add(batch.content);
  for (const LedgerPart& part : batch.parts) {
    add(part.first_game);
    add(part.mark.offset);
    add(part.version);
  }
  return id.value();
}

// Returns whether the marks are equal to those of the batch's parts.
bool are_of(const LedgerBatch& batch, std::span<const SourceMark> marks) {
  return std::ranges::equal(batch.parts, marks, [](const LedgerPart& part, const SourceMark& mark) {
    return part.mark.source == mark.source && part.mark.batch_games == mark.batch_games;
  });
}

}  // namespace

ClusterWriting::ClusterWriting(Cluster& cluster, unsigned jobs)
    : cluster_(cluster), locks_(cluster), jobs_(jobs), sent_(cluster.shards()) {}

// Reads the ledger, unless the cached ledger is current.
void ClusterWriting::refresh() {
  if (ledger_ && ledger_->rows() == ledger_rows(cluster_)) return;
  ledger_ = Ledger::read(cluster_);
  rows_ = read_sources(cluster_);
}

const Ledger& ClusterWriting::ledger() {
  refresh();
  return *ledger_;
}

SourceRow& ClusterWriting::row_of(SourceId source) {
  if (std::ranges::find(rows_, source, &SourceRow::source) == rows_.end()) {
    rows_ = read_sources(cluster_);
  }
  const auto row = std::ranges::find(rows_, source, &SourceRow::source);
  if (row == rows_.end()) {
    throw IoError(fmt::format("the table sources has no source {}", number_of(source)));
  }
  return *row;
}

SourceMark ClusterWriting::mark_of(SourceId source) {
  const LedgerPart* part = ledger_->last_part(source);
  if (!part) return {.source = source, .fingerprint = Fingerprint().value()};
  SourceMark mark = part->mark;
  mark.batch_games = 0;
  mark.is_finished = mark.is_finished && part->version == row_of(source).version;
  return mark;
}

// Returns whether the source is an unread duplicate. A program added it, found that another one
// exists, and ended before removing it.
bool ClusterWriting::is_unread_double(const SourceRow& row) const {
  if (!row.file.can_be_read_again || ledger_->last_part(row.source)) return false;
  return std::ranges::any_of(rows_, [&](const SourceRow& other) {
    return other.source != row.source && !other.is_forgotten && other.file.name == row.file.name &&
           ledger_->last_part(other.source) != nullptr;
  });
}

std::vector<SourceRecord> ClusterWriting::source_list() {
  write_added();
  rows_ = read_sources(cluster_);
  refresh();
  std::vector<SourceRecord> records;
  listed_.clear();
  for (const SourceRow& row : rows_) {
    listed_.push_back(row.source);
    if (row.is_forgotten || is_unread_double(row)) continue;
    SourceRecord& record = records.emplace_back();
    record.mark = mark_of(row.source);
    record.file = row.file;
    record.file.can_be_read_again = false;  // as in an SQLite file, which does not store this field
    if (const std::uint64_t at = ledger_->last_time(row.source); at != 0) {
      record.imported = static_cast<std::int64_t>(at);
    }
  }
  return records;
}

SourceRecords ClusterWriting::sources() { return by_name(source_list()); }

// Returns the source for this file that another program has added since source_list(). The lock of
// the source decides which program may read the file, and append() skips the text that was already
// read. Precondition: the source rows are current.
std::optional<SourceId> ClusterWriting::added_by_another(const SourceFile& file) const {
  if (!file.can_be_read_again) return std::nullopt;  // each pipe is a new source
  const auto other = std::ranges::find_if(rows_, [&](const SourceRow& row) {
    return !row.is_forgotten && row.file.name == file.name &&
           std::ranges::find(listed_, row.source) == listed_.end();
  });
  if (other == rows_.end()) return std::nullopt;
  const bool is_same = other->file.bytes == file.bytes && other->file.modified == file.modified;
  if (is_same) return other->source;
  throw IoError(
      fmt::format("another program is reading an earlier or later state of {}; repeat the command "
                  "when it has finished",
                  file.name));
}

SourceId ClusterWriting::add_source(const SourceFile& file) {
  if (!locks_.holds(Locks::kNewSources)) {
    locks_.wait_for(Locks::kNewSources, "adding files");
    cluster_.wait_for_rows(kFirstShard, "sources");
    rows_ = read_sources(cluster_);
  }
  if (const auto other = added_by_another(file)) return *other;
  const SourceId source{rows_.empty() ? 1 : number_of(rows_.back().source) + 1};
  added_.push_back({.source = source, .version = 1, .file = file});
  rows_.push_back(added_.back());
  listed_.push_back(source);
  return source;
}

// Writes the sources of add_source(), and releases their lock.
void ClusterWriting::write_added() {
  if (!locks_.holds(Locks::kNewSources)) return;
  locks_.check_moment();
  write_sources(cluster_, std::exchange(added_, {}));
  locks_.release(Locks::kNewSources);
}

void ClusterWriting::reopen_source(SourceId source, const SourceFile& file) {
  lock({&source, 1});
  SourceRow& row = row_of(source);
  ++row.version;
  row.file = file;
  write_sources(cluster_, {&row, 1});
}

void ClusterWriting::forget_source(SourceId source) {
  write_added();
  SourceRow& row = row_of(source);
  ++row.version;
  row.is_forgotten = true;
  write_sources(cluster_, {&row, 1});
}

// Locks the sources, and reads the ledger rows that other programs have written for them.
void ClusterWriting::lock(std::span<const SourceId> sources) {
  write_added();
  std::vector<std::uint32_t> numbers;
  for (const SourceId source : sources) numbers.push_back(number_of(source));
  if (!locks_.take(numbers, "reading the same file")) return locks_.keep();
  cluster_.wait_for_rows(kFirstShard, "sources");
  for (unsigned shard = 0; shard < cluster_.shards(); ++shard) {
    cluster_.wait_for_rows(shard, "batches");
  }
  ledger_.reset();
  refresh();
}

void ClusterWriting::lock_deletions() {
  constexpr std::uint32_t kLock = Locks::kDeletion;
  locks_.take({&kLock, 1}, "deleting games");
}

void ClusterWriting::lock_merges() {
  constexpr std::uint32_t kLock = Locks::kMerges;
  locks_.take({&kLock, 1}, "merging sums");
}

GameId ClusterWriting::append(DraftBatch& batch, std::span<const SourceMark> marks) {
  std::vector<SourceId> sources;
  for (const SourceMark& mark : marks) sources.push_back(mark.source);
  lock(sources);
  refresh();
  for (const SourceId source : sources) {
    if (!row_of(source).is_forgotten) continue;
    throw IoError(fmt::format("another program has forgotten {}; repeat the command",
                              row_of(source).file.name));
  }
  const std::vector<SourceMark> left =
      skip_known(batch, marks, [this](SourceId source) { return mark_of(source); });
  if (left.empty()) return GameId{};
  GameId first{};
  const std::uint64_t content = content_of(batch, left);
  for (int given_up = 0;; ++given_up) {
    const auto before = begun_before(left, content);
    LedgerBatch now_written = before ? *before : new_batch(left, content);
    first = GameId{static_cast<std::int64_t>(now_written.parts.front().first_game)};
    now_written.writer = writer_name();
    const BatchPlan plan{.drafts = batch,
                         .sent = sent_[now_written.shard],
                         .jobs = jobs_,
                         .was_begun = before.has_value(),
                         .note = [&](const LedgerBatch& row) { ledger_->note(row); }};
    const auto fault = write_batch(cluster_, plan, now_written);
    if (!fault) return first;
    give_up(std::move(now_written));
    if (given_up == kMaxGivenUp) throw IoError(*fault);
  }
}

// Returns the open batch with this content. Gives up open batches of these sources with other
// content.
std::optional<LedgerBatch> ClusterWriting::begun_before(std::span<const SourceMark> marks,
                                                        std::uint64_t content) {
  std::optional<LedgerBatch> same;
  for (const SourceMark& mark : marks) {
    std::vector<LedgerBatch> open;
    for (const LedgerBatch* batch : ledger_->open_batches(mark.source)) open.push_back(*batch);
    for (LedgerBatch& batch : open) {
      if (batch.content == content && are_of(batch, marks)) {
        same = batch;
      } else {
        give_up(std::move(batch));
      }
    }
  }
  return same;
}

LedgerBatch ClusterWriting::new_batch(std::span<const SourceMark> marks, std::uint64_t content) {
  LedgerBatch batch{.kind = BatchKind::Import, .writer = writer_name(), .content = content};
  for (const SourceMark& mark : marks) {
    batch.parts.push_back({.first_game = ledger_->next_in_source(mark.source),
                           .version = row_of(mark.source).version,
                           .mark = mark});
  }
  // Consecutive batches of a source go to consecutive shards, starting from a shard that depends on
  // the source. So shards fill evenly, and a repeated import chooses the same shards.
  const SourceId first = marks.front().source;
  batch.shard =
      static_cast<unsigned>((number_of(first) + ledger_->batches_of(first)) % cluster_.shards());
  batch.batch = id_of(batch);
  return batch;
}

void ClusterWriting::give_up(LedgerBatch batch) {
  batch.state = BatchState::GivenUp;
  batch.at = seconds_now();
  write_row(cluster_, batch);
  ledger_->note(batch);
}

namespace {

constexpr std::string_view kRead =
    "SELECT source, version, name, bytes, modified, can_be_read_again, packing, has_head, head,"
    " is_forgotten FROM sources ORDER BY source, version FORMAT RowBinary";

SourceRow read_row(RowReader& rows) {
  SourceRow row;
  row.source = SourceId{rows.u32()};
  row.version = rows.u32();
  row.file.name = rows.text();
  row.file.bytes = rows.u64();
  row.file.modified = rows.i64();
  row.file.can_be_read_again = rows.u8() != 0;
  row.file.packing = rows.text();
  const bool has_head = rows.u8() != 0;
  const std::uint64_t head = rows.u64();
  if (has_head) row.file.head = head;
  row.is_forgotten = rows.u8() != 0;
  return row;
}

NativeBlock block_of(std::span<const SourceRow> rows) {
  NativeBlock block(rows.size());
  const auto add = [&]<class Value>(std::string_view name, Value (*value_of)(const SourceRow&)) {
    if constexpr (std::is_integral_v<Value>) {
      block.add_numbers<Value>(name, [&](std::size_t row) { return value_of(rows[row]); });
    } else {
      block.add_texts(name, [&](std::size_t row) { return value_of(rows[row]); });
    }
  };
  using Row = const SourceRow&;
  add(
      "source", +[](Row row) { return number_of(row.source); });
  add(
      "version", +[](Row row) { return row.version; });
  add(
      "name", +[](Row row) { return std::string_view(row.file.name); });
  add(
      "bytes", +[](Row row) { return row.file.bytes; });
  add(
      "modified", +[](Row row) { return row.file.modified; });
  add(
      "can_be_read_again", +[](Row row) { return std::uint8_t{row.file.can_be_read_again}; });
  add(
      "packing", +[](Row row) { return std::string_view(row.file.packing); });
  add(
      "has_head", +[](Row row) { return std::uint8_t{row.file.head.has_value()}; });
  add(
      "head", +[](Row row) { return row.file.head.value_or(0); });
  add(
      "is_forgotten", +[](Row row) { return std::uint8_t{row.is_forgotten}; });
  return block;
}

}  // namespace

std::vector<SourceRow> read_sources(Cluster& cluster) {
  const Answer answer = cluster.ask(kFirstShard, std::string(kRead));
  std::vector<SourceRow> sources;
  RowReader rows(answer);
  while (rows.begin_row()) {
    SourceRow row = read_row(rows);
    if (!sources.empty() && sources.back().source == row.source) sources.pop_back();
    sources.push_back(std::move(row));
  }
  return sources;
}

void write_sources(Cluster& cluster, std::span<const SourceRow> rows) {
  if (rows.empty()) return;
  const NativeBlock block = block_of(rows);
  insert_repeatable(
      cluster, {.shard = kFirstShard,
                .table = "sources",
                .block = block,
                .condition = fmt::format("source >= {} AND source <= {} AND version = {}",
                                         number_of(rows.front().source),
                                         number_of(rows.back().source), rows.front().version)});
}

namespace {

constexpr std::uint64_t kRenewalInterval = 60;   // seconds
constexpr std::uint64_t kTimeoutOfOthers = 900;  // seconds
constexpr std::uint64_t kMaxMoment = 60;         // seconds
constexpr std::chrono::milliseconds kMaxPause{1000};

// Returns a random fraction of the pause, so that two programs do not collide repeatedly.
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
    // Other programs ignore the locks once this program has ended.
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

// Acquires the locks that this program does not hold yet. If another program holds one of them,
// acquires none and returns that program.
std::string Locks::take_free(std::span<const std::uint32_t> locks) {
  // A failed write may still have added the row, so it is released at the end.
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
    throw IoError(fmt::format("another program ({}) is {}; repeat the command when it has finished",
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
  throw IoError(fmt::format("another program ({}) is {}; repeat the command when it has finished",
                            other, doing));
}

void Locks::check_moment() {
  if (now() < moment_ + kMaxMoment / 2) return;
  throw IoError("the program was suspended while it added files; repeat the command");
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
