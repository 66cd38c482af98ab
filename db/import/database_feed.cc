#include "db/import/database_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "db/model/damage.h"
#include "db/model/game_record.h"
#include "db/model/game_view.h"

namespace arbiter {
namespace {

constexpr std::size_t kGamesBetweenNews = 1024;

// What was on disk can be named again; a pipe cannot.
bool is_file(const SourceRecord& source) { return source.file.bytes > 0; }

// Whether the text is there as the flags say; older versions said so of empty movetext.
bool check_text(const DraftBatch& batch, GameDraft& game) {
  const RecordColumns columns{.white = batch.text(game.white),
                              .black = batch.text(game.black),
                              .event = batch.text(game.event),
                              .site = batch.text(game.site),
                              .round = batch.text(game.round),
                              .start = batch.text(game.start),
                              .date = game.date,
                              .white_elo = game.white_elo,
                              .black_elo = game.black_elo,
                              .eco = game.eco,
                              .result = game.result};
  RecordReader record(batch.text(game.record), columns);
  RecordTag tag;
  while (record.next(tag)) {
  }
  if (game.record.size == 0 || record.is_damaged()) return false;
  if (!record.movetext().empty()) return (game.flags & kHasMovetext) != 0;
  game.flags &= static_cast<std::uint8_t>(~unsigned{kHasMovetext});
  return true;
}

}  // namespace

DatabaseFeed::DatabaseFeed(std::unique_ptr<GameArchive> archive, Plan plan,
                           ImportListener& listener)
    : archive_(std::move(archive)),
      plan_(std::move(plan)),
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

void DatabaseFeed::check_sources() const {
  std::unordered_set<SourceId> ids;
  for (const SourceRecord& source : list_) ids.insert(source.mark.source);
  for (const PlacedGame& place : games_) {
    if (ids.contains(place.source)) continue;
    throw DamageError(archive_->name(), fmt::format("game {}: its source", number_of(place.game)));
  }
}

std::string DatabaseFeed::identity_of(const SourceRecord& source) {
  return fmt::format("{} {}", source.mark.fingerprint, source.file.name);
}

ImportBatch* DatabaseFeed::next() {
  batch_.clear();
  while (!is_stopped_ && !is_full()) {
    if (now_ == nullptr && !begin_next()) break;
    if (now_ != nullptr) add_games();
  }
  return batch_.is_empty() ? nullptr : &batch_;
}

bool DatabaseFeed::is_full() const {
  return batch_.drafts.games.size() >= plan_.limits.games ||
         memory_of(batch_.drafts) >= plan_.limits.memory;
}

// False at the end of all.
bool DatabaseFeed::begin_next() {
  if (next_source_ == list_.size()) return false;
  const SourceRecord& source = list_[next_source_++];
  const auto games = std::ranges::equal_range(games_, source.mark.source, {}, &PlacedGame::source);
  game_ = static_cast<std::size_t>(games.begin() - games_.begin());
  end_ = static_cast<std::size_t>(games.end() - games_.begin());
  const bool has_text = source.mark.offset > 0 || game_ < end_;
  if (has_text && begin(source)) now_ = &source;
  return true;
}

// The same text under the same name, wholly or in part.
const SourceRecord* DatabaseFeed::same_source(const SourceRecord& source) {
  const auto [first, last] = by_name_.equal_range(source.file.name);
  for (auto known = first; known != last; ++known) {
    const SourceMark& mark = known->second->mark;
    const bool is_same = mark.fingerprint == source.mark.fingerprint && mark.offset > 0;
    const bool is_empty = mark.offset == 0 && !mark.is_finished;
    if ((is_same || is_empty) && matched_.insert(mark.source).second) return known->second;
  }
  return nullptr;
}

// What came from here is no reason not to take something else from here.
const SourceRecord* DatabaseFeed::known_as(const SourceRecord& source) {
  if (const SourceRecord* same = same_source(source)) return same;
  const auto text = by_fingerprint_.find(source.mark.fingerprint);
  const bool is_copy = text != by_fingerprint_.end() &&
                       text->second->mark.offset == source.mark.offset && !is_ours(*text->second);
  if (is_copy) return text->second;
  const auto name = plan_.records.find(source.file.name);
  const bool is_known = is_file(source) && name != plan_.records.end() && !is_ours(name->second);
  return is_known ? &name->second : nullptr;
}

bool DatabaseFeed::begin(const SourceRecord& source) {
  ImportSource& added = sources_.emplace_back();
  added.name = fmt::format("{}: {}", plan_.path, source.file.name);
  added.file = source.file;
  const SourceRecord* known = known_as(source);
  if (known != nullptr && !begin_known(source, *known)) return false;
  ++totals_.sources;
  return true;
}

bool DatabaseFeed::begin_known(const SourceRecord& source, const SourceRecord& known) {
  ImportSource& added = sources_.back();
  const auto say = [&](SourceStatus status) {
    listener_.on_source_status(status, added.name, known);
    return false;
  };
  const bool is_same = known.mark.fingerprint == source.mark.fingerprint;
  const bool is_begun = !known.mark.is_finished && (is_same || known.mark.offset == 0);
  if (is_begun && known.mark.offset < source.mark.offset) {
    if (known.mark.offset > 0) say(SourceStatus::GoesOn);
    added.id = known.mark.source;
    added.games = known.mark.games;
    added.mark = known.mark;
    while (game_ < end_ && games_[game_].offset < known.mark.offset) ++game_;
    return true;
  }
  if (plan_.options.known_files == KnownFiles::Again) return true;
  if (is_same) {
    const bool has_same_name = known.file.name == source.file.name;
    return say(has_same_name ? SourceStatus::AlreadyImported : SourceStatus::IsCopy);
  }
  const bool replaces = plan_.options.known_files == KnownFiles::Replace;
  if (!replaces || !source.mark.is_finished) return say(SourceStatus::HasChanged);
  added.id = known.mark.source;
  added.replaced = known;
  return true;
}

void DatabaseFeed::add_games() {
  while (game_ < end_) {
    if (is_full()) return;
    add_game(games_[game_++].game);
    if (totals_.games % kGamesBetweenNews == 0) report_progress();
    if (is_stopped_) return;
  }
  BatchPart& last = part();
  const std::uint32_t games = last.mark.batch_games;
  last.mark = now_->mark;
  last.mark.batch_games = games;
  totals_.bytes += now_->mark.offset;
  now_ = nullptr;
}

// The part of the present source, which is the last one.
BatchPart& DatabaseFeed::part() {
  ImportSource& source = sources_.back();
  if (batch_.parts.empty() || batch_.parts.back().source != &source) {
    SourceMark mark = source.mark;
    mark.batch_games = 0;
    mark.fingerprint = now_->mark.fingerprint;
    batch_.parts.push_back({&source, mark});
  }
  return batch_.parts.back();
}

void DatabaseFeed::add_game(GameId game) {
  DraftBatch& drafts = batch_.drafts;
  const BatchSize before = size_of(drafts);
  if (!archive_->add(game, drafts)) return;
  GameDraft& draft = drafts.games.back();
  finish_game(game, draft);
  ++totals_.games;
  SourceMark& mark = part().mark;
  mark.offset = draft.offset + 1;
  mark.lines = draft.line;
  sources_.back().mark = mark;
  const bool is_illegal = (draft.flags & kIncomplete) != 0;
  if (is_illegal && plan_.options.illegal == IllegalGames::Skip) {
    ++totals_.illegal;
  } else if (!matches(plan_.options.where, view_of(drafts, draft, now_->file.name))) {
    ++totals_.unwanted;
  } else {
    ++mark.batch_games;
    return;
  }
  shrink(drafts, before);
}

// What the row leaves out; throws where it cannot be.
void DatabaseFeed::finish_game(GameId game, GameDraft& draft) {
  DraftBatch& drafts = batch_.drafts;
  check_place(game, draft);
  const auto damage = [&](const std::string& what) {
    return DamageError(archive_->name(), fmt::format("game {}: {}", number_of(game), what));
  };
  if (!check_text(drafts, draft)) throw damage("its text");
  if ((draft.flags & kUnchecked) != 0) return;
  const std::string_view moves = drafts.text(draft.moves);
  const bool is_played =
      replay_.run(drafts.text(draft.start),
                  {reinterpret_cast<const std::uint8_t*>(moves.data()), moves.size()});
  if (!is_played) throw damage(replay_.fault());
  if (replay_.plies() != draft.plies) throw damage("its number of half-moves");
  draft.moves_hash = replay_.moves_hash();
  draft.opening = replay_.opening(*plan_.options.openings);
  const auto place = static_cast<std::uint32_t>(drafts.games.size() - 1);
  for (Posting posting : replay_.postings()) {
    posting.game = place;
    drafts.postings.push_back(posting);
  }
}

void DatabaseFeed::check_place(GameId game, const GameDraft& draft) const {
  const bool has_line = draft.line >= 1 && draft.line <= now_->mark.lines + 1;
  if (draft.offset < now_->mark.offset && has_line) return;
  throw DamageError(archive_->name(),
                    fmt::format("game {}: its place in its source", number_of(game)));
}

// Bytes on disk as far as games are read, whatever else there is.
void DatabaseFeed::report_progress() {
  const double share = static_cast<double>(game_) / static_cast<double>(games_.size());
  const auto bytes = static_cast<std::uint64_t>(static_cast<double>(plan_.bytes) * share);
  is_stopped_ = !listener_.on_progress({.games = totals_.games, .bytes = bytes});
  totals_.was_stopped = is_stopped_;
}

}  // namespace arbiter
