// Selection of diagnostics, and their severities.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter {

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
