// What is wrong with a command in a comment.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

enum class CommandFault : std::uint8_t {
  Malformed,         // no name, or not the arguments that the command has
  Unknown,           // none of clk, emt, egt, mct, eval, csl, cal, evp and tqu
  EvalOutOfRange,    // [%eval ...] with a value that makes no sense
  SquareOutOfRange,  // [%csl ...] with no such colour or square
  ArrowOutOfRange,   // [%cal ...] with no such colour or squares
};

struct CommandFinding {
  CommandFault fault;
  std::string_view words;  // the faulty part, in the command
};

// The first fault of a command with its brackets. Clock times are checked for
// their characters only: what they say is for others to judge.
std::optional<CommandFinding> command_fault(std::string_view command);

}  // namespace arbiter
