#include "lib/notation/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

// The characters that separate fields. They include control characters, which PGN writers replace
// with spaces.
constexpr std::array<char, 34> kBlankCharacters = [] {
  std::array<char, 34> blanks{};
  for (std::size_t i = 0; i <= ' '; ++i) blanks[i] = static_cast<char>(i);
  blanks.back() = '\x7f';
  return blanks;
}();
constexpr std::string_view kBlanks(kBlankCharacters.data(), kBlankCharacters.size());
constexpr std::size_t kMaxDigits = 9;

struct Token {
  std::size_t offset = 0;
  std::string_view text;
};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// Checks for a hyphen, or for another dash that is used instead.
bool is_dash(std::string_view text) {
  constexpr std::string_view dashes[] = {"-",      "--",     "\u2010", "\u2011",
                                         "\u2012", "\u2013", "\u2014", "\u2212"};
  return std::find(std::begin(dashes), std::end(dashes), text) != std::end(dashes);
}

// The maximum number of castling letters: K, Q and A to H for each player.
constexpr std::size_t kMaxLetters = 20;

bool is_castling_letter(char c) {
  const char letter = to_small(c);
  return letter == 'k' || letter == 'q' || ('a' <= letter && letter <= 'h');
}

// Returns the rook denoted by a castling letter. Returns nothing if `color` has no such rook or not
// exactly one king on its first rank.
std::optional<Square> rook_for(char letter, Color color, const Board& board) {
  const Rank rank = relative_rank(color, Rank::One);
  const Bitboard kings = board.of(color, Role::King);
  if (!kings.has_one() || rank_of(kings.first()) != rank) return std::nullopt;
  const Square king = kings.first();
  const Bitboard rooks = board.of(color, Role::Rook) & rank;
  if (letter == 'k' || letter == 'q') {
    std::optional<Square> outermost;
    for (const Square rook : rooks) {
      if (letter == 'k' && rook > king) outermost = rook;
      if (letter == 'q' && rook < king && !outermost) outermost = rook;
    }
    return outermost;
  }
  const Square square = square_of(static_cast<File>(letter - 'a'), rank);
  if (!rooks.contains(square)) return std::nullopt;
  return square;
}

class CastlingReader {
 public:
  explicit CastlingReader(ParsedFen& fen) : fen_(fen) {}

  void read(char letter, std::size_t offset) {
    offset_ = offset;
    const Color color = is_capital(letter) ? Color::White : Color::Black;
    const std::optional<Square> rook = rook_for(to_small(letter), color, fen_.setup.board);
    if (!rook) return note_no_rook(letter, color);
    const Square king = fen_.setup.board.of(color, Role::King).first();
    const CastlingSide side = *rook > king ? CastlingSide::King : CastlingSide::Queen;
    CastlingRights& castling = fen_.setup.castling;
    if (castling.has(color, side) && castling.rook(color, side) != *rook) {
      return note(
          FenOddityKind::SeveralRooks,
          fmt::format("castling letter '{}' names a second rook on the same side of the king",
                      letter));
    }
    castling.grant(color, side, *rook);
    note_order(letter, color, side);
  }

 private:
  void note(FenOddityKind kind, std::string message) {
    fen_.oddities.push_back({kind, FenField::Castling, offset_, 1, std::move(message)});
  }

  void note_no_rook(char letter, Color color) {
    const std::string_view player = to_string(color);
    if (to_small(letter) == 'k' || to_small(letter) == 'q') {
      const CastlingSide side = to_small(letter) == 'k' ? CastlingSide::King : CastlingSide::Queen;
      note(FenOddityKind::NoSuchRook,
           fmt::format("castling letter '{}' is ignored: {} has no king and rook in place for {}",
                       letter, player, side == CastlingSide::King ? "O-O" : "O-O-O"));
      note_order(letter, color, side);
    } else {
      note(FenOddityKind::NoRookOnFile,
           fmt::format(
               "castling letter '{}' is ignored: {} has no rook on the {}-file beside the king",
               letter, player, to_small(letter)));
    }
  }

  // Notes a castling letter that is repeated or not in the order of KQkq.
  void note_order(char letter, Color color, CastlingSide side) {
    const int place = 2 * index_of(color) + static_cast<int>(side);
    if (place <= last_place_) {
      note(FenOddityKind::Order,
           fmt::format("castling letter '{}' {}", letter,
                       place == last_place_ ? "is repeated" : "is out of order"));
    }
    last_place_ = std::max(place, last_place_);
  }

  ParsedFen& fen_;
  std::size_t offset_ = 0;
  int last_place_ = -1;
};

// Grants the castling rights in the field to the kings and rooks of `fen`, and notes its oddities.
// `offset` is the offset of the field in the FEN. Returns the first error.
std::optional<FenError> read_fen_castling(std::string_view field, std::size_t offset,
                                          ParsedFen& fen) {
  CastlingReader reader(fen);
  for (std::size_t i = 0; i < field.size(); ++i) {
    const std::string_view rest = field.substr(i);
    if (!is_castling_letter(field[i])) {
      return FenError{FenField::Castling, offset + i, size_of_code_points(rest, 1),
                      fmt::format("{} is not a castling letter", shown_character(rest))};
    }
    if (i == kMaxLetters) {
      return FenError{FenField::Castling, offset, field.size(),
                      fmt::format("the castling field has more than {} letters", kMaxLetters)};
    }
    reader.read(field[i], offset + i);
  }
  return std::nullopt;
}

// A parser of one FEN. Each step returns false after an error.
class FenReader {
 public:
  explicit FenReader(std::string_view text) : text_(text) {}

  std::variant<ParsedFen, FenError> read() {
    split();
    if (read_board() && read_turn() && read_castling() && read_en_passant() && read_numbers()) {
      note_rest();
      return std::move(parsed_);
    }
    return std::move(error_);
  }

 private:
  void split() {
    std::string separators(kBlanks);
    const std::size_t first_blank = text_.find_first_of(kBlanks, text_.find_first_not_of(kBlanks));
    const bool is_one_word =
        text_.find_first_not_of(kBlanks, first_blank) == std::string_view::npos;
    if (is_one_word) separators += '_';
    std::size_t expected = 0;  // expected start of the next field, after one space
    for (std::size_t at = text_.find_first_not_of(separators); at != std::string_view::npos;) {
      const std::size_t end = std::min(text_.find_first_of(separators, at), text_.size());
      const bool is_one_blank = at == expected && (at == 0 || text_[at - 1] == ' ');
      if (tokens_.size() <= 6 && !is_one_blank && parsed_.oddities.empty()) {
        const std::size_t from = tokens_.empty() ? 0 : expected - 1;
        note(FenOddityKind::Separator, static_cast<FenField>(tokens_.size()),
             {from, text_.substr(from, at - from)},
             tokens_.empty() ? "there are spaces before the FEN"
                             : "fields are not separated by one space");
      }
      tokens_.push_back({at, text_.substr(at, end - at)});
      expected = end + 1;
      at = text_.find_first_not_of(separators, end);
    }
    if (!tokens_.empty() && end_of_text() != text_.size() && parsed_.oddities.empty()) {
      note(FenOddityKind::Separator, FenField::Rest, {end_of_text(), text_.substr(end_of_text())},
           "there are spaces after the FEN");
    }
  }

  bool has_token() const { return next_ < tokens_.size(); }
  const Token& token() const { return tokens_[next_]; }
  std::size_t end_of_text() const {
    return tokens_.empty() ? 0 : tokens_.back().offset + tokens_.back().text.size();
  }

  bool fail(FenField field, const Token& place, std::string message) {
    error_ = {field, place.offset, place.text.size(), std::move(message)};
    return false;
  }
  void note(FenOddityKind kind, FenField field, const Token& place, std::string message) {
    parsed_.oddities.push_back({kind, field, place.offset, place.text.size(), std::move(message)});
  }

  void note_missing(FenField field, std::string_view usual_value) {
    const std::size_t at = has_token() ? token().offset : end_of_text();
    note(FenOddityKind::FieldsMissing, field, {at, {}},
         fmt::format("{} {} missing and assumed to be {}", to_string(field),
                     field == FenField::Castling ? "are" : "is", usual_value));
  }

  bool read_board() {
    if (!has_token()) return fail(FenField::Board, {0, text_}, "the FEN is empty");
    const Token board = tokens_[next_++];
    const std::optional<FenError> error = read_fen_board(board.text, parsed_.setup.board);
    if (!error) return true;
    return fail(FenField::Board,
                {board.offset + error->offset, board.text.substr(error->offset, error->length)},
                error->message);
  }

  bool read_turn() {
    if (!has_token()) {
      return fail(FenField::Turn, {end_of_text(), {}},
                  "the FEN ends after the board; the player to move is missing");
    }
    const Token turn = tokens_[next_++];
    const bool is_white =
        equal_ignoring_case(turn.text, "w") || equal_ignoring_case(turn.text, "white");
    const bool is_black =
        equal_ignoring_case(turn.text, "b") || equal_ignoring_case(turn.text, "black");
    if (!is_white && !is_black) {
      return fail(
          FenField::Turn, turn,
          fmt::format("{} is neither w nor b for the player to move", shown_text(turn.text)));
    }
    parsed_.setup.turn = is_white ? Color::White : Color::Black;
    if (turn.text != "w" && turn.text != "b") {
      note(FenOddityKind::Case, FenField::Turn, turn,
           fmt::format("the player to move {} should be written {}", shown_text(turn.text),
                       is_white ? "w" : "b"));
    }
    return true;
  }

  // Checks for a dash. Notes other dashes than the hyphen as oddities.
  bool is_noted_dash(FenField field, const Token& place) {
    if (!is_dash(place.text)) return false;
    if (place.text != "-") {
      note(FenOddityKind::Dash, field, place,
           fmt::format("{} is written instead of a hyphen", shown_text(place.text)));
    }
    return true;
  }

  bool read_castling() {
    if (!has_token() || token().text.front() == ';') {
      note_missing(FenField::Castling, "-");
      return true;
    }
    const Token field = tokens_[next_++];
    if (is_noted_dash(FenField::Castling, field)) return true;
    auto error = read_fen_castling(field.text, field.offset, parsed_);
    if (!error) return true;
    error_ = std::move(*error);
    return false;
  }

  bool read_en_passant() {
    if (!has_token() || token().text.front() == ';' || is_number(token().text)) {
      note_missing(FenField::EnPassant, "-");
      return true;
    }
    const Token field = tokens_[next_++];
    if (is_noted_dash(FenField::EnPassant, field)) return true;
    std::string square(field.text);
    square.front() = to_small(square.front());
    parsed_.setup.en_passant = parse_square(square);
    if (!parsed_.setup.en_passant) {
      return fail(
          FenField::EnPassant, field,
          fmt::format("{} is neither a square nor - for en passant", shown_text(field.text)));
    }
    if (square != field.text) {
      note(FenOddityKind::Case, FenField::EnPassant, field,
           fmt::format("the en passant square {} should be written {}", shown_text(field.text),
                       square));
    }
    return true;
  }

  bool read_numbers() {
    // An EPD (PGN 16.2) has four fields and then operations, each terminated by a semicolon.
    if (has_token() && !is_number(token().text) &&
        text_.find(';', token().offset) != std::string_view::npos) {
      note_missing(FenField::HalfmoveClock, "0");
      read_operations();
      return true;
    }
    return read_number(FenField::HalfmoveClock, parsed_.setup.halfmove_clock) &&
           read_number(FenField::FullmoveNumber, parsed_.setup.fullmove_number);
  }

  bool read_number(FenField field, std::uint32_t& number) {
    if (!has_token() || token().text == "-") {
      note_missing(field, std::to_string(number));
      if (has_token()) ++next_;
      return true;
    }
    const Token& place = token();
    const std::string_view digits = place.text.substr(0, place.text.find(';'));
    if (!is_number(digits)) {
      return fail(
          field, place,
          fmt::format("{} is not a number for {}", shown_text(place.text), to_string(field)));
    }
    if (digits.size() > kMaxDigits) {
      return fail(field, place,
                  fmt::format("{} has more than {} digits", to_string(field), kMaxDigits));
    }
    number = static_cast<std::uint32_t>(std::stoul(std::string(digits)));
    if (digits.size() == place.text.size()) {
      ++next_;
    } else {
      tokens_[next_] = {place.offset + digits.size(), place.text.substr(digits.size())};
    }
    return true;
  }

  // Reads "hmvc 12;" and "fmvn 40;". An invalid number is ignored.
  void read_operations() {
    for (std::size_t i = next_; i + 1 < tokens_.size(); ++i) {
      std::string_view number = tokens_[i + 1].text;
      if (number.ends_with(';')) number.remove_suffix(1);
      if (!is_number(number) || number.size() > kMaxDigits) continue;
      const auto value = static_cast<std::uint32_t>(std::stoul(std::string(number)));
      if (tokens_[i].text == "hmvc") parsed_.setup.halfmove_clock = value;
      if (tokens_[i].text == "fmvn") parsed_.setup.fullmove_number = value;
    }
  }

  void note_rest() {
    if (has_token()) {
      const std::size_t at = token().offset;
      const Token rest{at, text_.substr(at, end_of_text() - at)};
      note(FenOddityKind::Trailing, FenField::Rest, rest,
           fmt::format("{} follows the FEN", shown_text(rest.text)));
    }
    std::stable_sort(parsed_.oddities.begin(), parsed_.oddities.end(),
                     [](const FenOddity& a, const FenOddity& b) { return a.offset < b.offset; });
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  ParsedFen parsed_;
  FenError error_;
};

class RankReader {
 public:
  RankReader(std::string_view field, Board& board) : field_(field), board_(board) {}

  // Reads the rank from the part of the field between `start` and `end`.

  std::optional<FenError> read(Rank rank, std::size_t start, std::size_t end) {
    std::size_t squares = 0;
    for (std::size_t at = start; at < end; ++at) {
      if (is_digit(field_[at])) {
        if (auto bad_digit = check_digit(rank, start, at)) return bad_digit;
        squares += static_cast<std::size_t>(field_[at] - '0');
        continue;
      }
      const std::optional<Piece> piece = piece_of_letter(field_[at]);
      if (!piece) {
        const std::string_view rest = field_.substr(at);
        return error(at, size_of_code_points(rest, 1),
                     fmt::format("{} in rank {} is not a piece letter", shown_character(rest),
                                 digit_of(rank)));
      }
      if (squares < 8) board_.put(square_of(static_cast<File>(squares), rank), *piece);
      ++squares;
    }
    if (squares == 8) return std::nullopt;
    if (squares == 0) return error(start, 0, fmt::format("rank {} is missing", digit_of(rank)));
    return error(start, end - start,
                 fmt::format("rank {} adds up to {} square{}, not 8", digit_of(rank), squares,
                             squares == 1 ? "" : "s"));
  }

 private:
  static FenError error(std::size_t offset, std::size_t length, std::string message) {
    return {FenField::Board, offset, length, std::move(message)};
  }

  std::optional<FenError> check_digit(Rank rank, std::size_t start, std::size_t at) const {
    const char digit = field_[at];
    if (digit == '0' || digit == '9') {
      return error(
          at, 1,
          fmt::format("'{}' in rank {} is not a number of empty squares", digit, digit_of(rank)));
    }
    if (at > start && is_digit(field_[at - 1])) {
      return error(at - 1, 2,
                   fmt::format("digits {} and {} stand side by side in rank {}", field_[at - 1],
                               digit, digit_of(rank)));
    }
    return std::nullopt;
  }

  std::string_view field_;
  Board& board_;
};

}  // namespace

std::string_view to_string(FenField field) {
  constexpr std::string_view names[] = {"the board",
                                        "the player to move",
                                        "the castling rights",
                                        "the en passant square",
                                        "the halfmove clock",
                                        "the move number",
                                        "the rest"};
  return names[static_cast<std::size_t>(field)];
}

std::variant<ParsedFen, FenError> parse_fen(std::string_view text) {
  return FenReader(text).read();
}

std::optional<FenError> read_fen_board(std::string_view field, Board& board) {
  if (field.find('/') == std::string_view::npos) {
    return FenError{
        FenField::Board, 0, field.size(),
        fmt::format("{} is not a board (expected 8 ranks separated by /)", shown_text(field))};
  }
  RankReader reader(field, board);
  std::size_t start = 0;
  for (int rank = 7; rank >= 0 && start <= field.size(); --rank) {
    const std::size_t end = std::min(field.find('/', start), field.size());
    if (auto error = reader.read(static_cast<Rank>(rank), start, end)) return error;
    start = end + 1;
  }
  const auto ranks = 1 + std::count(field.begin(), field.end(), '/');
  if (ranks == 8) return std::nullopt;
  return FenError{FenField::Board, 0, field.size(),
                  fmt::format("the board field has {} ranks, not 8", ranks)};
}

Result<Position> parse_position(std::string_view text) {
  const std::string_view fen = trim(text);
  if (fen == "startpos") return Position();
  const auto parsed = parse_fen(fen);
  if (const auto* error = std::get_if<FenError>(&parsed)) return Error{error->message};
  const Setup& setup = std::get_if<ParsedFen>(&parsed)->setup;
  if (is_playable(setup)) return Position(setup);
  const SetupFault fault = faults_of(setup).front();
  return Error{fmt::format("the position cannot be played: {} (Laws {})", to_string(fault),
                           article_of(fault))};
}

namespace {

void write_rank(const Board& board, Rank rank, std::string& text) {
  int empty = 0;
  for (int file = 0; file < 8; ++file) {
    const std::optional<Piece> piece = board.at(square_of(static_cast<File>(file), rank));
    if (!piece) {
      ++empty;
      continue;
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
    empty = 0;
    text += letter_of(*piece);
  }
  if (empty > 0) text += static_cast<char>('0' + empty);
}

// Returns the squares on the rook's rank that are beyond the rook, as seen from the king.
Bitboard squares_beyond(Square rook, CastlingSide side) {
  Bitboard beyond;
  for (const Square square : Bitboard(rank_of(rook))) {
    if (side == CastlingSide::King ? square > rook : square < rook) beyond |= square;
  }
  return beyond;
}

char castling_letter(const Setup& setup, Color color, CastlingSide side) {
  const Square rook = setup.castling.rook(color, side);
  const bool is_outermost =
      (setup.board.of(color, Role::Rook) & squares_beyond(rook, side)).is_empty();
  if (!is_outermost) return letter_of(file_of(rook));
  return side == CastlingSide::King ? 'k' : 'q';
}

void write_castling(const Setup& setup, CastlingLetters letters, std::string& text) {
  const std::size_t start = text.size();
  for (const Color color : {Color::White, Color::Black}) {
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (!setup.castling.has(color, side)) continue;
      const char letter = letters == CastlingLetters::Shredder
                              ? letter_of(file_of(setup.castling.rook(color, side)))
                              : castling_letter(setup, color, side);
      text += color == Color::White ? to_capital(letter) : letter;
    }
  }
  if (text.size() == start) text += '-';
}

}  // namespace

std::string fen_of(const Setup& setup, CastlingLetters letters) {
  std::string text;
  text.reserve(92);
  for (int rank = 7; rank >= 0; --rank) {
    write_rank(setup.board, static_cast<Rank>(rank), text);
    if (rank > 0) text += '/';
  }
  text += setup.turn == Color::White ? " w " : " b ";
  write_castling(setup, letters, text);
  fmt::format_to(std::back_inserter(text), " {} {} {}",
                 setup.en_passant ? to_string(*setup.en_passant) : "-", setup.halfmove_clock,
                 setup.fullmove_number);
  return text;
}

std::string fen_of(const Position& position, CastlingLetters letters) {
  return fen_of(position.setup(), letters);
}

}  // namespace arbiter
