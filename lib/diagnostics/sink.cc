#include "lib/diagnostics/sink.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/diagnostics/catalogue.h"

namespace arbiter {

void DiagnosticSink::start_file() {
  finish_game();
  wanted_now_ = wanted_;
  received_ = 0;
}

void DiagnosticSink::report(Diagnostic diagnostic) {
  const DiagnosticCode code = diagnostic.code;
  count(code);
  if (!wants(code)) return;
  if (entry_of(code).once_per_file) wanted_now_.reset(index_of(code));
  note(diagnostic);
  receive(std::move(diagnostic));
}

// Counts a received finding. At a limit, the sink stops receiving findings of this kind, or all
// findings.
void DiagnosticSink::note(const Diagnostic& diagnostic) {
  const std::size_t kind = index_of(diagnostic.code);
  if (is_in_game_) {
    has_findings_in_game_ = true;
    if (++received_of_kind_[kind] == kMaxOfKind) {
      wanted_now_.reset(kind);
      LastOfKind& last = last_of_kind_.emplace_back();
      last.place = {.code = diagnostic.code, .offset = diagnostic.offset};
      last.place.length = diagnostic.length;
      last.place.game = diagnostic.game;
      last.count = counts_[kind];
    }
  }
  if (++received_ == kMaxInChunk) fill_up();
}

void DiagnosticSink::fill_up() {
  wanted_later_ = wanted_now_;
  counts_at_most_ = counts_;
  for (const LastOfKind& last : last_of_kind_) {
    wanted_later_.set(index_of(last.place.code));
    counts_at_most_[index_of(last.place.code)] = last.count;
  }
  last_of_kind_.clear();
  wanted_now_.reset();
}

void DiagnosticSink::close_game() {
  has_findings_in_game_ = false;
  received_of_kind_.fill(0);
  for (LastOfKind& last : std::exchange(last_of_kind_, {})) {
    const DiagnosticCode code = last.place.code;
    const std::uint64_t more = count_of(code) - last.count;
    if (received_ < kMaxInChunk) {
      wanted_now_.set(index_of(code));
    } else {
      wanted_later_.set(index_of(code));
      counts_at_most_[index_of(code)] = last.count;
      continue;
    }
    if (more == 0) continue;
    last.place.code = DiagnosticCode::TooManyInGame;
    last.place.message = fmt::format("this game has {} more findings of {}, which are only counted",
                                     more, entry_of(code).id);
    report(std::move(last.place));
  }
}

std::uint64_t DiagnosticSink::withheld() const {
  if (received_ < kMaxInChunk) return 0;
  std::uint64_t withheld = 0;
  for (std::size_t kind = 0; kind < kDiagnosticCount; ++kind) {
    if (!wanted_later_[kind]) continue;
    const std::uint64_t more = counts_[kind] - counts_at_most_[kind];
    const bool is_once = entry_of(static_cast<DiagnosticCode>(kind)).once_per_file;
    withheld += is_once ? std::min<std::uint64_t>(more, 1) : more;
  }
  return withheld;
}

}  // namespace arbiter
