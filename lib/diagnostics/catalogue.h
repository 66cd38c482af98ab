// The one catalogue of everything that Arbiter says about a game.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lib/diagnostics/code.h"
#include "lib/diagnostics/severity.h"

namespace arbiter {

// What a diagnostic is about. Also a word for --select and --ignore.
enum class Group : std::uint8_t {
  Lexical,     // the file: bytes, lines, tokens
  Tags,        // the tag pairs and their values
  Movetext,    // numbers, comments, variations, NAGs, the terminator
  Spelling,    // moves that are understood but not written as SAN
  Legality,    // moves that the Laws do not allow
  Ending,      // the result against the board
  Draws,       // draws that may be claimed, and draws that come by themselves
  Setup,       // the first position, given by a FEN
  Clocks,      // times on the clocks, against each other and the time control
  Tournament,  // the games of a tournament against each other
};
inline constexpr std::size_t kGroupCount = 10;

// "lexical", "tags", ...
std::string_view to_string(Group group);
std::optional<Group> parse_group(std::string_view name);

// All texts have static storage.
struct CatalogueEntry {
  DiagnosticCode code;
  std::string_view id;  // stable: lower-case letters, digits, hyphens
  Severity severity;    // unless the user chooses another
  Group group;
  std::string_view reference;    // "Laws 3.9.2", "PGN 8.2.3.4", or empty
  std::string_view meaning;      // one line, lower case, no full stop
  std::string_view explanation;  // several lines, for a reader who does not program
  std::string_view example;      // PGN that triggers it
  bool once_per_file;            // reported the first time in each file, then only counted
};

const CatalogueEntry& entry_of(DiagnosticCode code);

// Every entry, in the order of the codes.
std::span<const CatalogueEntry> catalogue();

// The code with exactly this id.
std::optional<DiagnosticCode> parse_code(std::string_view id);

// At most `limit` ids that `id` may have been meant for, the nearest first.
std::vector<std::string_view> ids_like(std::string_view id, std::size_t limit = 3);

}  // namespace arbiter
