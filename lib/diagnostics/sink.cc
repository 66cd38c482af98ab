#include "lib/diagnostics/sink.h"

#include "lib/diagnostics/catalogue.h"

namespace arbiter::diagnostics {

void DiagnosticSink::report(Diagnostic diagnostic) {
  const DiagnosticCode code = diagnostic.code;
  count(code);
  if (!wants(code)) return;
  if (entry_of(code).once_per_file) wanted_now_.reset(index_of(code));
  receive(std::move(diagnostic));
}

}  // namespace arbiter::diagnostics
