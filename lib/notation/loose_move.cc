#include "lib/notation/loose_move.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/annotation_signs.h"
#include "lib/notation/uci.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxWordLength = 32;

constexpr std::string_view kNullMoves[] = {"--",   "\u2013\u2013", "Z0",   "0000", "@@@@",
                                           "null", "(null)",       "pass", "<>"};
constexpr std::string_view kDashes[] = {"-",      "\u2010", "\u2011", "\u2012",
                                        "\u2013", "\u2014", "\u2212"};
// Cyrillic letters and the Latin letters that they look like.
constexpr std::pair<std::string_view, char> kLookAlikes[] = {
    {"\u0430", 'a'}, {"\u0441", 'c'}, {"\u0435", 'e'}, {"\u0412", 'B'}, {"\u041a", 'K'}};
constexpr std::string_view kCaptureSigns[] = {"x", "X", ":", "\u00d7", "\u0445"};

// The figurines in the order king, queen, rook, bishop, knight, pawn: white from U+2654, black from
// U+265A.
constexpr std::string_view kFigurines =
    "\u2654\u2655\u2656\u2657\u2658\u2659"
    "\u265a\u265b\u265c\u265d\u265e\u265f";

// Removes one of `prefixes` from the start of the text and returns it. Returns an empty string if
// none matches.
std::string_view take_one(std::string_view& text, std::span<const std::string_view> prefixes) {
  for (const std::string_view prefix : prefixes) {
    if (skip_prefix(text, prefix)) return prefix;
  }
  return {};
}

// Removes a file letter or a rank digit from the start of the text; `first` has index 0.
template <class Coordinate>
std::optional<Coordinate> take_coordinate(std::string_view& text, char first) {
  if (text.empty() || text[0] < first || text[0] > first + 7) return std::nullopt;
  const auto coordinate = static_cast<Coordinate>(text[0] - first);
  text.remove_prefix(1);
  return coordinate;
}

// The piece name at the start of a text, and its deviations from SAN.
struct NamedPiece {
  Role role;
  std::size_t length;
  SpellingDeviations spelling;
};

std::optional<NamedPiece> figurine_at(std::string_view text) {
  constexpr std::size_t kBytes = 3;
  constexpr Role roles[] = {Role::King,   Role::Queen,  Role::Rook,
                            Role::Bishop, Role::Knight, Role::Pawn};
  for (std::size_t i = 0; i < 12; ++i) {
    if (!text.starts_with(kFigurines.substr(i * kBytes, kBytes))) continue;
    std::size_t length = kBytes;
    // A variation selector (text or emoji style) may follow.
    for (const std::string_view variant : {"\ufe0e", "\ufe0f"}) {
      if (text.substr(kBytes).starts_with(variant)) length += variant.size();
    }
    return NamedPiece{roles[i % 6], length, {SpellingDeviation::Figurine}};
  }
  return std::nullopt;
}

std::optional<NamedPiece> capital_at(std::string_view text, const PieceLetters& letters) {
  if (const auto match = letters.match(text)) {
    const bool is_english = text.substr(0, match->length) == std::string(1, letter_of(match->role));
    NamedPiece piece{match->role, match->length, {}};
    if (!is_english) piece.spelling.add(SpellingDeviation::ForeignLetter);
    return piece;
  }
  if (text.starts_with('P')) return NamedPiece{Role::Pawn, 1, {}};
  return std::nullopt;
}

// Reads an English piece letter that is not one of `letters`.
std::optional<NamedPiece> english_capital_at(std::string_view text, const PieceLetters& letters) {
  static const PieceLetters english;
  if (capital_at(text, letters)) return std::nullopt;
  const auto match = english.match(text);
  if (!match) return std::nullopt;
  return NamedPiece{match->role, match->length, {SpellingDeviation::EnglishLetter}};
}

std::optional<NamedPiece> small_letter_at(std::string_view text, const PieceLetters& letters) {
  if (text.empty() || !is_small(text[0])) return std::nullopt;
  const char letter = to_capital(text[0]);
  auto piece = capital_at(std::string_view(&letter, 1), letters);
  if (piece && piece->role != Role::Pawn) piece->spelling.add(SpellingDeviation::LowerCasePiece);
  return piece;
}

// Reads a piece name in any spelling. The caller notes a pawn as SpellingDeviation::PawnLetter.
std::optional<NamedPiece> piece_at(std::string_view text, const PieceLetters& letters) {
  if (const auto figurine = figurine_at(text)) return figurine;
  if (const auto capital = capital_at(text, letters)) return capital;
  if (const auto english = english_capital_at(text, letters)) return english;
  return small_letter_at(text, letters);
}

// Parses the part of a move after its piece letter, if it has one.
class MoveReader {
 public:
  MoveReader(std::string_view text, const PieceLetters& letters) : text_(text), letters_(letters) {}

  // Reads a move of `piece`, or of a pawn without a letter.

  std::optional<LooseMove> read(const std::optional<NamedPiece>& piece) {
    if (piece) {
      text_.remove_prefix(piece->length);
      move_.spelling.add(piece->spelling);
    }
    const Role role = piece ? piece->role : Role::Pawn;
    if (piece && role == Role::Pawn) note(SpellingDeviation::PawnLetter);
    if (!read_squares()) return std::nullopt;
    San& san = move_.san = San::piece(role, to_);
    if (role == Role::Pawn && !fits_pawn(piece.has_value())) return std::nullopt;
    if (!read_promotion()) return std::nullopt;
    if (from_file_) san.set_from(*from_file_);
    if (from_rank_) san.set_from(*from_rank_);
    if (sign_ == Sign::Capture) san.set_capture();
    if (promotion_) san.set_promotion(*promotion_);
    if (from_file_ && from_rank_) move_.from = square_of(*from_file_, *from_rank_);
    if (is_uci(piece.has_value())) {
      note(SpellingDeviation::Uci);
      promotion_spelling_.remove(SpellingDeviation::PromotionSign);
    } else if (sign_ == Sign::Dash || (move_.from && role == Role::Pawn)) {
      note(SpellingDeviation::LongAlgebraic);
    }
    move_.spelling.add(promotion_spelling_);
    return move_;
  }

 private:
  // The sign between origin and target.
  enum class Sign { None, Capture, Dash };

  // Reads [file] [rank] [sign] square [:].
  bool read_squares() {
    from_file_ = take_coordinate<File>(text_, 'a');
    from_rank_ = take_coordinate<Rank>(text_, '1');
    sign_ = take_sign();
    if (const auto target = parse_square(text_.substr(0, 2))) {
      text_.remove_prefix(2);
      to_ = *target;
    } else {
      // The square that was read as the origin is the target: "Nf3", "Nf3:".
      const bool is_behind = move_.spelling.has(SpellingDeviation::CaptureSign) && text_.empty();
      if (!from_file_ || !from_rank_ || (sign_ != Sign::None && !is_behind)) return false;
      to_ = square_of(*from_file_, *from_rank_);
      from_file_.reset();
      from_rank_.reset();
    }
    if (sign_ == Sign::None && skip_prefix(text_, ":")) {
      sign_ = Sign::Capture;
      note(SpellingDeviation::CaptureSign);
    }
    return true;
  }

  Sign take_sign() {
    const std::string_view capture = take_one(text_, kCaptureSigns);
    if (!capture.empty()) {
      if (capture != "x") note(SpellingDeviation::CaptureSign);
      return Sign::Capture;
    }
    return take_one(text_, kDashes).empty() ? Sign::None : Sign::Dash;
  }

  // Parses an optional promotion at the end of the text: =Q =(Q) (=Q) (Q) /Q Q.
  bool read_promotion() {
    if (text_.empty()) return true;
    const bool reaches_end = move_.san.role() == Role::Pawn &&
                             (rank_of(to_) == Rank::One || rank_of(to_) == Rank::Eight);
    std::string_view rest = text_;
    const bool has_bracket = rest.ends_with(')') && rest.find('(') <= 1;
    if (has_bracket) rest.remove_suffix(1);
    if (has_bracket) skip_prefix(rest, "(");
    const bool has_equals = skip_prefix(rest, "=");
    if (has_bracket && has_equals) skip_prefix(rest, "(");
    const bool has_slash = !has_equals && skip_prefix(rest, "/");
    if (!reaches_end && !has_equals) return false;
    const auto piece = piece_at(rest, letters_);
    if (!piece || piece->length != rest.size()) return false;
    SpellingDeviations& spelling = promotion_spelling_;
    spelling = piece->spelling;
    if (has_bracket || has_slash || !has_equals) {
      // "e8q" has one deviation, not two.
      spelling.remove(SpellingDeviation::LowerCasePiece);
      spelling.add(SpellingDeviation::PromotionSign);
    }
    if (piece->role == Role::Pawn || piece->role == Role::King) {
      spelling.add(SpellingDeviation::PromotionImpossible);
    } else {
      promotion_ = piece->role;
    }
    promotion_text_ = text_;
    return true;
  }

  // Checks the origin of a pawn: captures need the origin's file or square.
  bool fits_pawn(bool is_named) const {
    if (from_file_ && from_rank_) return true;
    if (from_rank_ || sign_ == Sign::Dash) return false;
    if (!from_file_) return sign_ == Sign::None || is_named;
    if (sign_ == Sign::Capture) return true;
    return std::abs(index_of(*from_file_) - index_of(file_of(to_))) == 1;
  }

  // Checks for exactly two squares, with an optional small promotion letter.
  bool is_uci(bool is_named) const {
    if (!move_.from || is_named || sign_ != Sign::None) return false;
    return promotion_text_.empty() || (promotion_text_.size() == 1 && is_small(promotion_text_[0]));
  }

  void note(SpellingDeviation deviation) { move_.spelling.add(deviation); }

  std::string_view text_;
  const PieceLetters& letters_;
  LooseMove move_;
  std::optional<File> from_file_;
  std::optional<Rank> from_rank_;
  Square to_ = Square::A1;
  Sign sign_ = Sign::None;
  std::optional<Role> promotion_;
  std::string_view promotion_text_;
  SpellingDeviations promotion_spelling_;
};

// Reads two or three letters O in any spelling, with or without dashes.
std::optional<LooseMove> read_castling(std::string_view text) {
  LooseMove move;
  int letters = 0;
  while (!text.empty()) {
    if (letters > 0) {
      const std::string_view dash = take_one(text, kDashes);
      if (dash != "-") move.spelling.add(SpellingDeviation::DashCastling);
    }
    if (skip_prefix(text, "0")) {
      move.spelling.add(SpellingDeviation::ZeroCastling);
    } else if (skip_prefix(text, "o") || skip_prefix(text, "\u043e")) {
      move.spelling.add(SpellingDeviation::LowerCaseCastling);
    } else if (skip_prefix(text, "\u041e")) {  // the Cyrillic letter
      move.spelling.add(SpellingDeviation::ForeignLetter);
    } else if (!skip_prefix(text, "O")) {
      return std::nullopt;
    }
    ++letters;
  }
  if (letters != 2 && letters != 3) return std::nullopt;
  move.san = San::castling(letters == 2 ? CastlingSide::King : CastlingSide::Queen);
  return move;
}

std::optional<LooseMove> read_null(std::string_view text) {
  for (const std::string_view null : kNullMoves) {
    if (!equal_ignoring_case(text, null)) continue;
    LooseMove move;
    move.san = San::null();
    move.spelling.add(SpellingDeviation::NullMove);
    return move;
  }
  return std::nullopt;
}

std::optional<LooseMove> read_piece_move(std::string_view text, const PieceLetters& letters) {
  auto named = figurine_at(text);
  if (!named) named = capital_at(text, letters);
  if (!named) named = english_capital_at(text, letters);
  if (named) return MoveReader(text, letters).read(named);
  auto move = MoveReader(text, letters).read(std::nullopt);
  const auto small = small_letter_at(text, letters);
  if (!small || (move && move->from)) return move;
  auto piece_move = MoveReader(text, letters).read(small);
  if (!move) return piece_move;
  if (piece_move) move->other_reading = piece_move->san;
  return move;
}

constexpr bool is_capital_file(char c) { return c >= 'A' && c <= 'H'; }

// Converts file letters from `first` on to lower case, except promotion letters.
std::string with_small_files(std::string_view text, std::size_t first) {
  std::string changed(text);
  for (std::size_t at = first; at < text.size(); ++at) {
    const bool is_piece =
        at > 0 && std::string_view("=(/18").find(text[at - 1]) != std::string::npos;
    if (is_capital_file(text[at]) && !is_piece) changed[at] = to_small(text[at]);
  }
  return changed;
}

// Reads a move with capital file letters. The first letter is read as a piece if possible.
std::optional<LooseMove> read_capital_files(std::string_view text, const PieceLetters& letters) {
  if (std::ranges::none_of(text, is_capital_file)) return std::nullopt;
  auto move = read_piece_move(with_small_files(text, 1), letters);
  if (is_capital_file(text[0])) {
    auto pawn = read_piece_move(with_small_files(text, 0), letters);
    if (pawn) pawn->other_reading.reset();
    if (move && pawn) {
      move->other_reading = pawn->san;
    } else if (pawn) {
      move = pawn;
    }
  }
  if (move) move->spelling.add(SpellingDeviation::CapitalFile);
  return move;
}

bool is_pawn_capture(const San& san) {
  return san.kind() == San::Kind::Piece && san.role() == Role::Pawn &&
         (san.is_capture() || san.from_file());
}

struct CheckSign {
  std::string_view text;
  CheckMark mark;
};

// The check signs. Each sign precedes the signs that are a suffix of it.
constexpr CheckSign kCheckSigns[] = {
    {"dbl.ch.", CheckMark::Check}, {"dbl.ch", CheckMark::Check}, {"dblch", CheckMark::Check},
    {"dis.ch.", CheckMark::Check}, {"dis.ch", CheckMark::Check}, {"disch", CheckMark::Check},
    {"check", CheckMark::Check},   {"ch.", CheckMark::Check},    {"ch", CheckMark::Check},
    {"dbl", CheckMark::Check},     {"dis", CheckMark::Check},    {"mate", CheckMark::Mate},
    {"mat", CheckMark::Mate},      {"+", CheckMark::Check},      {"#", CheckMark::Mate},
    {"\u2020", CheckMark::Check},  // dagger
    {"\u2021", CheckMark::Mate},   // double dagger
    {"\u2260", CheckMark::Mate},   // not-equal sign
};

constexpr std::string_view kEnPassantMarks[] = {"(e.p.)", "(ep)", "/e.p.", "/ep",
                                                "e.p.",   "e.p",  "ep.",   "ep"};

// Signs that are letters. They are removed only if the word with them is not a move: "e8N" is a
// promotion.
constexpr std::string_view kLetterSigns[] = {"TN", "N", "D"};

// Checks whether `end` is a proper suffix of `text`, ignoring case.
bool ends_with(std::string_view text, std::string_view end) {
  return text.size() > end.size() &&
         equal_ignoring_case(text.substr(text.size() - end.size()), end);
}

std::string_view longest_end(std::string_view text, std::span<const std::string_view> ends) {
  for (const std::string_view end : ends) {
    if (ends_with(text, end)) return end;
  }
  return {};
}

// Removes all signs from the end of `text`, and notes check mark, suffix and spelling in `move`.
// Leaves at least one character.
class TailReader {
 public:
  TailReader(std::string_view& text, LooseMove& move) : text_(text), move_(move) {}

  void read() {
    // A suffix, glyph or check sign never ends with a digit.
    while (!is_digit(text_.back()) &&
           (take_suffix() || take_glyph() || take_check_sign() || take_en_passant())) {
    }
  }

  // Removes a sign that is a letter, and the signs before it. Returns false if there is none.
  bool read_letter() {
    for (const std::string_view sign : kLetterSigns) {
      if (text_.size() <= sign.size() + 1 || !text_.ends_with(sign)) continue;
      if (!take_sign(sign, *nag_of_sign(sign))) return false;
      read();
      return true;
    }
    return false;
  }

 private:
  bool take_suffix() {
    const std::size_t start = text_.find_last_not_of("!?") + 1;
    if (start == text_.size() || start == 0) return false;
    const bool is_behind_all = move_.san.check_mark() == CheckMark::None && move_.suffix.empty();
    if (text_.size() - start > 2 || !is_behind_all) move_.spelling.add(SpellingDeviation::Suffix);
    if (move_.suffix.empty()) move_.suffix = text_.substr(start);
    text_ = text_.substr(0, start);
    return true;
  }

  bool take_glyph() {
    const AnnotationSign* sign = sign_after(text_);
    return sign != nullptr && take_sign(sign->text, sign->nag);
  }

  // Notes a sign that was removed. Returns false if there are too many signs.
  bool take_sign(std::string_view sign, std::uint32_t nag) {
    const auto place = std::ranges::find(move_.signs, 0);
    if (place == move_.signs.end()) return false;
    *place = static_cast<std::uint8_t>(nag);
    move_.spelling.add(SpellingDeviation::TextGlyph);
    text_.remove_suffix(sign.size());
    return true;
  }

  bool take_check_sign() {
    for (const CheckSign& sign : kCheckSigns) {
      if (!ends_with(text_, sign.text)) continue;
      const bool is_first = move_.san.check_mark() == CheckMark::None;
      if (!is_first || (sign.text != "+" && sign.text != "#")) {
        move_.spelling.add(SpellingDeviation::CheckSpelling);
      }
      move_.san.set_check_mark(std::max(sign.mark, move_.san.check_mark()));
      text_.remove_suffix(sign.text.size());
      return true;
    }
    return false;
  }

  bool take_en_passant() {
    const std::string_view mark = longest_end(text_, kEnPassantMarks);
    if (mark.empty()) return false;
    move_.spelling.add(SpellingDeviation::EnPassantMark);
    text_.remove_suffix(mark.size());
    return true;
  }

  std::string_view& text_;
  LooseMove& move_;
};

// Replaces Cyrillic letters with the Latin letters that they look like, except in a piece name.
std::string with_latin_letters(std::string_view text, const PieceLetters& letters) {
  const auto piece = letters.match(text);
  std::string latin(text.substr(0, piece ? piece->length : 0));
  text.remove_prefix(latin.size());
  while (!text.empty()) {
    const auto* const row = std::ranges::find_if(
        kLookAlikes, [&](const auto& pair) { return text.starts_with(pair.first); });
    const bool is_found = row != std::end(kLookAlikes);
    latin += is_found ? row->second : text[0];
    text.remove_prefix(is_found ? row->first.size() : 1);
  }
  return latin;
}

bool has_rank(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= '1' && c <= '8'; });
}

bool begins_with_any(std::string_view text, std::string_view bytes) {
  return !text.empty() && bytes.find(text[0]) != std::string_view::npos;
}

}  // namespace

std::optional<LooseMove> parse_loose_move(std::string_view text, const PieceLetters& letters) {
  if (text.empty() || text.size() > kMaxWordLength) return std::nullopt;
  LooseMove tail;
  std::string_view body = text;
  std::optional<LooseMove> move;
  if (!has_rank(text)) {
    if (begins_with_any(text, "-\xe2zZ0@nN(pP<"))
      move = read_null(text.substr(0, text.find_last_not_of("!?+#") + 1));
    if (!move && !begins_with_any(text, "O0o\xd0")) return std::nullopt;  // castling
  }
  TailReader end(body, tail);
  end.read();
  const auto read_body = [&] {
    if (!move) move = read_castling(body);
    if (!move) move = read_piece_move(body, letters);
    if (!move) move = read_capital_files(body, letters);
    if (move || body.find_first_of("\xd0\xd1") == std::string_view::npos) return;
    move = read_piece_move(with_latin_letters(body, letters), letters);
    if (move) move->spelling.add(SpellingDeviation::ForeignLetter);
  };
  read_body();
  if (!move && end.read_letter()) read_body();
  if (!move) return std::nullopt;
  if (tail.spelling.has(SpellingDeviation::EnPassantMark) && !is_pawn_capture(move->san)) {
    return std::nullopt;
  }
  move->spelling.add(tail.spelling);
  move->san.set_check_mark(tail.san.check_mark());
  if (move->other_reading) move->other_reading->set_check_mark(tail.san.check_mark());
  move->suffix = tail.suffix;
  move->signs = tail.signs;
  return move;
}

std::optional<SpellingDeviation> mark_in(std::string_view word) {
  if (!begins_with_any(word, "dDcCmMeE(/+#\xe2")) return std::nullopt;
  for (const std::string_view mark : kEnPassantMarks) {
    if (equal_ignoring_case(word, mark)) return SpellingDeviation::EnPassantMark;
  }
  for (const CheckSign& sign : kCheckSigns) {
    if (equal_ignoring_case(word, sign.text)) return SpellingDeviation::CheckSpelling;
  }
  const bool is_run = !word.empty() && word.find_first_not_of("+#") == std::string_view::npos;
  if (is_run) return SpellingDeviation::CheckSpelling;
  return std::nullopt;
}

namespace {

// Checks for moves that consist of squares only, such as "g1f3" and "g1-f3".
bool names_no_piece(const LooseMove& move) {
  return move.san.role() == Role::Pawn && !move.spelling.has(SpellingDeviation::PawnLetter);
}

San with_piece_of_board(const San& san, Square from, const Position& position) {
  const auto piece = position.board().at(from);
  San named = San::piece(piece ? piece->role() : Role::Pawn, san.to());
  named.set_from(file_of(from));
  named.set_from(rank_of(from));
  if (san.is_capture()) named.set_capture();
  if (san.promotion()) named.set_promotion(*san.promotion());
  named.set_check_mark(san.check_mark());
  return named;
}

SanDeviations capture_deviations(const San& san, Move move, const Position& position) {
  SanDeviations deviations;
  const bool captures =
      move.kind() == MoveKind::EnPassant ||
      (move.kind() != MoveKind::Castling && !position.board().is_empty(move.to()));
  if (captures && !san.is_capture()) deviations.add(SanDeviation::CaptureMissing);
  if (!captures && san.is_capture()) deviations.add(SanDeviation::CaptureSpurious);
  return deviations;
}

SanResolution resolve_squares(const San& san, const Coordinates& coordinates,
                              const Position& position) {
  if (!position.board().has(coordinates.from, Piece(position.turn(), san.role()))) {
    return {.status = SanStatus::Illegal};
  }
  if (const auto move = legal_move(coordinates, position)) {
    return {.status = SanStatus::Legal,
            .deviations = capture_deviations(san, *move, position),
            .move = *move};
  }
  Coordinates promoted = coordinates;
  if (!coordinates.promotion && reaches_promotion(coordinates, position)) {
    promoted.promotion = Role::Queen;
    if (legal_move(promoted, position)) return {.status = SanStatus::PromotionMissing};
  }
  return {.status = SanStatus::Illegal};
}

}  // namespace

LooseResolution resolve(const LooseMove& move, const Position& position) {
  const bool is_uci = move.spelling.has(SpellingDeviation::Uci);
  if (is_uci || (move.from && move.spelling.has(SpellingDeviation::LongAlgebraic))) {
    San san = move.san;
    if (names_no_piece(move)) san = with_piece_of_board(san, *move.from, position);
    if (is_uci && !position.board().is_empty(san.to())) san.set_capture();
    SanResolution resolution =
        resolve_squares(san, {*move.from, san.to(), san.promotion()}, position);
    if (is_uci) resolution.deviations = {};
    return {resolution, san, move.spelling};
  }
  LooseResolution first{resolve(move.san, position), move.san, move.spelling};
  if (first.resolution.status != SanStatus::Illegal || !move.other_reading) return first;
  LooseResolution second{resolve(*move.other_reading, position), *move.other_reading,
                         move.spelling};
  if (second.resolution.status == SanStatus::Illegal) return first;
  if (second.san.role() != Role::Pawn) second.spelling.add(SpellingDeviation::LowerCasePiece);
  return second;
}

std::optional<std::string> with_rank(std::string_view word, const Position& position) {
  const auto file_at = [&](std::size_t at) -> std::optional<File> {
    if (at >= word.size() || word[at] < 'a' || word[at] > 'h') return std::nullopt;
    return static_cast<File>(word[at] - 'a');
  };
  const auto from = file_at(0);
  const bool has_sign = word.size() > 1 && (word[1] == 'x' || word[1] == ':');
  const std::size_t target = has_sign ? 2 : 1;
  const auto to = file_at(target);
  if (!from || !to || *from == *to) return std::nullopt;
  std::optional<Move> found;
  for (const Move move : legal_moves(position)) {
    const bool fits = position.board().has(move.from(), Piece(position.turn(), Role::Pawn)) &&
                      file_of(move.from()) == *from && file_of(move.to()) == *to;
    if (!fits) continue;
    const bool is_other = found && (found->from() != move.from() || found->to() != move.to());
    if (is_other) return std::nullopt;
    found = move;
  }
  if (!found) return std::nullopt;
  std::string full(word.substr(0, target + 1));
  full += to_string(found->to())[1];
  return full.append(word.substr(target + 1));
}

}  // namespace arbiter
