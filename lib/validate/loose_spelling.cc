#include "lib/validate/loose_spelling.h"

#include <array>
#include <cstddef>

namespace arbiter::validate {

namespace {

struct Entry {
  Looseness looseness;
  DiagnosticCode code;
  std::string_view sentence;
};

// In the order of Looseness.
constexpr std::array<Entry, kLoosenessCount> kEntries = {{
    {Looseness::CheckSpelling, DiagnosticCode::SanCheckSpelling,
     "check is written + and checkmate #"},
    {Looseness::CaptureSign, DiagnosticCode::CaptureXMissing, "a capture is written with x"},
    {Looseness::PromotionSign, DiagnosticCode::PromoNoEquals,
     "the new piece is written behind =, as in e8=Q"},
    {Looseness::PromotionImpossible, DiagnosticCode::PromoToKingOrPawn,
     "a pawn becomes a queen, rook, bishop or knight"},
    {Looseness::ZeroCastling, DiagnosticCode::ZeroCastling,
     "castling is written with capital letters O, not zeros"},
    {Looseness::LowerCaseCastling, DiagnosticCode::LowerCaseCastling,
     "castling is written with capital letters O"},
    {Looseness::DashCastling, DiagnosticCode::DashCastling,
     "castling is written O-O or O-O-O, with hyphens"},
    {Looseness::LongAlgebraic, DiagnosticCode::LongAlgebraic,
     "this is long algebraic notation; SAN names the square of origin only where it must"},
    {Looseness::Uci, DiagnosticCode::UciMove, "this is the notation of chess engines"},
    {Looseness::PawnLetter, DiagnosticCode::PawnLetter, "pawns have no letter"},
    {Looseness::LowerCasePiece, DiagnosticCode::LowerCasePiece, "pieces have capital letters"},
    {Looseness::Figurine, DiagnosticCode::Figurine, "pieces are written with letters"},
    {Looseness::ForeignLetter, DiagnosticCode::ForeignPieceLetters,
     "the letter of the piece is not English"},
    {Looseness::EnglishLetter, DiagnosticCode::MixedPieceLetters,
     "the letter of the piece is English, not one of --piece-letters"},
    {Looseness::EnPassantMark, DiagnosticCode::EpSuffix, "SAN does not mark en passant"},
    {Looseness::NullMove, DiagnosticCode::NullMove, "a null move is no move of chess"},
    {Looseness::Suffix, DiagnosticCode::SuffixIllegal,
     "a move has one of the suffixes ! ? !! !? ?! ?? at most, behind + and #"},
    {Looseness::TextGlyph, DiagnosticCode::TextGlyphs,
     "assessments are written as NAGs, such as $18 for +-"},
}};

const Entry& entry_of(Looseness looseness) { return kEntries[static_cast<std::size_t>(looseness)]; }

}  // namespace

DiagnosticCode code_of(Looseness looseness) { return entry_of(looseness).code; }

std::string_view sentence_of(Looseness looseness) { return entry_of(looseness).sentence; }

Loosenesses without(Loosenesses all, Looseness looseness) {
  Loosenesses rest;
  for (const Entry& entry : kEntries) {
    if (entry.looseness != looseness && all.has(entry.looseness)) rest.add(entry.looseness);
  }
  return rest;
}

}  // namespace arbiter::validate
