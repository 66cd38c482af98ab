#include "db/import/import_listener.h"

namespace arbiter {

void ImportEnd::add(const ImportEnd& other) {
  sources += other.sources;
  bytes += other.bytes;
  lines += other.lines;
  games += other.games;
  plies += other.plies;
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) findings[i] += other.findings[i];
  illegal += other.illegal;
  unwanted += other.unwanted;
  duplicates += other.duplicates;
  replaced += other.replaced;
  kept += other.kept;
  removed += other.removed;
  batches += other.batches;
  set_aside += other.set_aside;
  lines_between += other.lines_between;
  was_stopped |= other.was_stopped;
  if (!refused) refused = other.refused;
}

}  // namespace arbiter
