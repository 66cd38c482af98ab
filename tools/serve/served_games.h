// The games of a server, queried on several threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "tools/cli/game_input.h"

namespace arbiter {

class ServedGames {
 public:
  // Opens the database, or reads the files into a private store.
  static Result<std::unique_ptr<ServedGames>> open(const GameInput& input, Console& console);

  // Returns a store that no other thread uses. A database is opened for each thread; a private
  // store is shared by waiting. A store must not outlive this object. Throws Interrupted if the
  // query is stopped meanwhile.
  Result<std::shared_ptr<Storage>> take();

  // Closes stores of a database that were opened a while ago. Later queries then see new games, and
  // old snapshots are released.
  void close_old();

  // Returns the database or the files for commands, without a password.
  const std::vector<std::string>& names() const { return names_; }
  bool is_complete() const { return is_complete_; }
  // Returns whether several threads can query at the same time.
  bool is_read_by_many() const { return is_database_; }

 private:
  struct Idle {
    std::shared_ptr<Storage> storage;
    std::chrono::steady_clock::time_point opened;
  };

  explicit ServedGames(const GameInput& input);
  std::shared_ptr<Storage> lend(Idle one);
  bool is_old(const Idle& one) const;

  GameInput input_;  // with one thread per request for databases
  std::vector<std::string> names_;
  bool is_database_;
  bool is_complete_ = true;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<Idle> idle_;
};

}  // namespace arbiter
