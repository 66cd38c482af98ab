// Which findings a user wants to see, and how severe each is for them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter {

// Every word list may hold several words in one string, with commas. A word is
// an id, a group ("tags", "legality", ...) or one of "all", "errors",
// "warnings", "notes", "style"; these last go by the catalogue's severities.
// A group stands for all of its ids; those of the export format are in it only where `select` names
// it beside `strict`.
struct SelectionOptions {
  std::vector<std::string> select = {};    // if there are any: these and no others
  std::vector<std::string> ignore = {};    // never these, whatever else is said
  std::vector<std::string> severity = {};  // "WORD=note", "=warning", "=error" or "=off"
  bool strict = false;                     // the rules of the export format too, within `select`
  bool notes = false;                      // show notes as well
};

class Selection {
 public:
  // Everything but Style is on; notes are on but not shown.
  Selection();

  // A finding that is off does not exist for this user.
  bool is_on(DiagnosticCode code) const { return on_[index_of(code)]; }
  const CodeSet& on() const { return on_; }

  // A finding that is on but not shown is only counted.
  bool is_shown(DiagnosticCode code) const { return shown_[index_of(code)]; }
  const CodeSet& shown() const { return shown_; }

  // Note, Warning, Error or Fatal: a rule of the export format that is on is a Warning.
  Severity severity_of(DiagnosticCode code) const { return severity_[index_of(code)]; }

 private:
  friend Result<Selection> make_selection(const SelectionOptions& options);

  CodeSet on_;
  CodeSet shown_;
  std::array<Severity, kDiagnosticCount> severity_;
};

// What a word of such a list stands for. Fails as make_selection() does.
Result<CodeSet> parse_codes(std::string_view word);

// Fails with a sentence that names the word that is not understood and the
// ids nearest to it.
Result<Selection> make_selection(const SelectionOptions& options);

}  // namespace arbiter
