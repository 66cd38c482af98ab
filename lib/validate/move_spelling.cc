#include "lib/validate/move_spelling.h"

#include <fmt/format.h>

#include <string>

#include "lib/laws/ply.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"

namespace arbiter {

MarkFault mark_fault(CheckMark written, CheckMark due) {
  if (due == CheckMark::Mate) {
    if (written == CheckMark::None) {
      return {DiagnosticCode::SanMissingMate, "the move gives checkmate, but has no #"};
    }
    return {DiagnosticCode::SanCheckForMate, "the move gives checkmate: write # instead of +"};
  }
  if (due == CheckMark::Check) {
    if (written == CheckMark::None) {
      return {DiagnosticCode::SanMissingCheck, "the move gives check, but has no +"};
    }
    return {DiagnosticCode::SanMateForCheck, "the move gives check, but not checkmate"};
  }
  if (written == CheckMark::Check) {
    return {DiagnosticCode::SanSpuriousCheck, "the move does not give check"};
  }
  return {DiagnosticCode::SanSpuriousMate, "the move gives neither checkmate nor check"};
}

namespace {

DiagnosticCode disambiguation_code(const San& san, SanDeviations deviations) {
  if (deviations.has(SanDeviation::PinnedTwin)) return DiagnosticCode::OverDisambiguatedPinned;
  if (san.from_file() && san.from_rank()) return DiagnosticCode::OverDisambiguatedSquare;
  return san.from_file() ? DiagnosticCode::OverDisambiguatedFile
                         : DiagnosticCode::OverDisambiguatedRank;
}

std::string disambiguation_sentence(const San& san, SanDeviations deviations) {
  if (deviations.has(SanDeviation::PinnedTwin)) {
    return fmt::format("the other {} cannot legally go to {}, so no file or rank is needed",
                       to_string(san.role()), to_string(san.to()));
  }
  if (san.from_file() && san.from_rank())
    return "a shorter form than the whole square is enough here";
  return fmt::format("only one {} can go to {}", to_string(san.role()), to_string(san.to()));
}

}  // namespace

void report_spelling(GameReporter& reporter, const PlayedSan& move) {
  const auto& [token, san, resolution, before, ply] = move;
  const auto say = [&](DiagnosticCode code, TextSpan span, std::string_view sentence) {
    if (!reporter.wants_or_counts(code)) return;
    const std::string_view text = reporter.game().text_of(token);
    const std::string right = san_of(resolution.move, before);
    reporter.report(code, span,
                    {.message = fmt::format("{} {}: {}", number_text(before), text, sentence),
                     .help = right == text ? "" : fmt::format("write {}", right),
                     .ply = ply,
                     .san = std::string(text),
                     .fen = fen_of(before)});
  };
  const std::string_view text = reporter.game().text_of(token);
  // Where one sign of the move is meant, for moves that begin with the piece's letter.
  const auto sign = [&](std::size_t at, std::size_t length) {
    if (at == std::string_view::npos) return TextSpan(token);
    return TextSpan(token.offset + static_cast<std::uint32_t>(at),
                    static_cast<std::uint32_t>(length));
  };
  const SanDeviations deviations = resolution.deviations;
  if (deviations.has(SanDeviation::CaptureMissing)) {
    say(DiagnosticCode::CaptureXMissing, token, "the move captures, but has no x");
  }
  if (deviations.has(SanDeviation::CaptureSpurious)) {
    say(DiagnosticCode::CaptureXSpurious, sign(text.find('x'), 1),
        fmt::format("there is nothing to capture on {}", to_string(san.to())));
  }
  if (deviations.has(SanDeviation::OverDisambiguated)) {
    const std::size_t length = san.from_file() && san.from_rank() ? 2 : 1;
    say(disambiguation_code(san, deviations), text.size() > 1 ? sign(1, length) : token,
        disambiguation_sentence(san, deviations));
  }
  if (deviations.has(SanDeviation::OtherDisambiguation)) {
    say(DiagnosticCode::NonstandardDisambiguation, sign(1, 1),
        "the file distinguishes the pieces, and SAN prefers it to the rank");
  }
  if (resolution.has_pinned_twin) {
    say(DiagnosticCode::AmbiguousButOneLegal, token,
        fmt::format("two pieces reach {}, but only one can legally go there", to_string(san.to())));
  }
}

}  // namespace arbiter
