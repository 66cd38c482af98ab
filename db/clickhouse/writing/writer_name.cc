#include "db/clickhouse/writing/writer_name.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>

#include "db/clickhouse/cluster/sql_text.h"
#include "lib/os/process.h"

namespace arbiter::clickhouse {

const std::string& writer_name() {
  static const std::string name = [] {
    const std::string process = std::to_string(process_id());
    return fmt::format("{}/{}/{}", machine_name(), process, start_of_process(process));
  }();
  return name;
}

std::uint64_t new_id() {
  static std::atomic<std::uint64_t> count = 0;
  const auto time = std::chrono::system_clock::now().time_since_epoch().count();
  return name_id(fmt::format("{} {} {}", writer_name(), time, ++count));
}

bool may_be_writing(std::string_view writer, bool is_recent) {
  const std::size_t last = writer.rfind('/');
  if (last == std::string_view::npos) return false;
  const std::string_view start = writer.substr(last + 1);
  const std::string_view rest = writer.substr(0, last);
  const std::size_t middle = rest.rfind('/');
  if (middle == std::string_view::npos) return false;
  if (rest.substr(0, middle) != machine_name()) return is_recent;
  return start_of_process(rest.substr(middle + 1)) == start;
}

}  // namespace arbiter::clickhouse
