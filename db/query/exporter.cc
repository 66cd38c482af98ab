#include "db/query/exporter.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/games/stored_game.h"
#include "db/games/stored_pgn.h"
#include "lib/base/start_threads.h"

namespace arbiter::db::query {
namespace {

// About a stretch of texts, so that few are unpacked twice.
constexpr std::size_t kBlockGames = 256;
constexpr std::size_t kBlocksAhead = 4;  // for each thread

struct Block {
  std::string text;
  std::uint64_t games = 0;
};

// Makes text of games on one thread.
class BlockMaker {
 public:
  explicit BlockMaker(const Connection& connection) : games_(connection) {}

  Block make(std::span<const GameId> ids) {
    Block block;
    for (const GameId id : ids) {
      const auto game = games_.game(id);
      if (!game) continue;
      pgn_.append(*game, games_.record(id), block.text);
      ++block.games;
    }
    return block;
  }

 private:
  GameReader games_;
  StoredPgn pgn_;
};

// Hands out numbers of blocks to threads, and their results in order.
class BlockQueue {
 public:
  BlockQueue(std::size_t blocks, std::size_t ahead) : blocks_(blocks), ahead_(ahead) {}

  // The next block to make; waits until it is wanted. Nothing when there are no more.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return is_over() || next_ < done_ + ahead_; });
    if (is_over()) return std::nullopt;
    ready_.emplace_back();
    return next_++;
  }

  void put(std::size_t number, Block block) {
    const std::lock_guard lock(mutex_);
    ready_[number - done_] = std::move(block);
    news_.notify_one();
  }

  // No more blocks are made.
  void stop(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = failure;
    is_stopped_ = true;
    room_.notify_all();
    news_.notify_one();
  }

  // The next block in order; nothing behind the last. Throws what a thread has thrown.
  std::optional<Block> next() {
    std::unique_lock lock(mutex_);
    if (done_ == blocks_) return std::nullopt;
    news_.wait(lock, [&] { return failure_ || (!ready_.empty() && ready_.front()); });
    if (failure_) std::rethrow_exception(failure_);
    std::optional<Block> block = std::move(ready_.front());
    ready_.pop_front();
    ++done_;
    room_.notify_one();
    return block;
  }

 private:
  bool is_over() const { return is_stopped_ || next_ == blocks_; }

  const std::size_t blocks_;
  const std::size_t ahead_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::condition_variable news_;
  std::deque<std::optional<Block>> ready_;  // from block done_ on
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  bool is_stopped_ = false;
  std::exception_ptr failure_;
};

std::span<const GameId> ids_of(std::span<const GameId> ids, std::size_t block) {
  const std::size_t first = block * kBlockGames;
  return ids.subspan(first, std::min(kBlockGames, ids.size() - first));
}

void make_blocks(const Connection& connection, std::span<const GameId> ids, BlockQueue& queue) {
  try {
    const ReadSnapshot snapshot(connection);
    BlockMaker maker(connection);
    while (const auto number = queue.take()) queue.put(*number, maker.make(ids_of(ids, *number)));
  } catch (...) {
    queue.stop(std::current_exception());
  }
}

// A connection for each thread, or none where the file has no second door.
std::vector<std::unique_ptr<Connection>> connections(const Connection& connection, unsigned count) {
  std::vector<std::unique_ptr<Connection>> opened;
  if (connection.path().empty() || connection.path() == ":memory:") return opened;
  for (unsigned i = 0; i < count; ++i) {
    auto one = Connection::open(connection.path(), Access::Read);
    if (!one) break;
    opened.push_back(*std::move(one));
  }
  return opened;
}

// Stops the threads before they are waited for, whatever happens.
struct Stop {
  BlockQueue& queue;
  ~Stop() { queue.stop(nullptr); }
};

}  // namespace

void export_games(const Connection& connection, std::span<const GameId> ids, unsigned jobs,
                  const TextReceiver& receive) {
  const std::size_t blocks = (ids.size() + kBlockGames - 1) / kBlockGames;
  const auto doors =
      blocks < 2 ? std::vector<std::unique_ptr<Connection>>() : connections(connection, jobs);
  if (doors.empty()) {
    BlockMaker maker(connection);
    for (std::size_t i = 0; i < blocks; ++i) {
      const Block block = maker.make(ids_of(ids, i));
      receive(block.text, block.games);
    }
    return;
  }
  BlockQueue queue(blocks, kBlocksAhead * doors.size());
  const auto threads = start_threads(static_cast<unsigned>(doors.size()), NoThread::Throw,
                                     [&](unsigned door) { make_blocks(*doors[door], ids, queue); });
  const Stop stop{queue};
  while (const auto block = queue.next()) receive(block->text, block->games);
}

}  // namespace arbiter::db::query
