#include "lib/validate/clock_command.h"

#include "lib/base/text.h"

namespace arbiter::validate {
namespace {

std::optional<ClockCommandKind> kind_of(std::string_view name) {
  if (name == "clk") return ClockCommandKind::TimeLeft;
  if (name == "emt") return ClockCommandKind::Elapsed;
  if (name == "egt") return ClockCommandKind::ElapsedInGame;
  if (name == "mct") return ClockCommandKind::MechanicalTime;
  return std::nullopt;
}

}  // namespace

std::optional<ClockCommand> read_clock_command(std::string_view command) {
  constexpr std::size_t kNameEnd = 5;  // "[%clk"
  if (command.size() <= kNameEnd + 1 || !command.starts_with("[%") || command.back() != ']') {
    return std::nullopt;
  }
  const auto kind = kind_of(command.substr(2, 3));
  if (!kind || static_cast<unsigned char>(command[kNameEnd]) > ' ') return std::nullopt;
  const std::string_view words = trim(command.substr(kNameEnd, command.size() - kNameEnd - 1));
  const auto reading = read_clock(words);
  if (!reading) return std::nullopt;
  return ClockCommand{*kind, *reading, words};
}

}  // namespace arbiter::validate
