#include "db/import/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "db/import/import_pipeline.h"
#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/game_record.h"
#include "db/model/game_tests.h"
#include "db/model/stored_game.h"

namespace arbiter {
namespace {

constexpr std::uint64_t kMinMemory = std::uint64_t{128} << 20;

// Memory other than batches: chunks, SQLite's pages, and tables.
constexpr std::uint64_t kOtherMemory = std::uint64_t{100} << 20;

// 1/kMergeShare of the memory limit is for merging segments. With 512 MB, this suffices for merges
// of four million games (2026-11-26).
constexpr std::uint64_t kMergeShare = 20;

// The maximum memory use, in batch sizes. One batch is gathered while another is written, which
// copies and sorts its postings. Measured with 128 MB to 1 GB, otb-mixed and files with many
// comments (2026-11-21), and rounded up.
constexpr double kBatchesInMemory = 4.3;

// The maximum batch size in bytes, because offsets in a batch have 32 bits.
constexpr std::size_t kMaxBatch = std::size_t{2} << 30;

BatchLimits limits_of(const ImportOptions& options) {
  const std::uint64_t limit = std::max(options.memory, kMinMemory);
  const std::uint64_t memory = limit - limit / kMergeShare - kOtherMemory;
  return {.games = options.batch_games,
          .memory = std::min(
              static_cast<std::size_t>(static_cast<double>(memory) / kBatchesInMemory), kMaxBatch)};
}

// A listener that forwards the events of several threads, one at a time.
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

  // Starts a feed. The progress of each feed counts from 0.
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

// Finishes a replacement. Keeps the old games if the file is suddenly empty, and so probably
// damaged.
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

// Returns the marks of a batch. First adds sources that are not in the database.
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

namespace {

constexpr std::size_t kGamesPerReport = 1024;

// Returns whether the source was a file on disk, not a pipe.
bool is_file(const SourceRecord& source) { return source.file.bytes > 0; }

// Checks the record. Clears the flag of empty movetext, which older versions set.
bool check_text(const DraftBatch& batch, GameDraft& game) {
  const GameView view = view_of(batch, game, {});
  RecordReader record(view.record, view);
  if (game.record.size == 0 || !record.skip_tags()) return false;
  if (!record.movetext().empty()) return (game.flags & kHasMovetext) != 0;
  game.flags &= static_cast<std::uint8_t>(~unsigned{kHasMovetext});
  return true;
}

// A feed that reads a database source by source, each in text order. Sources keep name and mark. A
// source that the store already contains (by name or text) is treated like a file that was imported
// before. Takes about 15 us and 24 bytes of memory per game.
class DatabaseFeed final : public BatchFeed {
 public:
  DatabaseFeed(const std::string& path, std::unique_ptr<GameArchive> archive,
               const ImportPlan& plan, ImportListener& listener)
      : path_(path),
        archive_(std::move(archive)),
        plan_(plan),
        listener_(listener),
        replay_(plan_.index_plies),
        list_(archive_->sources()),
        games_(archive_->places()),
        batch_(plan_.limits) {
    const auto note = [this](const SourceRecord& record) {
      by_name_.emplace(record.file.name, &record);
      if (record.mark.is_finished) by_fingerprint_[record.mark.fingerprint] = &record;
    };
    for (const auto& [name, record] : plan_.records) {
      for (const SourceRecord& older : record.older) note(older);
      note(record);
    }
    for (const SourceRecord& source : list_) ours_.insert(identity_of(source));
    check_sources();
  }

  ImportBatch* next() override {
    batch_.clear();
    while (!is_stopped_ && !batch_.is_full()) {
      if (current_ == nullptr && !begin_next()) break;
      if (current_ != nullptr) add_games();
    }
    return batch_.is_empty() ? nullptr : &batch_;
  }

  const ImportEnd& totals() const override { return totals_; }

 private:
  // Starts the next source. Returns false after the last source.
  bool begin_next() {
    if (next_source_ == list_.size()) return false;
    const SourceRecord& source = list_[next_source_++];
    const auto games =
        std::ranges::equal_range(games_, source.mark.source, {}, &PlacedGame::source);
    game_ = static_cast<std::size_t>(games.begin() - games_.begin());
    end_ = static_cast<std::size_t>(games.end() - games_.begin());
    const bool has_text = source.mark.offset > 0 || game_ < end_;
    if (has_text && begin(source)) current_ = &source;
    return true;
  }

  // Returns the store's record of this source, or null.
  const SourceRecord* known_as(const SourceRecord& source) {
    if (const SourceRecord* same = same_source(source)) return same;
    const auto text = by_fingerprint_.find(source.mark.fingerprint);
    const bool is_copy = text != by_fingerprint_.end() &&
                         text->second->mark.offset == source.mark.offset && !is_ours(*text->second);
    if (is_copy) return text->second;
    const auto name = plan_.records.find(source.file.name);
    const bool is_known = is_file(source) && name != plan_.records.end() && !is_ours(name->second);
    return is_known ? &name->second : nullptr;
  }

  // Returns the store's source with the same name and with all or part of the same text.
  const SourceRecord* same_source(const SourceRecord& source) {
    const auto [first, last] = by_name_.equal_range(source.file.name);
    for (auto known = first; known != last; ++known) {
      const SourceMark& mark = known->second->mark;
      const bool is_same = mark.fingerprint == source.mark.fingerprint && mark.offset > 0;
      const bool is_empty = mark.offset == 0 && !mark.is_finished;
      if ((is_same || is_empty) && matched_.insert(mark.source).second) return known->second;
    }
    return nullptr;
  }

  bool is_ours(const SourceRecord& known) const { return ours_.contains(identity_of(known)); }
  static std::string identity_of(const SourceRecord& source) {
    return fmt::format("{} {}", source.mark.fingerprint, source.file.name);
  }

  // Starts a source. Returns false if it is not to be read.
  bool begin(const SourceRecord& source) {
    ImportSource& added = sources_.emplace_back();
    added.name = fmt::format("{}: {}", path_, source.file.name);
    added.file = source.file;
    const SourceRecord* known = known_as(source);
    if (known != nullptr && !begin_known(source, *known)) return false;
    ++totals_.sources;
    return true;
  }

  bool begin_known(const SourceRecord& source, const SourceRecord& known) {
    ImportSource& added = sources_.back();
    const auto report = [&](SourceStatus status) {
      listener_.on_source_status(status, added.name, known);
      return false;
    };
    const bool is_same = known.mark.fingerprint == source.mark.fingerprint;
    const bool is_begun = !known.mark.is_finished && (is_same || known.mark.offset == 0);
    if (is_begun && known.mark.offset < source.mark.offset) {
      if (known.mark.offset > 0) report(SourceStatus::Resumed);
      added.id = known.mark.source;
      added.games = known.mark.games;
      added.mark = known.mark;
      while (game_ < end_ && games_[game_].offset < known.mark.offset) ++game_;
      return true;
    }
    if (plan_.options.known_files == KnownFiles::Again) return true;
    if (is_same) {
      const bool has_same_name = known.file.name == source.file.name;
      return report(has_same_name ? SourceStatus::AlreadyImported : SourceStatus::IsCopy);
    }
    const bool replaces = plan_.options.known_files == KnownFiles::Replace;
    if (!replaces || !source.mark.is_finished) return report(SourceStatus::HasChanged);
    added.id = known.mark.source;
    added.replaced = known;
    return true;
  }

  void add_games() {
    while (game_ < end_) {
      if (batch_.is_full()) return;
      add_game(games_[game_++].game);
      if (games_read_ % kGamesPerReport == 0) report_progress();
      if (is_stopped_) return;
    }
    BatchPart& last = part();
    const std::uint32_t games = last.mark.batch_games;
    last.mark = current_->mark;
    last.mark.batch_games = games;
    totals_.bytes += current_->mark.offset;
    current_ = nullptr;
  }

  void add_game(GameId game) {
    DraftBatch& drafts = batch_.drafts;
    const BatchSize before = size_of(drafts);
    if (!archive_->add(game, drafts)) return;
    GameDraft& draft = drafts.games.back();
    finish_game(game, draft);
    ++games_read_;
    SourceMark& mark = part().mark;
    mark.offset = draft.offset + 1;
    mark.lines = draft.line;
    sources_.back().mark = mark;
    const bool is_illegal = (draft.flags & kIncomplete) != 0;
    if (is_illegal && plan_.options.illegal == IllegalGames::Skip) {
      ++totals_.illegal;
    } else if (!matches(plan_.options.where, view_of(drafts, draft, current_->file.name))) {
      ++totals_.unwanted;
    } else {
      ++mark.batch_games;
      return;
    }
    shrink(drafts, before);
  }

  // Derives the fields that the archive omits. Throws DamageError if the game is impossible.
  void finish_game(GameId game, GameDraft& draft) {
    DraftBatch& drafts = batch_.drafts;
    check_place(game, draft);
    const auto damage = [&](const std::string& what) {
      return DamageError(archive_->name(), fmt::format("game {}: {}", number_of(game), what));
    };
    if (!check_text(drafts, draft)) throw damage("its text");
    if (!replay_.complete(drafts, *plan_.options.openings)) throw damage(replay_.fault());
  }

  void check_sources() const {
    std::unordered_set<SourceId> ids;
    for (const SourceRecord& source : list_) ids.insert(source.mark.source);
    for (const PlacedGame& place : games_) {
      if (ids.contains(place.source)) continue;
      throw DamageError(archive_->name(),
                        fmt::format("the source of game {}", number_of(place.game)));
    }
  }

  void check_place(GameId game, const GameDraft& draft) const {
    const bool has_line = draft.line >= 1 && draft.line <= current_->mark.lines + 1;
    if (draft.offset < current_->mark.offset && has_line) return;
    throw DamageError(archive_->name(),
                      fmt::format("the place of game {} in its source", number_of(game)));
  }

  BatchPart& part() { return batch_.part_of(sources_.back(), current_->mark.fingerprint); }

  // Reports progress in bytes on disk, in proportion to the games read.
  void report_progress() {
    const double share = static_cast<double>(game_) / static_cast<double>(games_.size());
    const auto bytes = static_cast<std::uint64_t>(static_cast<double>(bytes_) * share);
    is_stopped_ = !listener_.on_progress({.games = games_read_, .bytes = bytes});
    totals_.was_stopped = is_stopped_;
  }

  std::string path_;
  std::uint64_t bytes_ = source_file(path_).bytes;
  std::unique_ptr<GameArchive> archive_;
  const ImportPlan& plan_;
  ImportListener& listener_;
  GameReplay replay_;
  std::vector<SourceRecord> list_;
  std::vector<PlacedGame> games_;  // games of all sources
  // The sources of the store, by name.
  std::unordered_multimap<std::string, const SourceRecord*> by_name_;
  std::unordered_map<std::uint64_t, const SourceRecord*> by_fingerprint_;
  std::unordered_set<SourceId> matched_;  // sources of the store that match one of this database
  std::unordered_set<std::string> ours_;  // identities of this database's sources

  std::deque<ImportSource> sources_;
  std::size_t next_source_ = 0;            // index in list_
  const SourceRecord* current_ = nullptr;  // the source being read
  std::size_t game_ = 0;                   // index in games_
  std::size_t end_ = 0;                    // end of the source's games in games_
  ImportBatch batch_;
  ImportEnd totals_;
  std::uint64_t games_read_ = 0;
  bool is_stopped_ = false;
};

}  // namespace

std::unique_ptr<BatchFeed> read_database(const std::string& path,
                                         std::unique_ptr<GameArchive> archive,
                                         const ImportPlan& plan, ImportListener& listener) {
  return std::make_unique<DatabaseFeed>(path, std::move(archive), plan, listener);
}

}  // namespace arbiter
