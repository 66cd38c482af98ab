#include "lib/pgn/comment_command.h"

namespace arbiter {

CommandKind command_kind(std::string_view name) {
  for (const NamedCommand& row : kNamedCommands) {
    if (row.name == name) return row.kind;
  }
  return CommandKind::Unknown;
}

}  // namespace arbiter
