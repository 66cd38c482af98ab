#include "lib/patterns/board_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "lib/notation/fen_board.h"
#include "lib/patterns/squares_text.h"

namespace arbiter {
namespace {

// A sign that stands for some pieces; nothing for other characters.
std::optional<Men> men_of_sign(char sign) {
  switch (sign) {
    case '?':
      return kAnything;
    case '!':
      return kAllMen;
    case 'A':
      return kWhiteMen;
    case 'a':
      return kBlackMen;
    case '_':
      return kNobody;
    default:
      return std::nullopt;
  }
}

// One square at the start of the text, which is shortened by it: a letter, a sign, or several of
// them in brackets, which a ^ turns round.
std::optional<Men> take_square(std::string_view& text) {
  std::string_view signs = text.substr(0, 1);
  std::size_t length = 1;
  bool is_negated = false;
  if (text[0] == '[') {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    is_negated = text[1] == '^';
    signs = text.substr(is_negated ? 2 : 1, close - (is_negated ? 2 : 1));
    length = close + 1;
  }
  Men men = 0;
  while (!signs.empty()) {
    const auto sign = men_of_sign(signs[0]);
    if (sign) signs.remove_prefix(1);
    const auto one = sign ? sign : take_men(signs);
    if (!one) return std::nullopt;
    men |= *one;
  }
  if (men == 0) return std::nullopt;
  text.remove_prefix(length);
  return is_negated ? static_cast<Men>(kAnything & ~men) : men;
}

class BoardReader {
 public:
  explicit BoardReader(std::string_view text) : text_(text), rest_(text) {
    board_.men.fill(kAnything);
  }

  std::variant<BoardHolds, BoardTextError> read() {
    for (int rank = 7; rank >= 0; --rank) {
      if (!read_rank(rank)) return error_;
      const bool is_last = rank == 0;
      if (is_last && !rest_.empty()) return fail("the board has more than 8 ranks");
      if (!is_last && rest_.empty()) return fail("the board has fewer than 8 ranks");
      if (!is_last) rest_.remove_prefix(1);
    }
    return board_;
  }

 private:
  BoardTextError fail(std::string message) {
    return error_ = {std::move(message), text_.size() - rest_.size(), 1};
  }

  bool read_rank(int rank) {
    std::vector<Men> squares;
    std::optional<std::size_t> star;  // where squares may be missing
    while (!rest_.empty() && rest_.front() != '/') {
      const char c = rest_.front();
      if (c == '*') {
        if (star) return fail("a rank can have one * only"), false;
        star = squares.size();
        rest_.remove_prefix(1);
      } else if (c >= '1' && c <= '8') {
        squares.insert(squares.end(), static_cast<std::size_t>(c - '0'), kNobody);
        rest_.remove_prefix(1);
      } else if (const auto men = take_square(rest_)) {
        squares.push_back(*men);
      } else {
        return fail(fmt::format("'{}' is not a piece", c)), false;
      }
      if (squares.size() > 8) return fail("the rank has more than 8 squares"), false;
    }
    if (squares.size() < 8 && !star) return fail("the rank has fewer than 8 squares"), false;
    if (star) {
      squares.insert(squares.begin() + static_cast<std::ptrdiff_t>(*star), 8 - squares.size(),
                     kAnything);
    }
    std::ranges::copy(squares, board_.men.begin() + 8 * rank);
    return true;
  }

  std::string_view text_;
  std::string_view rest_;
  BoardHolds board_;
  BoardTextError error_;
};

}  // namespace

std::variant<PawnStructure, BoardTextError> parse_pawns(std::string_view text) {
  Board board;
  if (const auto fault = read_fen_board(text, board)) {
    return BoardTextError{fault->message, fault->offset, std::max<std::size_t>(fault->length, 1)};
  }
  if (board.of(Role::Pawn) != board.occupied()) {
    const std::size_t place = text.find_first_of("NBRQKnbrqk");
    return BoardTextError{fmt::format("'{}' is not a pawn", text[std::min(place, text.size() - 1)]),
                          place, 1};
  }
  return PawnStructure{board.of(Color::White), board.of(Color::Black)};
}

std::variant<BoardHolds, BoardTextError> parse_board_pattern(std::string_view text) {
  return BoardReader(text).read();
}

}  // namespace arbiter
