#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// One diagnostic of each severity.
constexpr DiagnosticCode kFatal = DiagnosticCode::Pinned;
constexpr DiagnosticCode kError = DiagnosticCode::ResultMismatch;
constexpr DiagnosticCode kWarning = DiagnosticCode::SanMissingCheck;
constexpr DiagnosticCode kNote = DiagnosticCode::ThreefoldOnBoard;
constexpr DiagnosticCode kStyle = DiagnosticCode::StrOrder;

// Returns a letter for each of the five diagnostics, which is that of its severity. The letter is
// in lower case if the diagnostic is only counted, and "." if it is off.
std::string treatment(const Selection& selection) {
  std::string letters;
  for (const DiagnosticCode code : {kFatal, kError, kWarning, kNote, kStyle}) {
    const char letter = "SNWEF"[static_cast<int>(selection.severity_of(code))];
    const char small = static_cast<char>(letter - 'A' + 'a');
    letters += !selection.is_on(code) ? '.' : selection.is_shown(code) ? letter : small;
  }
  return letters;
}

TEST_CASE("by default notes are only counted and the export format is off", "[selection]") {
  CHECK(treatment(Selection()) == "FEWn.");
  const auto made = make_selection({});
  REQUIRE(made.has_value());
  for (const CatalogueEntry& entry : catalogue()) {
    CAPTURE(entry.id);
    CHECK(made->is_on(entry.code) == (entry.severity != Severity::Style));
    CHECK(made->is_shown(entry.code) == (entry.severity >= Severity::Warning));
    CHECK(made->shown()[index_of(entry.code)] == made->is_shown(entry.code));
  }
}

TEST_CASE("options select findings and their severities", "[selection]") {
  struct Case {
    SelectionOptions options;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {{.select = {"all"}}, "FEWNW"},
      {{.select = {"errors"}}, "FE..."},
      {{.select = {"warnings"}}, "..W.."},
      {{.select = {"notes"}}, "...N."},
      {{.select = {"style"}}, "....W"},
      {{.select = {"errors,notes"}}, "FE.N."},
      {{.select = {"errors", " notes "}}, "FE.N."},
      {{.select = {""}}, "FEWn."},
      {{.select = {"pinned"}}, "F...."},
      {{.select = {"legality,draws"}}, "F..N."},
      {{.select = {"tags"}}, "....."},
      {{.select = {"tags"}, .strict = true}, "....W"},
      {{.select = {"pinned"}, .strict = true}, "F...."},
      {{.select = {"legality"}, .strict = true}, "F...."},
      {{.select = {"all"}, .strict = true}, "FEWNW"},
      {{.select = {"tags"}, .ignore = {"str-order"}, .strict = true}, "....."},
      {{.select = {"str-order"}}, "....W"},
      {{.ignore = {"pinned"}}, ".EWn."},
      {{.ignore = {"errors", "draws"}}, "..W.."},
      {{.ignore = {"all"}}, "....."},
      {{.select = {"all"}, .ignore = {"warnings"}}, "FE.NW"},
      {{.ignore = {"style"}, .strict = true}, "FEWn."},
      {{.strict = true}, "FEWnW"},
      {{.notes = true}, "FEWN."},
      {{.strict = true, .notes = true}, "FEWNW"},
      {{.severity = {"pinned=off"}}, ".EWn."},
      {{.severity = {"pinned=note"}}, "nEWn."},
      {{.severity = {"pinned=note"}, .notes = true}, "NEWN."},
      {{.select = {"pinned"}, .severity = {"pinned=note"}}, "N...."},
      {{.severity = {"pinned=warning"}}, "WEWn."},
      {{.severity = {"pinned=error"}}, "FEWn."},
      {{.severity = {"threefold-on-board=error"}}, "FEWE."},
      {{.severity = {"str-order=error"}}, "FEWnE"},
      {{.severity = {"style=note"}}, "FEWnn"},
      {{.severity = {"draws=warning,errors=warning"}}, "WWWW."},
      {{.severity = {"pinned=off", "pinned=warning"}}, "WEWn."},
      {{.ignore = {"pinned"}, .severity = {"pinned=error"}}, ".EWn."},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i, cases[i].expected);
    const auto selection = make_selection(cases[i].options);
    REQUIRE(selection.has_value());
    CHECK(treatment(*selection) == cases[i].expected);
  }
}

TEST_CASE("an unknown word is named in the error", "[selection]") {
  struct Case {
    SelectionOptions options;
    std::string expected;  // part of the message
  };
  const std::vector<Case> cases = {
      {{.select = {"pined"}}, "'pined'; did you mean pinned?"},
      {{.select = {"pinned,result-missmatch"}}, "did you mean result-mismatch"},
      {{.ignore = {"legalty"}}, "did you mean legality?"},
      {{.ignore = {"error"}}, "did you mean errors"},
      {{.ignore = {"PINNED"}}, "'PINNED'"},
      {{.select = {"qwertyuiop"}}, "`arbiter explain` lists all"},
      {{.select = {"result"}}, "mate-vs-result,"},
      {{.select = {"date"}}, "did you mean date-format,date-impossible,date-future,"},
      {{.severity = {"pined=off"}}, "did you mean pinned?"},
      {{.severity = {"pinned"}}, "invalid value 'pinned' (expected ID=note"},
      {{.severity = {"pinned=bad"}}, "invalid value 'pinned=bad' (expected ID=note"},
      {{.severity = {"pinned=Error"}}, "invalid value"},
      {{.severity = {"=error"}}, "unknown diagnostic ''"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.expected);
    const auto selection = make_selection(c.options);
    REQUIRE_FALSE(selection.has_value());
    CAPTURE(selection.error());
    CHECK(selection.error().find(c.expected) != std::string::npos);
  }
}

}  // namespace
}  // namespace arbiter::testing
