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

// Checks for a terminal without colours and cursor movement.
bool is_dumb_terminal();

// Opens closed standard streams on an empty file, so that no later file gets their descriptors and
// the printed text. Each is opened in the wrong direction, so that its use still fails instead of
// reading no games or losing results. Prepares terminals for text in UTF-8. Returns false on
// failure.
bool prepare_standard_streams();

}  // namespace arbiter
