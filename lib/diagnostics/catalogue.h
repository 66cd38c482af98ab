// The catalogue of all diagnostics, the selection that a user makes from it, and a table of the
// articles of the Laws of Chess.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

// The code of a diagnostic. Each catalogue entry has one code. The compiler checks that both are in
// the same order. Codes are separate from the strings, because nearly every source file needs codes
// and few need strings. Numbers may change between versions; the id (`entry_of(code).id`) is
// stable.
enum class DiagnosticCode : std::uint16_t {
#define ARBITER_CODE(name) name,
#include "lib/diagnostics/codes.inc"
#undef ARBITER_CODE
};

// The number of codes.
inline constexpr std::size_t kDiagnosticCount = 0
#define ARBITER_CODE(name) +1
#include "lib/diagnostics/codes.inc"
#undef ARBITER_CODE
    ;

constexpr std::size_t index_of(DiagnosticCode code) { return static_cast<std::size_t>(code); }

// A set of codes; index_of() is the bit number.
using CodeSet = std::bitset<kDiagnosticCount>;

// Severities in ascending order.
enum class Severity : std::uint8_t {
  Style,    // violates only the export format; reported with --strict
  Note,     // worth mentioning, but not wrong
  Warning,  // violates the PGN standard or is doubtful, but the meaning is clear
  Error,    // the game or its score sheet is wrong
  Fatal,    // an error after which the rest of the game is not replayed
};

// Returns the displayed word: "note", "warning" (also for Style) or "error" (also for Fatal).
constexpr std::string_view to_string(Severity severity) {
  constexpr std::string_view kNames[] = {"warning", "note", "warning", "error", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

// The subject of a diagnostic, which --select and --ignore accept too.
enum class Group : std::uint8_t {
  Lexical,
  Tags,        // the tag pairs and their values
  Movetext,    // numbers, comments, variations, NAGs, the terminator
  Spelling,    // moves that are understood but are not in SAN
  Legality,    // moves that the Laws do not allow
  Ending,      // the result, compared with the board
  Draws,       // claimable draws and automatic draws
  Setup,       // the initial position, given by a FEN
  Clocks,      // clock times, compared with each other and the time control
  Tournament,  // the games of a tournament, compared with each other
};
inline constexpr std::size_t kGroupCount = 10;

std::string_view to_string(Group group);
std::optional<Group> parse_group(std::string_view name);

// One diagnostic of the catalogue. All strings have static storage.
struct CatalogueEntry {
  DiagnosticCode code;
  std::string_view id;  // stable: lower-case letters, digits, hyphens
  Severity severity;    // the default severity
  Group group;
  std::string_view reference;    // "Laws 3.9.2", "PGN 8.2.3.4", or empty
  std::string_view meaning;      // one line, lower case, no full stop
  std::string_view explanation;  // several lines, for readers who do not program
  std::string_view example;      // PGN that triggers the diagnostic
  bool once_per_file;            // reported only once in each file, then only counted
};

const CatalogueEntry& entry_of(DiagnosticCode code);

std::span<const CatalogueEntry> catalogue();

// Returns the code with exactly this id.
std::optional<DiagnosticCode> parse_code(std::string_view id);

// Returns at most `limit` ids that are spelled like `id`, the closest first.
std::vector<std::string_view> ids_like(std::string_view id, std::size_t limit = 3);

// An article of the FIDE Laws of Chess in force since 2023-01-01. Rules of earlier editions are
// cited by their number in this edition. All texts have static storage.
struct LawsArticle {
  std::string_view number;  // "5.2.2", "A.5.2", "Guidelines III.4"
  std::string_view gist;    // one sentence in Arbiter's own words, without a full stop
};

// Returns every cited article, in the order of the Laws.
std::span<const LawsArticle> articles();

// Returns the article with this number; null if it is never cited.
const LawsArticle* find_article(std::string_view number);

// Words that select diagnostics and set their severity. Each list entry may contain several words,
// separated by commas. A word is an id, a group ("tags", "legality", ...) or one of "all",
// "errors", "warnings", "notes", "style". "errors", "warnings", "notes" and "style" use the
// severities of the catalogue. A group in `select` includes its export format rules only if
// `strict` is set.
struct SelectionOptions {
  std::vector<std::string> select = {};    // if not empty, only these diagnostics are on
  std::vector<std::string> ignore = {};    // these diagnostics are off, even if selected
  std::vector<std::string> severity = {};  // "WORD=note", "=warning", "=error" or "=off"
  bool strict = false;                     // includes export format rules, if selected
  bool notes = false;                      // also shows notes
};

class Selection {
 public:
  // All diagnostics except Style are on. Notes are on, but not shown.
  Selection();

  // Checks whether a diagnostic is on. A diagnostic that is off is not even counted.
  bool is_on(DiagnosticCode code) const { return on_[index_of(code)]; }
  const CodeSet& on() const { return on_; }

  // Checks whether a diagnostic is shown. A diagnostic that is on, but not shown, is only counted.
  bool is_shown(DiagnosticCode code) const { return shown_[index_of(code)]; }
  const CodeSet& shown() const { return shown_; }

  // Returns Note, Warning, Error or Fatal. An export format rule that is on is a Warning.
  Severity severity_of(DiagnosticCode code) const { return severity_[index_of(code)]; }

 private:
  friend Result<Selection> make_selection(const SelectionOptions& options);

  CodeSet on_;
  CodeSet shown_;
  std::array<Severity, kDiagnosticCount> severity_;
};

// Returns the codes named by one word of a selection list, or the errors of make_selection().
Result<CodeSet> parse_codes(std::string_view word);

// Returns a selection, or an error with the unknown word and the closest ids.
Result<Selection> make_selection(const SelectionOptions& options);

}  // namespace arbiter
