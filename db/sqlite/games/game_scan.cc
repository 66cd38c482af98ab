#include "db/sqlite/games/game_scan.h"

namespace arbiter::sqlite {
namespace {

// More threads cost more than they spare below this.
constexpr std::int64_t kWorthSharing = 10'000;

}  // namespace

SpanReaders::SpanReaders(const Connection& connection, GameSpan all, unsigned jobs)
    : connection_(connection) {
  if (jobs > 1 && number_of(all.last) - number_of(all.first) >= kWorthSharing) {
    own_ = more_connections(connection, jobs);
  }
}

}  // namespace arbiter::sqlite
