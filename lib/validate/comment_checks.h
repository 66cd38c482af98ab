// Checks of comments: braces, and commands such as [%clk 0:10:00] (PGN 5; supplement 3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/clock_checks.h"

namespace arbiter {

// The receiver of the clock times in a comment after the half-move `ply`.
struct ClockReceiver {
  ClockChecks& clocks;
  std::uint32_t ply;
};

// Checks a brace comment. Text without commands is scanned at memory speed; a well-formed command
// costs about 3 ns.
void check_comment(GameReporter& reporter, const Token& comment);

// Checks a comment of the main line, whose clock times go to `receiver`.
void check_comment(GameReporter& reporter, const Token& comment, const ClockReceiver& receiver);

// Returns the clock of a comment that contains nothing else, except for an optional evaluation
// before it; otherwise null. For these comments, check_comment() only sends the clock to the
// receiver.
inline const CommentCommand* only_clock(const PgnGame& game, const Token& comment) {
  const CommentCommand* const first = game.commands.data() + comment.first_command();
  const std::size_t count = comment.command_count();
  const bool may_be_only = count == 1 || (count == 2 && first->kind == CommandKind::Evaluation);
  if (comment.has_text() || !may_be_only || !is_time_command(first[count - 1].kind)) return nullptr;
  return first + count - 1;
}

// Parts of check_comment().
void report_unknown(GameReporter& reporter, const CommentCommand& command);
void check_with_care(GameReporter& reporter, const Token& comment, const ClockReceiver* receiver);

inline void check_comment(GameReporter& reporter, const Token& comment) {
  for (const CommentCommand& command : reporter.game().commands_of(comment)) {
    if (command.kind == CommandKind::Unknown) report_unknown(reporter, command);
  }
  if (comment.has_inner_sign()) check_with_care(reporter, comment, nullptr);
}

inline void check_comment(GameReporter& reporter, const Token& comment,
                          const ClockReceiver& receiver) {
  for (const CommentCommand& command : reporter.game().commands_of(comment)) {
    if (is_time_command(command.kind)) {
      receiver.clocks.command(command, receiver.ply);
    } else if (command.kind == CommandKind::Unknown) {
      report_unknown(reporter, command);
    }
  }
  if (comment.has_inner_sign()) check_with_care(reporter, comment, &receiver);
}

struct CommandFinding {
  DiagnosticCode code;
  std::string_view words;  // the faulty part of the command
};

// Returns the first fault of a command with its brackets. Checks only the characters of clock
// times.
std::optional<CommandFinding> command_fault(std::string_view command);

}  // namespace arbiter
