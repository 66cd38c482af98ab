// The selected diagnostics, and their severities.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter {

// Each list entry may contain several words, separated by commas. A word is an id, a group ("tags",
// "legality", ...) or one of "all", "errors", "warnings", "notes", "style". The words from "errors"
// on use the severities of the catalogue. A group includes all of its ids; those of the export
// format only if `select` names it and `strict` is set.
struct SelectionOptions {
  std::vector<std::string> select = {};    // if not empty, only these
  std::vector<std::string> ignore = {};    // never these, even if selected
  std::vector<std::string> severity = {};  // "WORD=note", "=warning", "=error" or "=off"
  bool strict = false;                     // also the rules of the export format, if selected
  bool notes = false;                      // show notes as well
};

class Selection {
 public:
  // Turns on everything but Style. Notes are on, but not shown.
  Selection();

  // Checks whether a diagnostic is on. One that is off is not even counted.
  bool is_on(DiagnosticCode code) const { return on_[index_of(code)]; }
  const CodeSet& on() const { return on_; }

  // Checks whether a diagnostic is shown. One that is on, but not shown, is only counted.
  bool is_shown(DiagnosticCode code) const { return shown_[index_of(code)]; }
  const CodeSet& shown() const { return shown_; }

  // Returns Note, Warning, Error or Fatal. A rule of the export format that is on is a Warning.
  Severity severity_of(DiagnosticCode code) const { return severity_[index_of(code)]; }

 private:
  friend Result<Selection> make_selection(const SelectionOptions& options);

  CodeSet on_;
  CodeSet shown_;
  std::array<Severity, kDiagnosticCount> severity_;
};

// Returns the codes named by one word of a selection list, or the errors of make_selection().
Result<CodeSet> parse_codes(std::string_view word);

// Returns a selection, or an error that names the unknown word and the closest ids.
Result<Selection> make_selection(const SelectionOptions& options);

}  // namespace arbiter
