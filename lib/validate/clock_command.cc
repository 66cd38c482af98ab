#include "lib/validate/clock_command.h"

#include "lib/base/text.h"

namespace arbiter {
std::optional<ClockCommand> read_clock_command(std::string_view command) {
  constexpr std::size_t kNameEnd = 5;  // "[%clk"
  if (command.size() <= kNameEnd + 1 || !command.starts_with("[%") || command.back() != ']') {
    return std::nullopt;
  }
  const CommandKind kind = command_kind(command.substr(2, 3));
  if (!is_time_command(kind) || static_cast<unsigned char>(command[kNameEnd]) > ' ') return std::nullopt;
  const std::string_view words = trim(command.substr(kNameEnd, command.size() - kNameEnd - 1));
  const auto reading = read_clock(words);
  if (!reading) return std::nullopt;
  return ClockCommand{kind, *reading, words};
}

}  // namespace arbiter
