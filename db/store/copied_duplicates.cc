#include "db/store/copied_duplicates.h"

#include <utility>

namespace arbiter {

using namespace sqlite;
namespace {

DuplicateGroup in_store(DuplicateGroup group, const CopiedGames& copy) {
  group.kept = copy.original(group.kept);
  for (DuplicateGame& other : group.others) other.game = copy.original(other.game);
  return group;
}

}  // namespace

CopiedDuplicates::CopiedDuplicates(std::unique_ptr<Storage> storage, unsigned jobs)
    : storage_(std::move(storage)), jobs_(jobs) {}

void CopiedDuplicates::find(const GameFilter& among, const DuplicateVisit& visit,
                            const DuplicateProgress& progress) {
  copy_.emplace(*storage_, CopiedGames::Plan{.filter = among, .jobs = jobs_},
                [&](double share) { progress("copying the games to compare", share); });
  games_.emplace(copy_->database().connection());
  find_duplicates(
      copy_->database(), copy_->all(),
      [&](const DuplicateGroup& group) { visit(in_store(group, *copy_)); }, progress);
}

std::optional<StoredGame> CopiedDuplicates::game(GameId id) {
  const auto copy = copy_->copy_of(id);
  auto game = copy ? games_->game(*copy) : std::nullopt;
  if (game) game->id = id;
  return game;
}

}  // namespace arbiter
