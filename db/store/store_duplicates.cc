#include "db/store/store_duplicates.h"

#include <utility>

#include "db/sqlite/care/copied_games.h"
#include "db/sqlite/care/deletion.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter {

using namespace sqlite;
namespace {

class FileDuplicates final : public StoreDuplicates {
 public:
  FileDuplicates(std::unique_ptr<Database> database, Access access)
      : database_(std::move(database)), moment_(begin(access)), games_(database_->connection()) {}

  void find(const GameFilter& among, const DuplicateVisit& visit,
            const DuplicateProgress& progress) override {
    const GameSet games = SqliteReader(*database_).select(among);
    find_duplicates(*database_, games, visit, progress);
  }

  std::optional<StoredGame> game(GameId id) override { return games_.game(id); }

  bool erase(const ChosenGames& chosen) override {
    GameSet games(database_->last_game());
    for (const GameId game : chosen.games) games.insert(game);
    delete_games(*database_, games);
    transaction_->commit();
    return true;
  }

 private:
  // Starts the transaction before the snapshot.
  const Connection& begin(Access access) {
    if (access != Access::Read) transaction_.emplace(database_->connection());
    return database_->connection();
  }

  std::unique_ptr<Database> database_;
  std::optional<Transaction> transaction_;
  ReadSnapshot moment_;
  GameReader games_;
};

class CopyDuplicates final : public StoreDuplicates {
 public:
  CopyDuplicates(std::unique_ptr<Storage> storage, unsigned jobs)
      : storage_(std::move(storage)), jobs_(jobs) {}

  void find(const GameFilter& among, const DuplicateVisit& visit,
            const DuplicateProgress& progress) override {
    copy_.emplace(*storage_, CopiedGames::Plan{.filter = among, .jobs = jobs_},
                  [&](double share) { progress("copying the games to compare", share); });
    games_.emplace(copy_->database().connection());
    const auto visit_originals = [&](DuplicateGroup group) {
      group.kept = copy_->original(group.kept);
      for (DuplicateGame& other : group.others) other.game = copy_->original(other.game);
      visit(group);
    };
    find_duplicates(copy_->database(), copy_->all(), visit_originals, progress);
  }

  std::optional<StoredGame> game(GameId id) override {
    const auto copy = copy_->copy_of(id);
    auto game = copy ? games_->game(*copy) : std::nullopt;
    if (game) game->id = id;
    return game;
  }

  bool erase(const ChosenGames& chosen) override { return storage_->erase(chosen); }

 private:
  std::unique_ptr<Storage> storage_;
  unsigned jobs_;
  std::optional<CopiedGames> copy_;
  std::optional<GameReader> games_;  // of the copy
};

}  // namespace

std::unique_ptr<StoreDuplicates> duplicates_in_file(std::unique_ptr<Database> database,
                                                    Access access) {
  return std::make_unique<FileDuplicates>(std::move(database), access);
}

std::unique_ptr<StoreDuplicates> duplicates_in_copy(std::unique_ptr<Storage> storage,
                                                    unsigned jobs) {
  return std::make_unique<CopyDuplicates>(std::move(storage), jobs);
}

Result<std::unique_ptr<StoreDuplicates>> open_duplicates(const std::string& name,
                                                         const StorageOptions& options) {
  if (is_cluster(name)) {
    auto storage = open_storage(name, options);
    if (!storage) return Error{storage.error()};
    return duplicates_in_copy(*std::move(storage), options.jobs);
  }
  auto database = Database::open(name, options.access);
  if (!database) return Error{database.error()};
  return duplicates_in_file(*std::move(database), options.access);
}

}  // namespace arbiter
