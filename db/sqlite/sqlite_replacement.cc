#include "db/sqlite/sqlite_replacement.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "db/model/game_draft.h"
#include "db/sqlite/care/deletion.h"
#include "db/sqlite/games/game_facts.h"
#include "db/sqlite/games/stored_drafts.h"
#include "db/sqlite/query/source_contents.h"

namespace arbiter::sqlite {

namespace {

constexpr std::string_view kMoveGame = "UPDATE game SET offset = ?2, line = ?3 WHERE id = ?1";

}  // namespace

SqliteReplacement::SqliteReplacement(const Database& database, const ReplacedSource& replaced,
                                     Config config)
    : database_(database),
      replaced_(replaced),
      config_(std::move(config)),
      transaction_(database.connection()),
      sources_(database.connection()),
      store_(database.connection(), config_.jobs),
      index_(database.connection()),
      move_(database.connection().prepare(kMoveGame)),
      seals_(database.connection()),
      mark_{.source = replaced.source} {
  sources_.reopen(replaced_.source, replaced_.file);
  read_old_games();
}

void SqliteReplacement::read_old_games() {
  SqliteReader reader(database_);
  StoredDrafts drafts(database_.connection());
  const GameSet compared = games_of(reader, std::span(&replaced_.source, 1));
  compared.for_each([&](GameId game) {
    DraftBatch batch;
    if (!drafts.add(game, batch)) return true;
    const GameDraft& draft = batch.games.front();
    old_games_.push_back({content_key(batch, draft), game, draft.offset, draft.line});
    return true;
  });
  std::ranges::sort(old_games_, {},
                    [](const OldGame& old) { return std::tuple(old.key, number_of(old.game)); });
  gone_ = games_of(reader, replaced_.older);
  gone_.add(compared);
}

SqliteReplacement::OldGame* SqliteReplacement::same_game(const DraftBatch& batch,
                                                         const GameDraft& game) {
  const std::uint64_t key = content_key(batch, game);
  const auto first = std::ranges::lower_bound(old_games_, key, {}, &OldGame::key);
  if (first == old_games_.end() || first->key != key) return nullptr;
  const auto next = first + static_cast<std::ptrdiff_t>(first->kept);
  if (next == old_games_.end() || next->key != key) return nullptr;
  ++first->kept;
  return &*next;
}

void SqliteReplacement::keep(OldGame& old, const DraftBatch& batch, const GameDraft& game) {
  gone_.erase(old.game);
  ++result_.kept;
  if (old.offset == game.offset && old.line == game.line) return;
  move_.bind(1, number_of(old.game)).bind(2, game.offset).bind(3, game.line).run();
  const std::string_view round = batch.text(game.round);
  seals_.add(
      {old.game, round, static_cast<std::int64_t>(old.offset), static_cast<std::int64_t>(old.line)},
      {old.game, round, static_cast<std::int64_t>(game.offset),
       static_cast<std::int64_t>(game.line)});
}

void SqliteReplacement::add(DraftBatch& batch, const SourceMark& mark) {
  std::vector<bool> is_kept;
  for (const GameDraft& game : batch.games) {
    OldGame* const old = same_game(batch, game);
    is_kept.push_back(old != nullptr);
    if (old != nullptr) keep(*old, batch, game);
  }
  if (std::ranges::find(is_kept, true) != is_kept.end()) remove_games(batch, is_kept);
  mark_ = mark;
  mark_.source = replaced_.source;
  mark_.batch_games = static_cast<std::uint32_t>(batch.games.size());
  result_.added += mark_.batch_games;
  mark_.games = result_.kept + result_.added;
  if (batch.games.empty()) return;
  const GameId first{database_.last_game() + 1};
  store_.add(batch, first, std::span(&mark_, 1));
  index_.add_segment(batch.postings, first, facts_of(batch), config_.jobs);
  postings_ += batch.postings.size();
}

Replaced SqliteReplacement::finish() {
  seals_.write();
  const Deletion deletion = delete_games(database_, gone_, config_.jobs);
  result_.removed = deletion.games;
  postings_ += deletion.postings;
  for (const SourceId older : replaced_.older) sources_.forget(older);
  sources_.save(mark_);
  transaction_.commit();
  config_.after(postings_);
  return result_;
}

}  // namespace arbiter::sqlite
