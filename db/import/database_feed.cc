#include "db/import/database_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "db/model/damage.h"
#include "db/model/game_record.h"
#include "db/model/game_tests.h"
#include "db/model/stored_game.h"

namespace arbiter {
namespace {

constexpr std::size_t kGamesPerReport = 1024;

// Returns whether the source was a file on disk, not a pipe.
bool is_file(const SourceRecord& source) { return source.file.bytes > 0; }

// Checks the record, and clears the flag of empty movetext, which older versions have set.
bool check_text(const DraftBatch& batch, GameDraft& game) {
  const GameView view = view_of(batch, game, {});
  RecordReader record(view.record, view);
  if (game.record.size == 0 || !record.skip_tags()) return false;
  if (!record.movetext().empty()) return (game.flags & kHasMovetext) != 0;
  game.flags &= static_cast<std::uint8_t>(~unsigned{kHasMovetext});
  return true;
}

// Reads source after source, each in the order of its text. A source keeps its name and mark. If
// the store already has it (by name or text), it is treated like a file that was imported before.
// About 15 us and 24 bytes of memory per game.
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
  // Starts the next source. Returns false after the last one.
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

  // Returns the source of the store with the same name and text, wholly or in part.
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

  // Starts a source. Returns false if it is not read.
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
                        fmt::format("game {}: its source", number_of(place.game)));
    }
  }

  void check_place(GameId game, const GameDraft& draft) const {
    const bool has_line = draft.line >= 1 && draft.line <= current_->mark.lines + 1;
    if (draft.offset < current_->mark.offset && has_line) return;
    throw DamageError(archive_->name(),
                      fmt::format("game {}: its place in its source", number_of(game)));
  }

  BatchPart& part() { return batch_.part_of(sources_.back(), current_->mark.fingerprint); }

  // Reports the bytes on disk in proportion to the games read.
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
  std::vector<PlacedGame> games_;  // of all sources
  // The sources of the store.
  std::unordered_multimap<std::string, const SourceRecord*> by_name_;
  std::unordered_map<std::uint64_t, const SourceRecord*> by_fingerprint_;
  std::unordered_set<SourceId> matched_;  // with a source of this database
  std::unordered_set<std::string> ours_;  // the identities of the sources of this database

  std::deque<ImportSource> sources_;
  std::size_t next_source_ = 0;            // in list_
  const SourceRecord* current_ = nullptr;  // the source that is being read
  std::size_t game_ = 0;                   // in games_
  std::size_t end_ = 0;                    // of its games
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
