#include "tools/serve/served_games.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "db/model/query_stop.h"
#include "db/store/open_storage.h"
#include "lib/os/process.h"
#include "lib/os/wait.h"

namespace arbiter {
namespace {

constexpr std::chrono::seconds kMaxAge{2};
constexpr std::chrono::milliseconds kPollInterval{100};

}  // namespace

ServedGames::ServedGames(const GameInput& input)
    : input_(input),
      names_(input.names),
      is_database_(input.names.size() == 1 && is_storage(input.names.front())) {
  if (is_database_) input_.jobs = 1;
  if (is_database_ && is_cluster(names_.front())) names_ = {"clickhouse://..."};
}

Result<std::unique_ptr<ServedGames>> ServedGames::open(const GameInput& input, Console& console) {
  std::unique_ptr<ServedGames> games(new ServedGames(input));
  auto opened = open_games(input, {QueryPositions::All}, console);
  if (!opened) return Error{opened.error()};
  games->is_complete_ = opened->is_complete;
  games->idle_.push_back({std::move(opened->storage), std::chrono::steady_clock::now()});
  return games;
}

bool ServedGames::is_old(const Idle& one) const {
  return is_database_ && std::chrono::steady_clock::now() - one.opened > kMaxAge;
}

Result<std::shared_ptr<Storage>> ServedGames::take() {
  std::unique_lock lock(mutex_);
  std::erase_if(idle_, [this](const Idle& one) { return is_old(one); });
  if (idle_.empty() && is_database_) {
    lock.unlock();
    Console nobody({.output = -1, .error = -1});
    auto opened = open_games(input_, {.positions = QueryPositions::All, .is_quiet = true}, nobody);
    if (!opened) return Error{opened.error()};
    return lend({std::move(opened->storage), std::chrono::steady_clock::now()});
  }
  while (!returned_.wait_for(lock, kPollInterval, [this] { return !idle_.empty(); })) {
    if (QueryStop::is_requested()) throw Interrupted();
  }
  Idle one = std::move(idle_.back());
  idle_.pop_back();
  return lend(std::move(one));
}

// Returns a storage whose deleter returns it to the pool.
std::shared_ptr<Storage> ServedGames::lend(Idle one) {
  Storage* const storage = one.storage.get();
  return {storage, [this, one = std::move(one)](Storage*) mutable {
            const std::lock_guard lock(mutex_);
            idle_.push_back(std::move(one));
            returned_.notify_one();
          }};
}

void ServedGames::close_old() {
  std::vector<Idle> old;
  {
    const std::lock_guard lock(mutex_);
    const auto kept = std::stable_partition(idle_.begin(), idle_.end(),
                                            [this](const Idle& one) { return !is_old(one); });
    std::move(kept, idle_.end(), std::back_inserter(old));
    idle_.erase(kept, idle_.end());
    if (!idle_.empty()) return;
  }
  if (old.empty()) return;
  old.clear();
  // Queries leave freed memory in the heap of each thread.
  release_freed_memory();
}

}  // namespace arbiter
