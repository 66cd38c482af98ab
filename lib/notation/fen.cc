#include "lib/notation/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lib/base/text.h"
#include "lib/notation/fen_board.h"
#include "lib/notation/fen_castling.h"
#include "lib/notation/shown_text.h"

namespace arbiter {
namespace {

// Control characters too: PGN is written with spaces for them.
constexpr std::array<char, 34> kBlankCharacters = [] {
  std::array<char, 34> blanks{};
  for (std::size_t i = 0; i <= ' '; ++i) blanks[i] = static_cast<char>(i);
  blanks.back() = '\x7f';
  return blanks;
}();
constexpr std::string_view kBlanks(kBlankCharacters.data(), kBlankCharacters.size());
constexpr std::size_t kMostDigits = 9;

struct Token {
  std::size_t offset = 0;
  std::string_view text;
};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// A hyphen, or what people and programs write in its place.
bool is_dash(std::string_view text) {
  constexpr std::string_view dashes[] = {"-",      "--",     "\u2010", "\u2011",
                                         "\u2012", "\u2013", "\u2014", "\u2212"};
  return std::find(std::begin(dashes), std::end(dashes), text) != std::end(dashes);
}

// Reads one FEN; every step says false once there is an error.
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
  void split();
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
  void note_missing(FenField field, std::string_view usual_value);

  bool read_board();
  bool read_turn();
  bool read_castling();
  bool read_en_passant();
  bool read_numbers();
  bool read_number(FenField field, std::uint32_t& number);
  void read_operations();
  void note_rest();

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  ParsedFen parsed_;
  FenError error_;
};

void FenReader::split() {
  std::string separators(kBlanks);
  const std::size_t first_blank = text_.find_first_of(kBlanks, text_.find_first_not_of(kBlanks));
  const bool is_one_word = text_.find_first_not_of(kBlanks, first_blank) == std::string_view::npos;
  if (is_one_word) separators += '_';
  std::size_t expected = 0;  // where the next field begins if one blank separates it
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

void FenReader::note_missing(FenField field, std::string_view usual_value) {
  const std::size_t at = has_token() ? token().offset : end_of_text();
  note(FenOddityKind::FieldsMissing, field, {at, {}},
       fmt::format("{} {} missing and assumed to be {}", to_string(field),
                   field == FenField::Castling ? "are" : "is", usual_value));
}

bool FenReader::read_board() {
  if (!has_token()) return fail(FenField::Board, {0, text_}, "the FEN is empty");
  const Token board = tokens_[next_++];
  const std::optional<FenError> error = read_fen_board(board.text, parsed_.setup.board);
  if (!error) return true;
  return fail(FenField::Board,
              {board.offset + error->offset, board.text.substr(error->offset, error->length)},
              error->message);
}

bool FenReader::read_turn() {
  if (!has_token()) {
    return fail(FenField::Turn, {end_of_text(), {}},
                "the FEN ends after the board and does not say who is to move");
  }
  const Token turn = tokens_[next_++];
  const bool is_white =
      equal_ignoring_case(turn.text, "w") || equal_ignoring_case(turn.text, "white");
  const bool is_black =
      equal_ignoring_case(turn.text, "b") || equal_ignoring_case(turn.text, "black");
  if (!is_white && !is_black) {
    return fail(FenField::Turn, turn,
                fmt::format("{} is neither w nor b for the player to move", shown_text(turn.text)));
  }
  parsed_.setup.turn = is_white ? Color::White : Color::Black;
  if (turn.text != "w" && turn.text != "b") {
    note(FenOddityKind::Case, FenField::Turn, turn,
         fmt::format("the player to move is written {}, not {}", shown_text(turn.text),
                     is_white ? "w" : "b"));
  }
  return true;
}

bool FenReader::read_castling() {
  if (!has_token() || token().text.front() == ';') {
    note_missing(FenField::Castling, "-");
    return true;
  }
  const Token field = tokens_[next_++];
  if (is_dash(field.text)) {
    if (field.text != "-") {
      note(FenOddityKind::Dash, FenField::Castling, field,
           fmt::format("{} is not the hyphen of a FEN", shown_text(field.text)));
    }
    return true;
  }
  auto error = read_fen_castling(field.text, field.offset, parsed_);
  if (!error) return true;
  error_ = std::move(*error);
  return false;
}

bool FenReader::read_en_passant() {
  if (!has_token() || token().text.front() == ';' || is_number(token().text)) {
    note_missing(FenField::EnPassant, "-");
    return true;
  }
  const Token field = tokens_[next_++];
  if (is_dash(field.text)) {
    if (field.text != "-") {
      note(FenOddityKind::Dash, FenField::EnPassant, field,
           fmt::format("{} is not the hyphen of a FEN", shown_text(field.text)));
    }
    return true;
  }
  std::string square(field.text);
  square.front() = to_small(square.front());
  parsed_.setup.en_passant = parse_square(square);
  if (!parsed_.setup.en_passant) {
    return fail(FenField::EnPassant, field,
                fmt::format("{} is neither a square nor - for en passant", shown_text(field.text)));
  }
  if (square != field.text) {
    note(
        FenOddityKind::Case, FenField::EnPassant, field,
        fmt::format("the en passant square is written {}, not {}", shown_text(field.text), square));
  }
  return true;
}

bool FenReader::read_numbers() {
  // EPD (PGN 16.2): four fields, then operations, each closed by a semicolon.
  if (has_token() && !is_number(token().text) &&
      text_.find(';', token().offset) != std::string_view::npos) {
    note_missing(FenField::HalfmoveClock, "0");
    read_operations();
    return true;
  }
  return read_number(FenField::HalfmoveClock, parsed_.setup.halfmove_clock) &&
         read_number(FenField::FullmoveNumber, parsed_.setup.fullmove_number);
}

bool FenReader::read_number(FenField field, std::uint32_t& number) {
  if (!has_token() || token().text == "-") {
    note_missing(field, std::to_string(number));
    if (has_token()) ++next_;
    return true;
  }
  const Token& place = token();
  const std::string_view digits = place.text.substr(0, place.text.find(';'));
  if (!is_number(digits)) {
    return fail(field, place,
                fmt::format("{} is not a number for {}", shown_text(place.text), to_string(field)));
  }
  if (digits.size() > kMostDigits) {
    return fail(field, place,
                fmt::format("{} has more than {} digits", to_string(field), kMostDigits));
  }
  number = static_cast<std::uint32_t>(std::stoul(std::string(digits)));
  if (digits.size() == place.text.size()) {
    ++next_;
  } else {
    tokens_[next_] = {place.offset + digits.size(), place.text.substr(digits.size())};
  }
  return true;
}

// Reads "hmvc 12;" and "fmvn 40;"; the place of a bad number stays as it is.
void FenReader::read_operations() {
  for (std::size_t i = next_; i + 1 < tokens_.size(); ++i) {
    std::string_view number = tokens_[i + 1].text;
    if (number.ends_with(';')) number.remove_suffix(1);
    if (!is_number(number) || number.size() > kMostDigits) continue;
    const auto value = static_cast<std::uint32_t>(std::stoul(std::string(number)));
    if (tokens_[i].text == "hmvc") parsed_.setup.halfmove_clock = value;
    if (tokens_[i].text == "fmvn") parsed_.setup.fullmove_number = value;
  }
}

void FenReader::note_rest() {
  if (has_token()) {
    const std::size_t at = token().offset;
    const Token rest{at, text_.substr(at, end_of_text() - at)};
    note(FenOddityKind::Trailing, FenField::Rest, rest,
         fmt::format("{} follows the FEN", shown_text(rest.text)));
  }
  std::stable_sort(parsed_.oddities.begin(), parsed_.oddities.end(),
                   [](const FenOddity& a, const FenOddity& b) { return a.offset < b.offset; });
}

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

}  // namespace arbiter
