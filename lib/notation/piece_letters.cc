#include "lib/notation/piece_letters.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lib/base/encoding.h"

namespace arbiter {
namespace {

// The roles in the usual order of a letter list.
constexpr Role kOrder[] = {Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight};

// Returns the code point of a character of one or two bytes, which covers the supported alphabets;
// nothing for other characters.
std::optional<unsigned> short_code_point(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1 && byte(0) < 0x80) return byte(0);
  if (character.size() == 2) return (byte(0) & 0x1fu) << 6 | (byte(1) & 0x3fu);
  return std::nullopt;
}

constexpr bool is_within(unsigned code, unsigned first, unsigned last) {
  return first <= code && code <= last;
}

// Checks for a small Latin, Greek or Cyrillic letter.
bool is_small_letter(unsigned code) {
  if (is_within(code, 0x100, 0x137) || is_within(code, 0x14a, 0x177)) return code % 2 == 1;
  if (is_within(code, 0x139, 0x148) || is_within(code, 0x179, 0x17e)) return code % 2 == 0;
  return is_within(code, 'a', 'z') || is_within(code, 0xdf, 0xff) ||
         is_within(code, 0x3ac, 0x3ce) || is_within(code, 0x430, 0x45f);
}

bool is_letter(unsigned code) { return is_within(code, 'A', 'Z') || code >= 0xc0; }

// Splits the text into letters; fails for other characters.
Result<std::vector<std::string>> split_letters(std::string_view text) {
  std::vector<std::string> letters;
  bool may_continue = false;
  while (!text.empty()) {
    const std::string_view character = text.substr(0, size_of_code_points(text, 1));
    const auto code = short_code_point(character);
    if (character == " " || character == ",") {
      may_continue = false;
    } else if (code && is_small_letter(*code) && may_continue) {
      letters.back() += character;
    } else if (code && is_letter(*code) && !is_small_letter(*code)) {
      letters.emplace_back(character);
      may_continue = true;
    } else {
      return Error{fmt::format("{} is not a capital letter for a piece", shown_character(text))};
    }
    text.remove_prefix(character.size());
  }
  return letters;
}

constexpr PieceLanguage kLanguages[] = {
    {"German, Danish, Norwegian, Swedish, Serbian, Croatian or Slovene", "KDTLS"},
    {"Spanish, Italian or Catalan", "RDTAC"},
    {"French", "RDTFC"},
    {"Russian", "КрФЛСК"},
    {"Dutch", "KDTLP"},
    {"Portuguese", "RDTBC"},
    {"Polish", "KHWGS"},
    {"Czech or Slovak", "KDVSJ"},
    {"Hungarian", "KVBFH"},
    {"Romanian", "RDTNC"},
    {"Finnish", "KDTLR"},
    {"Ukrainian", "КрФТСК"},
    {"Serbian or Macedonian", "КДТЛС"},
    {"Bulgarian", "ЦДТОК"},
    {"Turkish", "ŞVKFA"},
    {"Greek", "ΡΒΠΑΙ"},
    {"Estonian", "KLVOR"},
    {"Latvian", "KDTLZ"},
    {"Lithuanian", "KVBRŽ"},
    {"Icelandic", "KDHBR"},
};

bool is_castling(std::string_view san) { return san.starts_with('O'); }

// Returns the move in long algebraic notation: piece letter, both squares, and the suffix of the
// SAN.
std::string lan_of(std::string_view san, Move move) {
  if (is_castling(san)) return std::string(san);
  const bool names_piece = san[0] >= 'A' && san[0] <= 'Z';
  const bool is_capture = san.find('x') != std::string_view::npos;
  const std::size_t end = san.find_last_of("12345678") + 1;
  return fmt::format("{}{}{}{}{}", names_piece ? san.substr(0, 1) : "", to_string(move.from()),
                     is_capture ? 'x' : '-', to_string(move.to()), san.substr(end));
}

template <class LetterOf>
std::string with_letters(std::string_view san, LetterOf letter_of) {
  std::string text;
  for (const char c : san) {
    const auto role = role_of_letter(c);
    if (role && *role != Role::Pawn) {
      text += letter_of(*role);
    } else {
      text += c;
    }
  }
  return text;
}

std::string_view figurine_of(Role role) {
  constexpr std::string_view kWhiteFigurines[] = {"♙", "♘", "♗", "♖", "♕", "♔"};
  return kWhiteFigurines[index_of(role)];
}

}  // namespace

PieceLetters::PieceLetters() {
  for (const Role role : kOrder) letters_[slot(role)] = letter_of(role);
}

std::optional<PieceLetters::Match> PieceLetters::match(std::string_view text) const {
  std::optional<Match> longest;
  for (const Role role : kOrder) {
    const std::string_view letter = of(role);
    if (text.starts_with(letter) && (!longest || letter.size() > longest->length)) {
      longest = Match{role, letter.size()};
    }
  }
  return longest;
}

std::string translated(std::string_view san, const PieceLetters& letters) {
  return with_letters(san, [&](Role role) { return letters.of(role); });
}

Result<PieceLetters> parse_piece_letters(std::string_view text) {
  const auto letters = split_letters(text);
  if (!letters) return Error{letters.error()};
  if (letters->size() != std::size(kOrder)) {
    return Error{
        fmt::format("{} has {} letters instead of 5 (king, queen, rook, bishop and knight)",
                    shown_text(text), letters->size())};
  }
  PieceLetters result;
  for (std::size_t i = 0; i < letters->size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if ((*letters)[i] != (*letters)[j]) continue;
      return Error{
          fmt::format("{} and {} have the same letter '{}'; a second, lower-case letter can "
                      "distinguish them, as in Кр",
                      to_string(kOrder[j]), to_string(kOrder[i]), (*letters)[i])};
    }
    result.letters_[PieceLetters::slot(kOrder[i])] = (*letters)[i];
  }
  return result;
}

std::span<const PieceLanguage> piece_languages() { return kLanguages; }

std::span<const PieceLetters> language_letters() {
  static const std::vector<PieceLetters> parsed = [] {
    std::vector<PieceLetters> all;
    for (const PieceLanguage& language : kLanguages) {
      all.push_back(*parse_piece_letters(language.letters));
    }
    return all;
  }();
  return parsed;
}

Result<MoveSpelling> parse_move_spelling(std::string_view text) {
  if (text == "san") return MoveSpelling{};
  if (text == "lan") return MoveSpelling{MoveNotation::Lan};
  if (text == "uci") return MoveSpelling{MoveNotation::Uci};
  if (text == "figurine") return MoveSpelling{MoveNotation::Figurine};
  const auto letters = parse_piece_letters(text);
  if (letters && std::ranges::find(language_letters(), *letters) != language_letters().end()) {
    return MoveSpelling{MoveNotation::Letters, *letters};
  }
  std::string known;
  for (const PieceLanguage& language : piece_languages()) {
    known += known.empty() ? "" : ", ";
    known += language.letters;
  }
  return Error{
      fmt::format("expected san, lan, uci, figurine, or the letters of king, queen, rook, "
                  "bishop and knight in a language: {}",
                  known)};
}

std::string spelled(std::string_view san, std::optional<Move> move, Color color,
                    const MoveSpelling& spelling, UciCastling castling) {
  switch (spelling.notation) {
    case MoveNotation::Lan:
      if (move) return lan_of(san, *move);
      break;
    case MoveNotation::Uci:
      return move ? uci_of(*move, color, castling) : "0000";
    case MoveNotation::Figurine:
      return with_letters(san, figurine_of);
    case MoveNotation::Letters:
      return translated(san, spelling.letters);
    case MoveNotation::San:
      break;
  }
  return std::string(san);
}

}  // namespace arbiter
