#include "lib/validate/form_findings.h"

#include <fmt/format.h>

namespace arbiter {

std::vector<LocatedDiagnostic> findings_before_reading(const TextForm& form) {
  std::vector<LocatedDiagnostic> findings;
  if (form.encoding) {
    findings.push_back(
        {.diagnostic = {
             .code = DiagnosticCode::Utf16,
             .message = fmt::format("the file is in {}, which other PGN readers cannot read; it is "
                                    "converted to UTF-8 and checked",
                                    to_string(*form.encoding))}});
  }
  if (form.is_html) {
    findings.push_back(
        {.diagnostic = {.code = DiagnosticCode::HtmlPage,
                        .message = "the file is an HTML page; its tags and entities are removed "
                                   "before it is checked"}});
  }
  return findings;
}

std::optional<LocatedDiagnostic> finding_after_reading(const TextForm& form,
                                                       const FileTotals& totals) {
  if (form.guess.empty()) return std::nullopt;
  const bool is_converted = !form.converted_from.empty();
  return LocatedDiagnostic{.diagnostic = {.code = is_converted ? DiagnosticCode::EncodingGuessed
                                                               : DiagnosticCode::EncodingUnsure,
                                          .offset = totals.bytes,
                                          .message = guess_text(form)},
                           .line = totals.lines + 1};
}

}  // namespace arbiter
