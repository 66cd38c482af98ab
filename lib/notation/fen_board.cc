#include "lib/notation/fen_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/base/text.h"
#include "lib/notation/shown_text.h"

namespace arbiter {
namespace {

std::optional<Piece> piece_of_letter(char letter) {
  if (const auto role = role_of_letter(letter)) return Piece(Color::White, *role);
  const auto role = is_small(letter) ? role_of_letter(to_capital(letter)) : std::nullopt;
  if (!role) return std::nullopt;
  return Piece(Color::Black, *role);
}

class RankReader {
 public:
  RankReader(std::string_view field, Board& board) : field_(field), board_(board) {}

  // Reads the rank whose text begins at `start` and ends before `end`.
  std::optional<FenError> read(Rank rank, std::size_t start, std::size_t end);

 private:
  static FenError error(std::size_t offset, std::size_t length, std::string message) {
    return {FenField::Board, offset, length, std::move(message)};
  }
  std::optional<FenError> check_digit(Rank rank, std::size_t start, std::size_t at) const;

  std::string_view field_;
  Board& board_;
};

std::optional<FenError> RankReader::check_digit(Rank rank, std::size_t start,
                                                std::size_t at) const {
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

std::optional<FenError> RankReader::read(Rank rank, std::size_t start, std::size_t end) {
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
      return error(at, first_character_length(rest),
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

}  // namespace

std::optional<FenError> read_fen_board(std::string_view field, Board& board) {
  RankReader reader(field, board);
  std::size_t start = 0;
  for (int rank = 7; rank >= 0 && start <= field.size(); --rank) {
    const std::size_t end = std::min(field.find('/', start), field.size());
    if (auto error = reader.read(static_cast<Rank>(rank), start, end)) return error;
    start = end + 1;
  }
  const auto ranks = 1 + std::count(field.begin(), field.end(), '/');
  if (ranks == 8) return std::nullopt;
  return FenError{
      FenField::Board, 0, field.size(),
      fmt::format("the board field has {} rank{}, not 8", ranks, ranks == 1 ? "" : "s")};
}

}  // namespace arbiter
