#include "db/clickhouse/wire/endpoint.h"

#include <mutex>
#include <utility>

namespace arbiter::clickhouse {
namespace {

constexpr std::chrono::milliseconds kSilence{700};

std::mutex& mutex() {
  static std::mutex mutex;
  return mutex;
}

WaitListener& wait_listener() {
  static WaitListener listener;
  return listener;
}

}  // namespace

void set_wait_listener(WaitListener listener) { wait_listener() = std::move(listener); }

void report_wait(std::chrono::steady_clock::time_point begin, const std::string& reason) {
  if (std::chrono::steady_clock::now() - begin < kSilence) return;
  const std::lock_guard lock(mutex());
  if (wait_listener()) wait_listener()(reason);
}

}  // namespace arbiter::clickhouse
