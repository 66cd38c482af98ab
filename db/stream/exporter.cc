#include "db/stream/exporter.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "db/model/source.h"
#include "db/model/stored_game.h"

namespace arbiter {
namespace {

// Thrown in the writing thread after the reader has stopped.
struct Abandoned {};

}  // namespace

PositionMark mark_of(const std::optional<PositionQuery>& query, bool is_anywhere) {
  if (!query) return {};
  return {.is_match = [&query](const Position& position) { return query->finds(position); },
          .is_anywhere = is_anywhere};
}

void export_games(Storage& storage, const Export& order) {
  const auto write = [&order](StreamedBatch& batch) {
    StoredPgn pgn(order.shape, mark_of(order.query.position));
    for (const StreamedGame& streamed : batch.games) {
      if (std::ranges::binary_search(order.excluded, streamed.game.id)) continue;
      pgn.append(streamed.game, streamed.record, batch.text);
    }
    batch.set_aside = pgn.pieces_set_aside();
    batch.emptied = pgn.emptied_games();
  };
  const auto receive = [&](const StreamedBatch& batch) {
    order.receive({batch.text, batch.games.size(), batch.total, batch.set_aside, batch.emptied});
  };
  storage.stream(order.query, {.jobs = order.jobs, .prepare = write, .receive = receive});
}

// A writer that buffers the batch being read and the next one.
class StoredText::Writer {
 public:
  Writer(Storage& storage, FindQuery query, unsigned jobs)
      : thread_([this, &storage, query = std::move(query), jobs] { write(storage, query, jobs); }) {
  }

  ~Writer() {
    {
      const std::lock_guard lock(mutex_);
      is_abandoned_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  std::size_t read(std::span<char> into) {
    while (at_ == current_.size()) {
      if (!next()) return 0;
    }
    const std::size_t size = std::min(into.size(), current_.size() - at_);
    std::memcpy(into.data(), current_.data() + at_, size);
    at_ += size;
    return size;
  }

 private:
  void write(Storage& storage, const FindQuery& query, unsigned jobs) {
    std::exception_ptr failure;
    try {
      const auto receive = [this](const ExportedGames& games) { put(games); };
      export_games(storage, {.query = query, .jobs = jobs, .receive = receive});
    } catch (const Abandoned&) {
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    is_over_ = true;
    changed_.notify_all();
  }

  void put(const ExportedGames& games) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty() || is_abandoned_; });
    if (is_abandoned_) throw Abandoned();
    waiting_ = games.pgn;
    changed_.notify_all();
  }

  bool next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || is_over_; });
    if (waiting_.empty() && failure_) std::rethrow_exception(failure_);
    current_.clear();
    at_ = 0;
    current_.swap(waiting_);
    changed_.notify_all();
    return !current_.empty();
  }

  // current_ and at_ are used only by the reading thread.
  std::string current_;
  std::size_t at_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;  // if empty, the next batch can be written
  bool is_over_ = false;
  bool is_abandoned_ = false;
  std::exception_ptr failure_;

  std::thread thread_;  // must be the last member, because it uses all others
};

StoredText::StoredText(Storage& storage, FindQuery query, unsigned jobs)
    : writer_(std::make_unique<Writer>(storage, std::move(query), jobs)) {}

StoredText::~StoredText() = default;

std::size_t StoredText::read(std::span<char> into) { return writer_->read(into); }

namespace {

std::uint64_t checksum_of(const StreamedGame& streamed) {
  Fingerprint checksum;
  const auto add = [&](std::uint64_t value) {
    checksum.add({reinterpret_cast<const char*>(&value), sizeof value});
  };
  const auto add_text = [&](std::string_view text) {
    add(text.size());
    checksum.add(text);
  };
  GameView view = view_of(streamed.game);
  view[GameNumber::Id] = 0;
  for (const std::string_view text : view.texts) add_text(text);
  add_text(view.start);
  add_text(streamed.record);
  for (const std::uint64_t number : view.numbers) add(number);
  add(streamed.game.offset);
  add(streamed.game.line);
  for (const Move move : streamed.game.moves) add(move.bits());
  return checksum.value();
}

}  // namespace

std::map<std::string, ContentSums> content_sums(Storage& storage, unsigned jobs) {
  std::map<std::string, ContentSums> all;
  const auto receive = [&](const StreamedBatch& batch) {
    for (const StreamedGame& streamed : batch.games) {
      ContentSums& sums = all[streamed.game.source];
      ++sums.games;
      sums.plies += streamed.game.plies;
      sums.content += checksum_of(streamed);
    }
  };
  storage.stream({}, {.jobs = jobs, .receive = receive});
  return all;
}

}  // namespace arbiter
