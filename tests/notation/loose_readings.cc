#include "tests/notation/loose_readings.h"

#include <catch2/catch.hpp>
#include <iterator>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

std::string to_string(SpellingDeviation deviation) {
  constexpr const char* names[] = {
      "CheckSpelling", "CaptureSign",       "PromotionSign",  "PromotionImpossible",
      "ZeroCastling",  "LowerCaseCastling", "DashCastling",   "LongAlgebraic",
      "Uci",           "PawnLetter",        "LowerCasePiece", "Figurine",
      "ForeignLetter", "EnglishLetter",     "EnPassantMark",  "NullMove",
      "Suffix",        "TextGlyph",         "CapitalFile",    "RankMissing"};
  static_assert(std::size(names) == kSpellingDeviationCount);
  return names[static_cast<int>(deviation)];
}

}  // namespace

std::string names_of(SpellingDeviations spelling) {
  std::string names;
  for (int i = 0; i < kSpellingDeviationCount; ++i) {
    const auto deviation = static_cast<SpellingDeviation>(i);
    if (spelling.has(deviation)) names += (names.empty() ? "" : " ") + to_string(deviation);
  }
  return names;
}

std::string spelled(const San& san) {
  if (san.kind() == San::Kind::Null) return "null";
  std::string text;
  if (san.kind() == San::Kind::CastleKingSide) text = "O-O";
  if (san.kind() == San::Kind::CastleQueenSide) text = "O-O-O";
  if (san.kind() == San::Kind::Piece) {
    text = letter_of(san.role());
    if (san.from_file()) text += letter_of(*san.from_file());
    if (san.from_rank()) text += digit_of(*san.from_rank());
    if (san.is_capture()) text += 'x';
    text += to_string(san.to());
    if (san.promotion()) text += std::string("=") + letter_of(*san.promotion());
  }
  if (san.check_mark() == CheckMark::Check) text += '+';
  if (san.check_mark() == CheckMark::Mate) text += '#';
  return text;
}

void check_readings(const std::vector<Reading>& readings, const PieceLetters& letters) {
  for (const Reading& reading : readings) {
    CAPTURE(reading.text);
    const auto move = parse_loose_move(reading.text, letters);
    REQUIRE(move.has_value());
    CHECK(spelled(move->san) == reading.means);
    CHECK(names_of(move->spelling) == names_of(reading.spelling));
  }
}

}  // namespace arbiter::testing
