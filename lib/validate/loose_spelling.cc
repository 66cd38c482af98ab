#include "lib/validate/loose_spelling.h"

#include <array>
#include <cstddef>

namespace arbiter {
namespace {

struct Entry {
  SpellingDeviation deviation;
  DiagnosticCode code;
  std::string_view sentence;
};

// In the order of SpellingDeviation.
constexpr std::array<Entry, kSpellingDeviationCount> kEntries = {{
    {SpellingDeviation::CheckSpelling, DiagnosticCode::SanCheckSpelling,
     "check is written + and checkmate #"},
    {SpellingDeviation::CaptureSign, DiagnosticCode::CaptureXMissing,
     "a capture is written with x"},
    {SpellingDeviation::PromotionSign, DiagnosticCode::PromoNoEquals,
     "the new piece is written after =, as in e8=Q"},
    {SpellingDeviation::PromotionImpossible, DiagnosticCode::PromoToKingOrPawn,
     "a pawn becomes a queen, rook, bishop or knight"},
    {SpellingDeviation::ZeroCastling, DiagnosticCode::ZeroCastling,
     "castling is written with capital letters O, not zeros"},
    {SpellingDeviation::LowerCaseCastling, DiagnosticCode::LowerCaseCastling,
     "castling is written with capital letters O"},
    {SpellingDeviation::DashCastling, DiagnosticCode::DashCastling,
     "castling is written O-O or O-O-O, with hyphens"},
    {SpellingDeviation::LongAlgebraic, DiagnosticCode::LongAlgebraic,
     "this is long algebraic notation; SAN names the square of origin only if necessary"},
    {SpellingDeviation::Uci, DiagnosticCode::UciMove, "this is the notation of chess engines"},
    {SpellingDeviation::PawnLetter, DiagnosticCode::PawnLetter, "pawns have no letter"},
    {SpellingDeviation::LowerCasePiece, DiagnosticCode::LowerCasePiece,
     "pieces have capital letters"},
    {SpellingDeviation::Figurine, DiagnosticCode::Figurine, "pieces are written with letters"},
    {SpellingDeviation::ForeignLetter, DiagnosticCode::ForeignPieceLetters,
     "the piece letter is not English"},
    {SpellingDeviation::EnglishLetter, DiagnosticCode::MixedPieceLetters,
     "the piece letter is English, unlike others in the game"},
    {SpellingDeviation::EnPassantMark, DiagnosticCode::EpSuffix, "SAN does not mark en passant"},
    {SpellingDeviation::NullMove, DiagnosticCode::NullMove, "a null move is not a chess move"},
    {SpellingDeviation::Suffix, DiagnosticCode::SuffixIllegal,
     "a move has at most one of the suffixes ! ? !! !? ?! ??, after + and #"},
    {SpellingDeviation::TextGlyph, DiagnosticCode::TextGlyphs,
     "assessments are written as NAGs, such as $18 for +-"},
}};

const Entry& entry_of(SpellingDeviation deviation) {
  return kEntries[static_cast<std::size_t>(deviation)];
}

}  // namespace

DiagnosticCode code_of(SpellingDeviation deviation) { return entry_of(deviation).code; }

std::string_view sentence_of(SpellingDeviation deviation) { return entry_of(deviation).sentence; }

SpellingDeviations without(SpellingDeviations all, SpellingDeviation deviation) {
  SpellingDeviations rest;
  for (const Entry& entry : kEntries) {
    if (entry.deviation != deviation && all.has(entry.deviation)) rest.add(entry.deviation);
  }
  return rest;
}

}  // namespace arbiter
