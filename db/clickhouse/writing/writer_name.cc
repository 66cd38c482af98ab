#include "db/clickhouse/writing/writer_name.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>

#include "db/clickhouse/cluster/sql_text.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::size_t kStartField = 20;  // index of the start time after the program name
constexpr std::string_view kEnded = ") Z";

std::string machine() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

// Returns the start time of a process in ticks since the machine was started. Returns an empty text
// if the process does not exist or is a zombie.
std::string start_of(std::string_view process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::size_t at = text.rfind(')');
  if (at == std::string::npos || text.compare(at, kEnded.size(), kEnded) == 0) return {};
  for (std::size_t field = 0; field < kStartField && at != std::string::npos; ++field) {
    at = text.find(' ', at + 1);
  }
  if (at == std::string::npos) return {};
  return text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

}  // namespace

const std::string& writer_name() {
  static const std::string name = [] {
    const std::string process = std::to_string(::getpid());
    return fmt::format("{}/{}/{}", machine(), process, start_of(process));
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
  if (rest.substr(0, middle) != machine()) return is_recent;
  return start_of(rest.substr(middle + 1)) == start;
}

}  // namespace arbiter::clickhouse
