#include "db/sqlite/sqlite_storage.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include "db/model/game_draft.h"
#include "db/model/game_set.h"
#include "db/sqlite/care/deduplication.h"
#include "db/sqlite/care/integrity.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/games/sqlite_archive.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/index/segment_merge.h"
#include "db/sqlite/query/persons.h"
#include "db/sqlite/query/storage_queries.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kMoveGame = "UPDATE game SET offset = ?2, line = ?3 WHERE id = ?1";

// A replacement of a source in one transaction, which lasts from the constructor to finish(). It
// reads all games of the source, in about 10 us each. It writes changed games, and the new
// positions of unchanged ones. Memory: 40 bytes for each game of the source.
class SqliteReplacement final : public SourceReplacement {
 public:
  // A function called after the transaction, with the number of postings added to the index.
  using After = std::function<void(std::uint64_t postings)>;
  struct Config {
    unsigned jobs = 1;  // maximum number of threads that sort and pack
    After after;
  };

  // `database` must outlive the replacement.
  SqliteReplacement(const Database& database, const ReplacedSource& replaced, Config config)
      : database_(database),
        replaced_(replaced),
        config_(std::move(config)),
        transaction_(database.connection()) {
    sources_.reopen(replaced_.source, replaced_.file);
    read_old_games();
  }

  void add(DraftBatch& batch, const SourceMark& mark) override {
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
    index_.add_segment({.first_game = first}, batch.postings, facts_of(batch), config_.jobs);
    postings_ += batch.postings.size();
  }

  Replaced finish() override {
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

 private:
  struct OldGame {
    std::uint64_t key = 0;
    GameId game{};
    std::uint64_t offset = 0;
    std::uint64_t line = 0;
    std::size_t kept = 0;  // number of kept games with this key, stored at the first of them
  };

  void read_old_games() {
    ColumnReader columns(database_.connection());
    StoredDrafts drafts(database_.connection());
    const GameSet compared = games_of(columns, std::span(&replaced_.source, 1));
    compared.for_each([&](GameId game) {
      DraftBatch batch;
      if (!drafts.add(game, batch)) return true;
      const GameDraft& draft = batch.games.front();
      old_games_.push_back({content_key(batch, draft), game, draft.offset, draft.line});
      return true;
    });
    std::ranges::sort(old_games_, {},
                      [](const OldGame& old) { return std::tuple(old.key, number_of(old.game)); });
    gone_ = games_of(columns, replaced_.older);
    gone_.add(compared);
  }

  // Returns the first game with the same content that was not added again, and marks it. Returns
  // null if there is none.
  OldGame* same_game(const DraftBatch& batch, const GameDraft& game) {
    const std::uint64_t key = content_key(batch, game);
    const auto first = std::ranges::lower_bound(old_games_, key, {}, &OldGame::key);
    if (first == old_games_.end() || first->key != key) return nullptr;
    const auto next = first + static_cast<std::ptrdiff_t>(first->kept);
    if (next == old_games_.end() || next->key != key) return nullptr;
    ++first->kept;
    return &*next;
  }

  void keep(OldGame& old, const DraftBatch& batch, const GameDraft& game) {
    gone_.erase(old.game);
    ++result_.kept;
    if (old.offset == game.offset && old.line == game.line) return;
    move_.bind_all(number_of(old.game), game.offset, game.line).run();
    const std::string_view round = batch.text(game.round);
    seals_.add({old.game, round, static_cast<std::int64_t>(old.offset),
                static_cast<std::int64_t>(old.line)},
               {old.game, round, static_cast<std::int64_t>(game.offset),
                static_cast<std::int64_t>(game.line)});
  }

  const Database& database_;
  ReplacedSource replaced_;
  Config config_;
  Transaction transaction_;
  SourceStore sources_{database_.connection()};
  GameStore store_{database_.connection(), config_.jobs};
  PositionIndexWriter index_{database_.connection()};
  Statement move_ = database_.connection().prepare(kMoveGame);
  SealChanges seals_{database_.connection()};
  std::vector<OldGame> old_games_;  // games of `source`, sorted by key and number
  GameSet gone_;                    // old games that were not added again
  SourceMark mark_{.source = replaced_.source};
  Replaced result_;
  std::uint64_t postings_ = 0;
};

// The number of merged postings for each new one, and the limits for all merges and for one
// transaction. A posting is merged once per size class. Batches of class 2 skip two classes, so
// fewer merges are sufficient, and a large merge is spread over several imports.
constexpr std::uint64_t kMergedForEach = 8;
constexpr std::uint64_t kMergedForEachOfLarge = 3;
constexpr unsigned kLargeClass = 2;
constexpr std::size_t kMergesInBacklog = 4;
constexpr std::uint64_t kMinMerged = std::uint64_t{1} << 18;
constexpr std::uint64_t kMergedAtOnce = std::uint64_t{1} << 21;
// The pause between two transactions. A waiting writer polls more often.
constexpr std::chrono::milliseconds kPause{3};

// Returns a number that changes when another connection has written.
std::int64_t version_of(const Connection& connection) {
  return connection.integer("PRAGMA data_version");
}

}  // namespace

SqliteStorage::SqliteStorage(const Database& database, unsigned jobs)
    : database_(database), jobs_(jobs), reader_(database, jobs) {}

SqliteStorage::SqliteStorage(std::unique_ptr<Database> database, Access access, unsigned jobs)
    : owned_(std::move(database)), database_(*owned_), jobs_(jobs), reader_(*owned_, jobs) {
  if (access == Access::Read) moment_.emplace(owned_->connection());
}

FoundGames SqliteStorage::games(const FindQuery& query) { return find_games(reader_, query); }

std::vector<std::uint64_t> SqliteStorage::counts_at(const GameFilter& filter,
                                                    std::span<const PositionQuery> positions) {
  return count_hits(reader_, reader_.select(filter), positions);
}

FoundGames SqliteStorage::stream(const FindQuery& query, const GameStream& stream) {
  FoundGames found = find_games(reader_, query);
  stream_games(reader_, found.games, stream);
  return found;
}

bool SqliteStorage::replay_is_cheaper(const PositionQuery& position, std::uint64_t games) {
  constexpr std::uint64_t kHitsPerReplay = 16;
  constexpr std::uint64_t kMaxReplayed = 10'000;  // 25 MB of positions
  if (games > kMaxReplayed) return false;
  const PositionSums sums = reader_.index().sums(position.keys().front(), reader_.columns());
  return sums.all_games() > games * kHitsPerReplay;
}

TreeNode SqliteStorage::tree(const TreeQuery& query) {
  std::optional<CountedGames> among;
  if (!query.filter.is_empty()) among = reader_.select_counted(query.filter);
  if (among && query.depth > 1 && reader_.indexes_all_plies() &&
      replay_is_cheaper(query.root, among->games.size())) {
    const PlayedPositions positions(reader_, *among);
    return grow_tree(query,
                     [&](const PositionQuery& position) { return positions.sums_at(position); });
  }
  return grow_tree(query, [&](const PositionQuery& position) {
    return sums_at(reader_, position, among ? &*among : nullptr);
  });
}

Totals SqliteStorage::totals(const GameFilter& filter) {
  return totals_of(reader_, reader_.select_counted(filter));
}

std::vector<StatisticsRow> SqliteStorage::groups(const GameFilter& filter, GroupBy by) {
  return groups_of(reader_, reader_.select_counted(filter), by);
}

std::vector<GameCount> SqliteStorage::counts(const GameFilter& filter,
                                             std::span<const GameFilter> conditions) {
  return counts_of(reader_, reader_.select_counted(filter), conditions);
}

std::vector<std::string> SqliteStorage::players(const AcceptsName& accepts) {
  return player_names(reader_.connection(), accepts);
}

std::vector<ReadCount> SqliteStorage::reads() {
  const LookupCost& cost = reader_.index().cost();
  return {{"segment", cost.segments}, {"block", cost.blocks}, {"byte", cost.bytes},
          {"posting", cost.postings}, {"sum", cost.sums},     {"file byte", bytes_read()}};
}

std::optional<std::uint32_t> SqliteStorage::index_plies() { return database_.index_plies(); }

SourceRecords SqliteStorage::sources() { return SourceStore(database_.connection()).records(); }

std::vector<SourceContents> SqliteStorage::source_contents() {
  return sqlite::source_contents(reader_.connection(), reader_.columns());
}

SourceId SqliteStorage::add_source(const SourceFile& file) {
  return SourceStore(database_.connection()).add(file);
}

void SqliteStorage::reopen_source(SourceId source, const SourceFile& file) {
  SourceStore(database_.connection()).reopen(source, file);
}

GameStore& SqliteStorage::store() {
  return store_ ? *store_ : store_.emplace(database_.connection(), jobs_);
}

PositionIndexWriter& SqliteStorage::writer() {
  return writer_ ? *writer_ : writer_.emplace(database_.connection());
}

std::vector<bool> SqliteStorage::find_duplicates(const DraftBatch& batch) {
  reader_.forget();
  return find_duplicate_drafts(reader_, batch);
}

GameId SqliteStorage::append(DraftBatch& batch, std::span<const SourceMark> marks) {
  try {
    const GameId first = add(batch, marks);
    merge(batch.postings.size());
    reader_.forget();
    return first;
  } catch (...) {
    forget_numbers();
    throw;
  }
}

// Clears cached name numbers, which may be missing in the file.
void SqliteStorage::forget_numbers() {
  store_.reset();
  writer_.reset();
}

GameId SqliteStorage::add(DraftBatch& batch, std::span<const SourceMark> marks) {
  const Connection& connection = database_.connection();
  Transaction transaction(connection);
  if (const std::int64_t version = version_of(connection); version != seen_version_) {
    if (store_) store_->forget();
    seen_version_ = version;
  }
  const GameId first{database_.last_game() + 1};
  const SourceStore sources(connection);
  const std::vector<SourceMark> left =
      skip_known(batch, marks, [&](SourceId source) { return sources.mark_of(source); });
  if (!batch.games.empty()) {
    store().add(batch, first, left);
    writer().add_segment({.first_game = first}, batch.postings, facts_of(batch), jobs_);
  }
  for (const SourceMark& mark : left) sources.save(mark);
  transaction.commit();
  return first;
}

std::unique_ptr<SourceReplacement> SqliteStorage::replace(const ReplacedSource& replaced) {
  forget_numbers();
  const auto after = [this](std::uint64_t postings) {
    merge(postings);
    reader_.forget();
  };
  return std::make_unique<SqliteReplacement>(database_, replaced,
                                             SqliteReplacement::Config{jobs_, after});
}

void SqliteStorage::merge(std::uint64_t brought) {
  const Connection& connection = database_.connection();
  IndexUpkeep upkeep(connection);
  ColumnReader columns(connection);
  const bool is_spread =
      size_class(brought) >= kLargeClass && upkeep.begun_merges().size() < kMergesInBacklog;
  std::uint64_t left =
      std::max((is_spread ? kMergedForEachOfLarge : kMergedForEach) * brought, kMinMerged);
  while (upkeep.is_due()) {
    Transaction transaction(connection);
    const std::uint64_t done = upkeep.step(columns, std::min(left, kMergedAtOnce));
    transaction.commit();
    if (done == 0 || done >= left) return;
    left -= done;
    std::this_thread::sleep_for(kPause);
  }
}

void SqliteStorage::finish_import() {
  const Connection& connection = database_.connection();
  if (database_.last_game() < kIndexedGames || has_sql_indexes(connection)) return;
  Transaction transaction(connection);
  create_sql_indexes(connection);
  transaction.commit();
}

Erasure SqliteStorage::erase(const GameFilter& filter, EraseLimit limit) {
  return erase_chosen(
      limit, [&] { return reader_.select(filter); }, [] {});
}

bool SqliteStorage::erase(const ChosenGames& chosen) {
  bool are_there = false;
  const auto choose = [&] {
    const GameSet all = reader_.select({});
    const auto is_there = [&](GameId game) { return all.contains(game); };
    are_there =
        std::ranges::all_of(chosen.games, is_there) && std::ranges::all_of(chosen.kept, is_there);
    GameSet games(database_.last_game());
    if (are_there) std::ranges::for_each(chosen.games, [&](GameId game) { games.insert(game); });
    return games;
  };
  erase_chosen(EraseLimit::None, choose, [] {});
  return are_there;
}

Erasure SqliteStorage::forget(std::span<const SourceId> sources, EraseLimit limit) {
  const auto choose = [&] { return games_of(reader_.columns(), sources); };
  return erase_chosen(limit, choose, [&] {
    for (const SourceId source : sources) SourceStore(database_.connection()).forget(source);
  });
}

Erasure SqliteStorage::erase_chosen(EraseLimit limit, const std::function<GameSet()>& choose,
                                    const std::function<void()>& and_then) {
  const Connection& connection = database_.connection();
  Transaction transaction(connection);  // ensures that the chosen games are those that are deleted
  reader_.forget();
  const GameSet games = choose();
  const auto all = static_cast<std::uint64_t>(database_.game_count());
  Erasure erasure{.matching = games.size(), .erased = 0, .left = all};
  if (limit == EraseLimit::HalfOfAll && erasure.matching * 2 > all) return erasure;
  const Deletion deletion = delete_games(database_, games, jobs_);
  and_then();
  erasure.erased = deletion.games;
  erasure.left -= erasure.erased;
  transaction.commit();
  merge(deletion.postings);
  reader_.forget();
  return erasure;
}

IntegrityTotals SqliteStorage::check(const IntegrityOptions& options, IntegrityListener& listener) {
  IntegrityOptions all = options;
  all.fault_at_opening = fault_at_opening_;
  return check_integrity(database_, all, listener);
}

void SqliteStorage::check_from_now_on(std::string fault) {
  fault_at_opening_ = std::move(fault);
  set_page_check(database_.connection(), PageCheck::Compare);
}

}  // namespace arbiter::sqlite
