#include "db/import/importer.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "db/import/database_feed.h"
#include "db/import/import_pipeline.h"
#include "db/model/game_draft.h"

namespace arbiter {
namespace {

constexpr std::uint64_t kMinMemory = std::uint64_t{128} << 20;

// The memory that does not depend on batches: chunks, SQLite's pages, tables.
constexpr std::uint64_t kOtherMemory = std::uint64_t{100} << 20;

// The share of the limit that a merge of segments takes beside a batch, one in so many. With 512
// MB, it suffices for merges of four million games (2026-11-26).
constexpr std::uint64_t kMergeShare = 20;

// One batch is gathered while another is written, for which its postings are copied to be sorted.
// Measured with 128 MB to 1 GB, otb-mixed and files with many comments (2026-11-21), and rounded
// up.
constexpr double kBatchesInMemory = 4.3;

// Offsets in a batch have 32 bits.
constexpr std::uint64_t kMaxBatch = std::uint64_t{2} << 30;

BatchLimits limits_of(const ImportOptions& options) {
  const std::uint64_t limit = std::max(options.memory, kMinMemory);
  const std::uint64_t memory = limit - limit / kMergeShare - kOtherMemory;
  return {
      .games = options.batch_games,
      .memory = std::min(static_cast<std::uint64_t>(static_cast<double>(memory) / kBatchesInMemory),
                         kMaxBatch)};
}

// Passes the events of several threads on, one at a time.
class SerialListener final : public ImportListener {
 public:
  explicit SerialListener(ImportListener& listener) : listener_(listener) {}

  void on_source_status(SourceStatus news, const std::string& name,
                        const SourceRecord& before) override {
    const std::lock_guard lock(mutex_);
    listener_.on_source_status(news, name, before);
  }
  void on_failure(const std::string& name, const std::string& why) override {
    const std::lock_guard lock(mutex_);
    listener_.on_failure(name, why);
  }
  void on_file_finding(DiagnosticCode code) override {
    const std::lock_guard lock(mutex_);
    listener_.on_file_finding(code);
  }
  bool on_progress(const ImportProgress& progress) override {
    const std::lock_guard lock(mutex_);
    last_ = progress;
    return listener_.on_progress({base_.games + last_.games, base_.bytes + last_.bytes});
  }

  // Starts a feed, whose progress counts from 0.
  void start_feed() {
    base_ = {base_.games + last_.games, base_.bytes + last_.bytes};
    last_ = {};
  }

 private:
  std::mutex mutex_;
  ImportListener& listener_;
  ImportProgress base_;
  ImportProgress last_;
};

void count(const DraftBatch& drafts, ImportEnd& end) {
  ++end.batches;
  end.games += drafts.games.size();
  for (const GameDraft& game : drafts.games) {
    end.plies += game.plies;
    end.set_aside += game.set_aside;
    for (std::size_t i = 0; i < game.findings; ++i) {
      ++end.findings[index_of(drafts.findings[game.first_finding + i].code)];
    }
  }
}

}  // namespace

void ImportEnd::add(const ImportEnd& other) {
  constexpr std::uint64_t ImportEnd::*kCounts[] = {
      &ImportEnd::sources,      &ImportEnd::bytes,    &ImportEnd::games,      &ImportEnd::plies,
      &ImportEnd::illegal,      &ImportEnd::unwanted, &ImportEnd::duplicates, &ImportEnd::replaced,
      &ImportEnd::kept,         &ImportEnd::removed,  &ImportEnd::batches,    &ImportEnd::set_aside,
      &ImportEnd::lines_between};
  for (std::uint64_t ImportEnd::*const count : kCounts) this->*count += other.*count;
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) findings[i] += other.findings[i];
  was_stopped |= other.was_stopped;
  if (!refused) refused = other.refused;
}

Importer::Importer(Storage& storage, const ImportOptions& options, ImportListener& listener)
    : storage_(storage), options_(options), listener_(listener) {}

ImportEnd Importer::run(std::vector<std::string> paths) try {
  end_ = {};
  SerialListener listener(listener_);
  for (auto path = paths.begin(); path != paths.end() && !has_stopped();) {
    listener.start_feed();
    if (is_database(*path)) {
      if (options_.part.number == 1) merge(*path, listener);
      ++path;
      continue;
    }
    const auto end = std::find_if(path, paths.end(),
                                  [this](const std::string& other) { return is_database(other); });
    read({path, end}, listener);
    path = end;
  }
  if (end_.games > 0) storage_.finish_import();
  return end_;
} catch (...) {
  replacement_.reset();
  throw;
}

bool Importer::is_database(const std::string& path) const {
  return options_.databases.is_database != nullptr && options_.databases.is_database(path);
}

bool Importer::has_stopped() const { return end_.was_stopped || end_.refused; }

void Importer::read(std::vector<std::string> paths, ImportListener& listener) {
  const ImportPlan plan = this->plan();
  add_all(*read_files(std::move(paths), plan, listener));
}

void Importer::merge(const std::string& path, ImportListener& listener) {
  auto archive = options_.databases.open(path);
  if (!archive) return listener.on_failure(path, archive.error());
  const ImportPlan plan = this->plan();
  add_all(*read_database(path, *std::move(archive), plan, listener));
}

ImportPlan Importer::plan() {
  return {.options = options_,
          .records = storage_.sources(),
          .index_plies = storage_.index_plies(),
          .limits = limits_of(options_)};
}

void Importer::add_all(BatchFeed& feed) {
  while (ImportBatch* batch = feed.next()) add(*batch);
  abandon_replacement(SourceStatus::NotReplaced);
  end_.add(feed.totals());
}

void Importer::add(ImportBatch& batch) {
  const bool replaces = std::ranges::any_of(
      batch.parts, [](const BatchPart& part) { return part.source->replaced.has_value(); });
  replaces || replacement_ ? add_parts(batch) : append(batch);
}

void Importer::append(ImportBatch& batch) {
  if (options_.duplicates != DuplicateGames::Keep) handle_duplicates(batch);
  storage_.append(batch.drafts, marks_of(batch));
  count(batch.drafts, end_);
}

void Importer::add_parts(ImportBatch& batch) {
  std::size_t first = 0;
  for (const BatchPart& part : batch.parts) {
    if (part.source != replacing_) abandon_replacement(SourceStatus::NotReplaced);
    ImportBatch alone({.games = 0, .memory = 0});
    append_games(alone.drafts, batch.drafts, {first, part.mark.batch_games});
    first += part.mark.batch_games;
    if (part.source->replaced) {
      replace(part, alone.drafts);
    } else {
      alone.parts.push_back(part);
      append(alone);
    }
  }
}

void Importer::replace(const BatchPart& part, DraftBatch& drafts) {
  const ImportSource& source = *part.source;
  if (!replacement_) {
    const SourceRecord& before = *source.replaced;
    std::vector<SourceId> older;
    for (const SourceRecord& record : before.older) older.push_back(record.mark.source);
    replacement_ = storage_.replace({before.mark.source, std::move(older), source.file});
    replacing_ = &source;
    came_ = 0;
    replaced_ = {};
  }
  came_ += drafts.games.size();
  replacement_->add(drafts, part.mark);
  count(drafts, replaced_);
  if (part.mark.is_finished) finish_replacement();
}

// Keeps the games of a file that is suddenly empty: it was probably damaged, not corrected.
void Importer::finish_replacement() {
  if (came_ == 0) return abandon_replacement(SourceStatus::NothingLeft);
  const Replaced replaced = replacement_->finish();
  replacement_.reset();
  replacing_ = nullptr;
  ++end_.replaced;
  end_.kept += replaced.kept;
  end_.removed += replaced.removed;
  end_.add(replaced_);
}

void Importer::abandon_replacement(SourceStatus why) {
  if (!replacement_) return;
  replacement_.reset();
  listener_.on_source_status(why, replacing_->name, *replacing_->replaced);
  replacing_ = nullptr;
}

void Importer::handle_duplicates(ImportBatch& batch) {
  const std::vector<bool> is_duplicate = storage_.find_duplicates(batch.drafts);
  end_.duplicates +=
      static_cast<std::uint64_t>(std::count(is_duplicate.begin(), is_duplicate.end(), true));
  if (options_.duplicates == DuplicateGames::Skip) return skip_games(batch, is_duplicate);
  for (std::size_t game = 0; game < is_duplicate.size(); ++game) {
    if (is_duplicate[game]) batch.drafts.games[game].flags |= kDuplicate;
  }
}

void Importer::skip_games(ImportBatch& batch, const std::vector<bool>& is_unwanted) {
  auto game = is_unwanted.begin();
  for (BatchPart& part : batch.parts) {
    const auto end = game + part.mark.batch_games;
    part.mark.batch_games -= static_cast<std::uint32_t>(std::count(game, end, true));
    game = end;
  }
  remove_games(batch.drafts, is_unwanted);
}

// Returns the marks of a batch, after adding sources that are not in the database.
std::vector<SourceMark> Importer::marks_of(ImportBatch& batch) {
  std::vector<SourceMark> marks;
  for (const BatchPart& part : batch.parts) {
    ImportSource& source = *part.source;
    if (!source.id) source.id = storage_.add_source(source.file);
    if (std::exchange(source.is_other_file, false)) storage_.reopen_source(*source.id, source.file);
    source.games += part.mark.batch_games;
    SourceMark& mark = marks.emplace_back(part.mark);
    mark.source = *source.id;
    mark.games = source.games;
  }
  return marks;
}

}  // namespace arbiter
