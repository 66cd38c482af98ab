#include "lib/movetext/misreading.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

constexpr std::size_t kLongest = 10;

// What is written, and what of a move it may have been.
struct LookAlike {
  char written;
  char meant;
};

// Of squares.
constexpr LookAlike kDigits[] = {{'l', '1'}, {'I', '1'}, {'|', '1'}, {'i', '1'}, {'!', '1'},
                                 {'Z', '2'}, {'z', '2'}, {'A', '4'}, {'S', '5'}, {'s', '5'},
                                 {'G', '6'}, {'T', '7'}, {'B', '8'}, {'&', '8'}};
// Of pieces and castling.
constexpr LookAlike kLetters[] = {{'8', 'B'}, {'0', 'O'}, {'o', 'O'}, {'6', 'b'},
                                  {'9', 'g'}, {'H', 'N'}, {'0', 'Q'}, {'O', 'Q'}};

bool looks_like(char written, char meant) {
  const auto says = [&](const LookAlike& pair) {
    return pair.written == written && pair.meant == meant;
  };
  return std::ranges::any_of(kDigits, says) || std::ranges::any_of(kLetters, says);
}

char digit_like(char written) {
  const auto* pair = std::ranges::find(kDigits, written, &LookAlike::written);
  return pair == std::end(kDigits) ? written : pair->meant;
}

// Small letters and nothing else: prose, such as "as".
bool is_prose(std::string_view word) { return std::ranges::all_of(word, is_small); }

bool is_file(char c) { return c >= 'a' && c <= 'h'; }

// "Re", "Nbxd": a piece, perhaps where it comes from, and a file.
bool lacks_rank(std::string_view word, const PieceLetters& letters) {
  const auto piece = letters.match(word);
  if (!piece) return false;
  std::string rest(word.substr(piece->length));
  std::erase(rest, 'x');
  const auto is_of_square = [](char c) { return is_file(c) || (c >= '1' && c <= '8'); };
  return !rest.empty() && rest.size() <= 3 && is_file(rest.back()) &&
         std::ranges::all_of(rest, is_of_square);
}

// Behind the letter of the piece, or its first look-alike, only squares stand.
std::string with_digits(std::string_view word) {
  std::string text(word);
  for (std::size_t i = 1; i < text.size(); ++i) text[i] = digit_like(text[i]);
  return text;
}

std::string without_marks(std::string san) {
  san.erase(san.find_last_not_of("+#") + 1);
  return san;
}

}  // namespace

int misreading(std::string_view written, std::string_view meant) {
  const std::size_t columns = meant.size() + 1;
  std::vector<int> costs((written.size() + 1) * columns);
  const auto at = [&](std::size_t i, std::size_t j) -> int& { return costs[i * columns + j]; };
  for (std::size_t i = 0; i <= written.size(); ++i) {
    for (std::size_t j = 0; j <= meant.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = static_cast<int>(i + j) * kOtherSlip;
        continue;
      }
      const char w = written[i - 1];
      const char m = meant[j - 1];
      const int change = w == m ? 0 : looks_like(w, m) ? kLookAlike : kOtherSlip;
      int least = std::min(
          {at(i - 1, j - 1) + change, at(i - 1, j) + kOtherSlip, at(i, j - 1) + kOtherSlip});
      const bool is_exchanged =
          i > 1 && j > 1 && w == meant[j - 2] && written[i - 2] == m && w != m;
      if (is_exchanged) least = std::min(least, at(i - 2, j - 2) + kExchanged);
      at(i, j) = least;
    }
  }
  return at(written.size(), meant.size());
}

std::optional<LooseMove> read_look_alikes(std::string_view word, const PieceLetters& letters) {
  if (word.size() < 2 || word.size() > kLongest || is_prose(word)) return std::nullopt;
  // A LooseMove views its word only for a suffix, which is dropped.
  const auto parse = [&](const std::string& text) {
    auto move = text == word ? std::nullopt : parse_loose_move(text, letters);
    if (move) move->suffix = {};
    return move;
  };
  const std::string text = with_digits(word);
  if (auto move = parse(text)) return move;
  for (const LookAlike& pair : kLetters) {
    if (text[0] != pair.written) continue;
    std::string other = text;
    other[0] = pair.meant;
    if (auto move = parse(other)) return move;
  }
  return std::nullopt;
}

bool may_be_misread_move(std::string_view word, const PieceLetters& letters) {
  if (word.size() < 2 || word.size() > kLongest || is_prose(word)) return false;
  if (lacks_rank(word, letters) || read_look_alikes(word, letters)) return true;
  std::string text(word);
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    std::swap(text[i], text[i + 1]);
    if (parse_loose_move(text, letters)) return true;
    std::swap(text[i], text[i + 1]);
  }
  return false;
}

bool is_misread_move(std::string_view word, const Position& position, const PieceLetters& letters) {
  if (!may_be_misread_move(word, letters)) return false;
  const std::string written = without_marks(std::string(word));
  return std::ranges::any_of(legal_moves(position), [&](Move move) {
    const std::string meant = translated(without_marks(san_of(move, position)), letters);
    if (meant.starts_with(written)) return true;
    // A character more or less is another slip already.
    return meant.size() == written.size() && misreading(written, meant) < kOtherSlip;
  });
}

}  // namespace arbiter
