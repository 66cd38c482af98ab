// Messages while requests are retried.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace arbiter::clickhouse {

// Receives the reason for a wait, one call at a time.
using WaitListener = std::function<void(const std::string& reason)>;
void set_wait_listener(WaitListener listener);

// Passes the reason on if the wait began more than a second ago.
void report_wait(std::chrono::steady_clock::time_point begin, const std::string& reason);

}  // namespace arbiter::clickhouse
