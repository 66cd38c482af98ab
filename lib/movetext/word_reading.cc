#include "lib/movetext/word_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/illegality.h"
#include "lib/notation/annotation_signs.h"
#include "lib/notation/san.h"
#include "lib/pgn/movetext_characters.h"

namespace arbiter {
namespace {

bool is_any_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

std::string_view first_characters(std::string_view utf8) {
  if (utf8.size() <= kMaxSymbolLength) return utf8;
  std::size_t end = kMaxSymbolLength;
  while (end > kMaxSymbolLength - kMaxCharacterLength && (utf8[end] & 0xC0) == 0x80) --end;
  return utf8.substr(0, end);
}

// Checks whether the text contains a square or castling. Also accepts text that begins with a piece
// and continues with other characters than a word ("NF3", "P-K4"), and short pawn captures ("exd").
bool looks_like_move(std::string_view text) {
  if (text.starts_with("O-") || text.starts_with("0-") || text.starts_with("o-")) return true;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (is_any_of(text[at], "abcdefgh") && is_any_of(text[at + 1], "12345678")) return true;
  }
  if (text.size() < 2) return false;
  if (is_any_of(text[0], "KQRBNP")) return is_any_of(text[1], "x-") || is_digit(text.back());
  const std::string_view rest = text.substr(text[1] == 'x' ? 2 : 1);
  const bool is_file_pair =
      is_any_of(text[0], "abcdefgh") && !rest.empty() && is_any_of(rest[0], "abcdefgh");
  return is_any_of(text[0], "abcdefgh") &&
         (is_digit(text[1]) || (is_file_pair && (rest.size() == 1 || rest == "d:")));
}

bool may_be_move(std::string_view word) {
  return looks_like_move(word) || (!is_ascii(word) && std::ranges::any_of(word, is_digit));
}

// Removes the number of the next move from the start of the word. Returns an empty text without
// such a number.
std::string_view after_number(std::string_view word, const Position& position) {
  const std::string number = fmt::format_int(position.fullmove_number()).str();
  return word.starts_with(number) ? word.substr(number.size()) : std::string_view();
}

NamedMove resolved(std::string_view text, const LooseMove& loose, const Position& position) {
  NamedMove named{.text = text, .loose = loose, .resolved = {}};
  if (named.is_null()) return named;
  named.resolved = resolve(loose, position);
  SanResolution& resolution = named.resolved.resolution;
  if (resolution.status == SanStatus::Legal) return named;
  if (const auto move = move_without_promotion(named.resolved.san, position)) {
    resolution = {.status = SanStatus::Legal, .move = *move};
    named.has_spurious_promotion = true;
  }
  return named;
}

}  // namespace

std::string_view word_in_utf8(std::string_view written, std::string& converted) {
  const std::string_view start = first_characters(written);
  if (start.find('&') != start.npos) {
    converted = movetext_characters::with_characters(decode_text(start).utf8);
    return first_characters(converted);
  }
  if (is_utf8(start)) return start;
  // The word is longer in UTF-8, but truncated at the same limit.
  converted = decode_text(written.substr(0, kMaxSymbolLength)).utf8;
  return first_characters(converted);
}

WordReading read_word(std::string_view word, const PieceLetters& letters) {
  if (const auto mark = mark_in(word)) return {.kind = WordKind::Mark, .mark = *mark};
  if (const auto nag = nag_of_sign(word)) return {.kind = WordKind::Glyph, .nag = *nag};
  if (auto move = parse_loose_move(word, letters)) return {.kind = WordKind::Move, .move = *move};
  return {.kind = may_be_move(word) ? WordKind::Garbled : WordKind::Other};
}

std::optional<NamedMove> named_move(std::string_view word, const Position& position,
                                    const PieceLetters& letters) {
  if (const auto loose = parse_loose_move(word, letters)) {
    const NamedMove named = resolved(word, *loose, position);
    // "D4" and "B2" may be prose.
    const bool may_be_prose =
        loose->spelling.has(SpellingDeviation::CapitalFile) && !may_be_move(word);
    return may_be_prose && !named.is_legal() ? std::nullopt : std::optional(named);
  }
  const std::string_view rest = after_number(word, position);
  if (const auto loose = parse_loose_move(rest, letters)) return resolved(rest, *loose, position);
  const auto full = with_rank(word, position);
  auto loose = full ? parse_loose_move(*full, letters) : std::nullopt;
  if (!loose) return std::nullopt;
  loose->suffix = {};
  loose->spelling.add(SpellingDeviation::RankMissing);
  return resolved(word, *loose, position);
}

std::optional<Move> read_legal_move(std::string_view word, const Position& position,
                                    const PieceLetters& letters) {
  const auto named = named_move(word, position, letters);
  const bool is_read = named && named->is_legal() && !named->has_spurious_promotion;
  return is_read ? std::optional(named->move()) : std::nullopt;
}

CheckMark mark_due(const Position& after) {
  if (!after.is_check()) return CheckMark::None;
  return has_legal_move(after) ? CheckMark::Check : CheckMark::Mate;
}

bool is_zero_castling(std::string_view word) {
  return word.starts_with("0-0") && word.find_first_not_of("0-+#") == std::string_view::npos;
}

JoinedNags joined_nags(const NamedMove& named) {
  const LooseMove& loose = named.loose;
  JoinedNags nags{nag_of_suffix(loose.suffix).value_or(0)};
  std::ranges::copy(loose.signs | std::views::reverse, nags.begin() + 1);
  return nags;
}

bool may_be_castling(std::string_view word, const PgnGame& game) {
  if (!is_zero_castling(word)) return false;
  const PgnTag* const tag = game.tag(KnownTag::Result);
  const auto tagged = tag != nullptr ? read_result(tag->value) : std::nullopt;
  return !tagged || tagged->form != ResultForm::DoubleForfeit;
}

std::optional<std::uint32_t> nag_of_suffix(std::string_view suffix) {
  if (suffix.empty()) return std::nullopt;
  const bool is_one_mark = suffix.find_first_not_of(suffix[0]) == std::string_view::npos;
  if (is_one_mark) suffix = suffix.substr(0, 2);
  return nag_of_sign(suffix);
}

namespace {

constexpr std::size_t kMaxTokens = 5;  // maximum number of tokens of a result; "1.0-0.0" has four
constexpr std::size_t kMaxTextLength = 60;

// Returns the text in UTF-8, with Unicode spaces replaced.
std::string with_plain_blanks(std::string_view text) {
  const std::string utf8 = movetext_characters::with_characters(decode_text(text).utf8);
  std::string plain;
  for (std::string_view rest = utf8; !rest.empty();) {
    const std::size_t blank = unicode_blank_length(rest);
    plain += blank > 0 ? ' ' : rest[0];
    rest.remove_prefix(std::max<std::size_t>(blank, 1));
  }
  return plain;
}

// Reads signs such as "+/-", which are an assessment unless they are the whole movetext and agree
// with the Result tag.
std::optional<ResultReading> tagged_forfeit(const PgnGame& game, std::string_view text) {
  const PgnTag* const tag = game.tag(KnownTag::Result);
  const auto tagged = tag != nullptr ? read_result(tag->value) : std::nullopt;
  const auto reading = read_result(text);
  const bool is_forfeit =
      tagged && reading && tagged->outcome == reading->outcome &&
      (reading->form == ResultForm::Forfeit ||
       (reading->form == ResultForm::DoubleForfeit && tagged->form == reading->form));
  return is_forfeit ? reading : std::nullopt;
}

}  // namespace

std::optional<WrittenResult> result_in_words(const PgnGame& game) {
  const Tokens& tokens = game.tokens;
  std::size_t end = tokens.size();
  while (end > 0 && is_remark(tokens[end - 1])) --end;
  if (end == 0 || tokens[end - 1].kind == TokenKind::Result) return std::nullopt;
  const auto last = static_cast<std::uint32_t>(end - 1);
  for (std::size_t count = std::min(kMaxTokens, end); count > 0; --count) {
    WrittenResult result{static_cast<std::uint32_t>(end - count), last, {}};
    const std::string_view written = result.text(game);
    if (written.size() > kMaxTextLength) continue;
    const std::string plain = with_plain_blanks(written);
    auto reading = read_terminator(plain);
    if (!reading && result.first == 0) reading = tagged_forfeit(game, plain);
    if (!reading) continue;
    result.reading = *reading;
    return result;
  }
  return std::nullopt;
}

ResultReading result_with_comment(const PgnGame& game, const Token& result) {
  const ResultReading reading =
      read_result(game.text_of(result)).value_or(ResultReading{Outcome::Unknown, {}});
  if (reading.outcome != Outcome::Unknown || &result == game.tokens.data()) return reading;
  const Token& before = *(&result - 1);
  if (before.kind != TokenKind::BraceComment || before.length < 3) return reading;
  const std::string_view comment = game.text_of(before);
  const auto said = read_terminator(comment.substr(1, comment.size() - 2));
  return said && said->form == ResultForm::DoubleForfeit ? *said : reading;
}

namespace {

constexpr std::size_t kMaxLength = 10;

// A written character, and a character that may have been meant.
struct LookAlike {
  char written;
  char meant;
};

// Look-alike characters in squares.
constexpr LookAlike kDigits[] = {{'l', '1'}, {'I', '1'}, {'|', '1'}, {'i', '1'}, {'!', '1'},
                                 {'Z', '2'}, {'z', '2'}, {'A', '4'}, {'S', '5'}, {'s', '5'},
                                 {'G', '6'}, {'T', '7'}, {'B', '8'}, {'&', '8'}};
// Look-alike characters in pieces and castling.
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

// Checks for a word of small letters, such as "as".
bool is_prose(std::string_view word) { return std::ranges::all_of(word, is_small); }

// Checks for words that are not moves with look-alike characters: "as", "8be", "6:98" and the time
// "66s", but not "96".
bool is_prose_or_number(std::string_view word) {
  if (word.size() == 2 && is_any_of(word[0], "69") && is_any_of(word[1], "12345678")) return false;
  if (word.find_first_not_of("0123456789") == word.size() - 1 && word.back() == 's') return true;
  const bool has_rank_or_piece =
      std::ranges::any_of(word.substr(1), is_digit) || std::ranges::any_of(word, is_capital);
  return !has_rank_or_piece || std::ranges::none_of(word, is_letter);
}

bool is_file(char c) { return c >= 'a' && c <= 'h'; }

// Checks for "Re", "Nbxd": a piece, an optional origin, and a file.
bool lacks_rank(std::string_view word, const PieceLetters& letters) {
  const auto piece = letters.match(word);
  if (!piece) return false;
  std::string rest(word.substr(piece->length));
  std::erase(rest, 'x');
  const auto is_of_square = [](char c) { return is_file(c) || (c >= '1' && c <= '8'); };
  return !rest.empty() && rest.size() <= 3 && is_file(rest.back()) &&
         std::ranges::all_of(rest, is_of_square);
}

// Replaces look-alike characters in the squares, after the piece letter: "cx66" becomes cxb6.
std::string with_squares(std::string_view word) {
  std::string text(word);
  for (std::size_t i = 1; i < text.size(); ++i) {
    text[i] = digit_like(text[i]);
    char& file = text[i - 1];
    if ((i > 1 || text.size() == 2) && is_digit(text[i]) && (file == '6' || file == '9'))
      file = file == '6' ? 'b' : 'g';
  }
  return text;
}

std::string without_marks(std::string san) {
  san.erase(san.find_last_not_of("+#") + 1);
  return san;
}

}  // namespace

int misreading(std::string_view written, std::string_view meant) {
  // Equal starts and ends of the words contain no slip.
  const auto start = std::ranges::mismatch(written, meant).in1 - written.begin();
  written.remove_prefix(static_cast<std::size_t>(start));
  meant.remove_prefix(static_cast<std::size_t>(start));
  const auto end = std::mismatch(written.rbegin(), written.rend(), meant.rbegin(), meant.rend());
  written.remove_suffix(static_cast<std::size_t>(end.first - written.rbegin()));
  meant.remove_suffix(static_cast<std::size_t>(end.second - meant.rbegin()));
  const std::size_t longer = std::max(written.size(), meant.size());
  if (written.empty() || meant.empty()) return kOtherSlip * static_cast<int>(longer);
  if (longer == 1) return looks_like(written[0], meant[0]) ? kLookAlike : kOtherSlip;
  return static_cast<int>(weighted_edit_distance(
      written, meant, kOtherSlip, kExchanged,
      [](char w, char m) { return looks_like(w, m) ? kLookAlike : kOtherSlip; }));
}

std::optional<LooseMove> read_look_alikes(std::string_view word, const PieceLetters& letters) {
  if (word.size() < 2 || word.size() > kMaxLength || is_prose_or_number(word)) return std::nullopt;
  // Drops the suffix, because it is the only view of a LooseMove into the word.
  const auto parse = [&](const std::string& text) {
    auto move = text == word ? std::nullopt : parse_loose_move(text, letters);
    if (move) move->suffix = {};
    return move;
  };
  const std::string text = with_squares(word);
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
  if (word.size() < 2 || word.size() > kMaxLength || is_prose(word)) return false;
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
    // If the lengths differ, the extra or missing character already is a slip.
    return meant.size() == written.size() && misreading(written, meant) < kOtherSlip;
  });
}

}  // namespace arbiter
