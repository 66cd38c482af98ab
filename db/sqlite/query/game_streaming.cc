#include "db/sqlite/query/game_streaming.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "db/sqlite/file/more_connections.h"
#include "db/sqlite/games/game_findings.h"
#include "lib/base/threads.h"

namespace arbiter::sqlite {
namespace {

// About a stretch of texts, so that few are unpacked twice.
constexpr std::size_t kBatchGames = 256;

StreamedBatch read_batch(GameReader& games, std::span<const FoundGame> found,
                         const GameStream& stream, const Connection& connection) {
  StreamedBatch batch;
  batch.games.reserve(found.size());
  for (const FoundGame& one : found) {
    auto game = games.game(one.id);
    if (!game) continue;
    StreamedGame& streamed = batch.games.emplace_back();
    streamed.game = *std::move(game);
    streamed.ply = one.ply;
    if (stream.has_records) streamed.record = games.record(one.id);
    if (stream.has_findings) streamed.findings = findings_of(connection, one.id);
  }
  return batch;
}

// A thread's own door to one moment of the file.
struct Door {
  explicit Door(const Connection& own) : connection(own), moment(own), games(own) {}

  const Connection& connection;
  ReadSnapshot moment;
  GameReader games;
};

}  // namespace

void stream_games(SqliteReader& reader, std::span<const FoundGame> found,
                  const GameStream& stream) {
  const auto connections =
      more_connections(reader.connection(), found.size() <= kBatchGames ? 0 : stream.jobs);
  std::deque<Door> doors;
  for (const auto& connection : connections) doors.emplace_back(*connection);

  std::span<const FoundGame> rest = found;
  const auto take = [&]() -> std::optional<std::span<const FoundGame>> {
    if (rest.empty()) return std::nullopt;
    const auto next = rest.first(std::min(kBatchGames, rest.size()));
    rest = rest.subspan(next.size());
    return next;
  };
  const auto make = [&](unsigned door, std::span<const FoundGame> games) {
    StreamedBatch batch =
        doors.empty() ? read_batch(reader.games(), games, stream, reader.connection())
                      : read_batch(doors[door].games, games, stream, doors[door].connection);
    batch.total = found.size();
    if (stream.prepare) stream.prepare(batch);
    return batch;
  };
  run_in_order(static_cast<unsigned>(doors.size()), take, make, stream.receive);
}

}  // namespace arbiter::sqlite
