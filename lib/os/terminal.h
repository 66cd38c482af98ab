// Standard streams and terminals.
#pragma once

#include <cstddef>
#include <optional>

namespace arbiter {

struct TerminalSize {
  std::size_t columns = 0;
  std::size_t lines = 0;
};

bool is_terminal(int descriptor);

// Returns the size of a terminal in character cells; nothing if it is unknown.
std::optional<TerminalSize> terminal_size(int descriptor);

// Checks for a terminal that shows no colours and cannot move its cursor.
bool is_dumb_terminal();

// Opens closed standard streams on an empty file, so that no opened file receives such a
// descriptor, and with it the printed text. Each is open for the wrong direction: its use fails as
// before, rather than reading no games or losing results. Prepares terminals for text in UTF-8.
// Returns false on failure.
bool prepare_standard_streams();

}  // namespace arbiter
