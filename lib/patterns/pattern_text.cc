#include "lib/patterns/pattern_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/notation/fen.h"

namespace arbiter {
namespace {

std::optional<int> parse_number(std::string_view text) {
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (number < 0 || number > kMaxNumber) return std::nullopt;
  return number;
}

struct Span {
  int first = 0;
  int last = 7;
};

Bitboard rectangle(Span files, Span ranks) {
  if (files.first > files.last) std::swap(files.first, files.last);
  if (ranks.first > ranks.last) std::swap(ranks.first, ranks.last);
  Bitboard squares;
  for (int rank = ranks.first; rank <= ranks.last; ++rank) {
    for (int file = files.first; file <= files.last; ++file) {
      squares |= square_of(static_cast<File>(file), static_cast<Rank>(rank));
    }
  }
  return squares;
}

// Removes a letter or digit between `first` and `last` from the start of the text, and returns it
// as a number from 0.
std::optional<int> take_one(std::string_view& text, char first, char last) {
  if (text.empty() || text[0] < first || text[0] > last) return std::nullopt;
  const int number = text[0] - first;
  text.remove_prefix(1);
  return number;
}

// Removes a range such as "a" or "a-c" from the start of the text. Returns nothing for other text.
std::optional<Span> take_span(std::string_view& text, char first, char last) {
  const auto begin = take_one(text, first, last);
  if (!begin) return std::nullopt;
  std::string_view rest = text;
  if (!rest.starts_with('-')) return Span{*begin, *begin};
  rest.remove_prefix(1);
  const auto end = take_one(rest, first, last);
  if (!end) return Span{*begin, *begin};
  text = rest;
  return Span{*begin, *end};
}

std::optional<Bitboard> parse_item(std::string_view text) {
  if (text == "dark") return kDarkSquares;
  if (text == "light") return ~kDarkSquares;
  if (text.size() == 5 && text[2] == '-') {
    const auto from = parse_square(text.substr(0, 2));
    const auto to = parse_square(text.substr(3));
    if (from && to) {
      return rectangle({index_of(file_of(*from)), index_of(file_of(*to))},
                       {index_of(rank_of(*from)), index_of(rank_of(*to))});
    }
  }
  const auto files = take_span(text, 'a', 'h');
  const auto ranks = take_span(text, '1', '8');
  if (!text.empty() || (!files && !ranks)) return std::nullopt;
  return rectangle(files.value_or(Span()), ranks.value_or(Span()));
}

// Returns the pieces of a board sign; nothing for other characters.
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

// Removes one square from the start of the text. It is a letter, a sign, or several of them in
// brackets, which "^" negates.
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
    std::optional<std::size_t> star;  // position of the "*" for missing squares
    while (!rest_.empty() && rest_.front() != '/') {
      const char c = rest_.front();
      if (c == '*') {
        if (star) return fail("a rank can have only one *"), false;
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

std::optional<MovePlayed> castling_of(std::string_view text) {
  MovePlayed move{.movers = men_of(Role::King)};
  if (text == "O-O" || text == "0-0") {
    move.castling = MovePlayed::Castling::KingSide;
  } else if (text == "O-O-O" || text == "0-0-0") {
    move.castling = MovePlayed::Castling::QueenSide;
  } else {
    return std::nullopt;
  }
  return move;
}

// Removes "=N" or "N" from the end of a pawn move to the first or last rank.
bool take_promotion(std::string_view& text, MovePlayed& move) {
  if (text.size() < 2) return true;
  const auto role = role_of_letter(text.back());
  if (!role) return true;
  if (*role == Role::Pawn || *role == Role::King) return false;
  text.remove_suffix(1);
  if (text.ends_with('=')) text.remove_suffix(1);
  move.promotions = static_cast<std::uint8_t>(1 << index_of(*role));
  return true;
}

// Parses the rest of a move after its piece letter: optional origin, x and target, as in "bd2",
// "x", "axb5", "d".
bool read_way(std::string_view way, bool is_pawn, MovePlayed& move) {
  const std::size_t x = way.find('x');
  const bool is_capture = x != std::string_view::npos;
  std::string_view from = is_capture ? way.substr(0, x) : std::string_view();
  std::string_view to = is_capture ? way.substr(x + 1) : way;
  if (!is_capture && way.size() > 2 && parse_square(way.substr(way.size() - 2)) &&
      way.find_first_of(",-") == std::string_view::npos) {
    from = way.substr(0, way.size() - 2);
    to = way.substr(way.size() - 2);
  }
  if (!from.empty()) {
    const auto squares = parse_squares(from);
    if (!squares) return false;
    move.from = *squares;
  }
  if (!to.empty()) {
    const auto squares = parse_squares(to);
    if (!squares || (is_pawn && !is_capture && to.size() < 2)) return false;
    move.to = *squares;
  }
  move.captured = is_capture ? kAllMen : to.empty() ? kAnything : kNobody;
  return true;
}

// Removes a piece letter, or several in brackets, from the start of the text.
std::optional<Men> take_roles(std::string_view& text) {
  const bool has_bracket = text.starts_with('[') && text.find(']') != std::string_view::npos;
  const std::string_view letters = text.substr(0, has_bracket ? text.find(']') + 1 : 1);
  const auto men = parse_roles(letters);
  if (men) text.remove_prefix(letters.size());
  return men;
}

std::optional<MovePlayed> single_move(std::string_view text) {
  if (auto castling = castling_of(text)) return castling;
  MovePlayed move;
  const auto letters = take_roles(text);
  if (!letters && text.starts_with('x')) return std::nullopt;
  move.movers = letters.value_or(kPawns);
  const bool is_pawn = move.movers == kPawns;
  if (is_pawn && !take_promotion(text, move)) return std::nullopt;
  if (text.empty()) return letters ? std::optional(move) : std::nullopt;
  if (!read_way(text, is_pawn, move)) return std::nullopt;
  return move;
}

std::optional<Pattern> alternative(std::string_view text) {
  const bool is_mate = text.ends_with('#');
  const bool is_check = text.ends_with('+');
  if (is_mate || is_check) text.remove_suffix(1);
  const auto move = single_move(text);
  if (!move) return std::nullopt;
  Pattern pattern = pattern_of(*move);
  if (!is_mate && !is_check) return pattern;
  return joined(Pattern::Kind::All,
                {std::move(pattern), pattern_of(is_mate ? Feature::Checkmate : Feature::Check)});
}

// Adds pieces that may also make the move. Returns false for castling and pawn moves.
bool add_movers(Pattern& pattern, Men letters) {
  Pattern& single = pattern.claim ? pattern : pattern.parts.front();
  MovePlayed& move = std::get<MovePlayed>(*single.claim);
  if (move.castling != MovePlayed::Castling::No || (move.movers & kPawns) != 0) return false;
  move.movers |= letters;
  return true;
}

constexpr std::string_view kWords[] = {
    "and",      "or",      "not",        "no",        "then",      "later",    "for",
    "either",   "mirror",  "shift",      "white",     "black",     "to",       "move",
    "castled",  "castles", "short",      "long",      "up",        "down",     "level",
    "material", "pawns",   "has",        "board",     "at",        "ply",      "attackers",
    "check",    "mate",    "stalemate",  "smothered", "opposite",  "bishops",  "isolated",
    "passed",   "doubled", "pinned",     "attacked",  "protected", "attacks",  "protects",
    "hittable", "by",      "on",         "from",      "takes",     "captures", "promotes",
    "light",    "dark",    "connected",  "backward",  "trapped",   "forks",    "skewers",
    "xrays",    "double",  "discovered", "symmetric", "en",        "passant",  "empty",
    "pawn",     "knight",  "knights",    "bishop",    "rook",      "rooks",    "queen",
    "queens",   "king",    "kings",      "piece",     "pieces",    "line",     "end",
    "within",   "that",    "loses",      "gains",     "in",        "attack",
};

// Synonyms of pattern words, in English and other languages.
constexpr struct {
  std::string_view word;
  std::string_view meant;
} kSynonyms[] = {
    {"&", "and"},
    {"&&", "and"},
    {"+", "and"},
    {"|", "or"},
    {"||", "or"},
    {"!", "not"},
    {"without", "no"},
    {"after", "later"},
    {"afterwards", "later"},
    {"next", "then"},
    {"->", "then"},
    {"-->", "later"},
    {"defended", "protected"},
    {"guarded", "protected"},
    {"defends", "protects"},
    {"guards", "protects"},
    {"checkmate", "mate"},
    {"checkmated", "mate"},
    {"#", "mate"},
    {"flip", "either"},
    {"flipcolor", "either"},
    {"kingside", "short"},
    {"queenside", "long"},
    {"captured", "takes"},
    {"promoted", "promotes"},
    {"lasting", "for"},
    {"during", "for"},
    {"structure", "pawns"},
    {"fen", "board"},
    {"opening", "at"},
    {"moves", "move"},
    {"turn", "to move"},
    {"equal", "level"},
    {"ahead", "up"},
    {"behind", "down"},
    {"anywhere", "shift"},
    {"final", "at end"},
    {"finally", "at end"},
    {"sacrifices", "loses"},
    {"lost", "loses"},
    {"gained", "gains"},
    {"same", "that"},
    {"iqp", "isolated queen pawn"},
    {"isolani", "isolated queen pawn"},
    {"classical", "greek gift"},
};

// Returns the themes whose names contain the word, such as "write 'greek gift'".
std::string themes_with(std::string_view word) {
  std::vector<std::string> names;
  for (const PatternTheme& theme : pattern_themes()) {
    std::string name = to_small(theme.name);
    if (fmt::format(" {} ", name).find(fmt::format(" {} ", word)) == std::string::npos) continue;
    names.push_back(fmt::format("'{}'", name));
  }
  return names.empty() ? "" : fmt::format("write {}", fmt::join(names, " or "));
}

// Returns help for a move or square that was written where a piece was expected.
std::string written_otherwise(std::string_view word) {
  if (const auto squares = parse_squares(word)) {
    return fmt::format(
        "name the piece: P{0} is a white pawn there, p{0} a black one; 'move {0}' is a move", word);
  }
  if (parse_move_text(word)) return fmt::format("for a move, write: move {}", word);
  if (word.size() > 1 && is_letter(word[0]) && parse_squares(word.substr(1))) {
    return fmt::format("'{}' is not a piece letter (expected KQRBNP for White or kqrbnp for Black)",
                       word[0]);
  }
  std::string_view rest = word;
  constexpr std::size_t kMaxSquareLength = 3;  // longer words are not meant as squares
  if (take_men(rest) && !rest.empty() && rest.size() <= kMaxSquareLength &&
      (rest[0] >= 'a' && rest[0] <= 'h')) {
    return fmt::format("'{}' is not a square, file or rank: files are a to h, ranks 1 to 8", rest);
  }
  return {};
}

}  // namespace

std::optional<CountRange> parse_number_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const auto number = parse_number(text);
    if (!number) return std::nullopt;
    return CountRange{*number, *number};
  }
  const std::string_view first = text.substr(0, dots);
  const std::string_view last = text.substr(dots + 2);
  const auto least = first.empty() ? std::optional(0) : parse_number(first);
  const auto most = last.empty() ? std::optional(CountRange::kNoLimit) : parse_number(last);
  if (!least || !most || *most < *least || text == "..") return std::nullopt;
  return CountRange{*least, *most};
}

std::optional<Bitboard> parse_squares(std::string_view text) {
  Bitboard squares;
  while (true) {
    const std::size_t comma = text.find(',');
    const auto item = parse_item(text.substr(0, comma));
    if (!item) return std::nullopt;
    squares |= *item;
    if (comma == std::string_view::npos) return squares;
    text.remove_prefix(comma + 1);
  }
}

std::optional<Men> take_men(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  std::string_view letters = text.substr(0, 1);
  std::size_t length = 1;
  if (text[0] == '[') {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos || close == 1) return std::nullopt;
    letters = text.substr(1, close - 1);
    length = close + 1;
  }
  Men men = 0;
  // The letter "a" directly before a square is a file.
  const bool may_be_any_black = length > 1 || text.size() == 1;
  for (const char letter : letters) {
    const auto piece = piece_of_letter(letter);
    const bool is_side = letter == 'A' || (letter == 'a' && may_be_any_black);
    if (!piece && !is_side) return std::nullopt;
    men |= piece ? men_of(*piece) : *men_of_sign(letter);
  }
  text.remove_prefix(length);
  return men;
}

std::optional<Men> parse_roles(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  Men men = 0;
  bool is_letter_next = true;
  for (const char c : text) {
    const auto role = role_of_letter(c);
    if (role) {
      men |= men_of(*role);
    } else if (c != '|' || is_letter_next) {
      return std::nullopt;
    }
    is_letter_next = !role;
  }
  if (men == 0 || is_letter_next) return std::nullopt;
  return men;
}

std::optional<Men> men_named(std::string_view word) {
  if (word.ends_with('s')) word.remove_suffix(1);
  if (word == "piece") return kAllMen;
  for (int i = 0; i < 6; ++i) {
    const auto role = static_cast<Role>(i);
    if (word == to_string(role)) return men_of(role);
  }
  return std::nullopt;
}

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

std::optional<Pattern> parse_move_text(std::string_view text) {
  if (const auto roles = parse_roles(text)) return pattern_of(MovePlayed{.movers = *roles});
  std::vector<Pattern> alternatives;
  Men letters = 0;  // the Q of "Q|Rh7", where Rh7 follows
  while (true) {
    const std::size_t bar = text.find('|');
    const std::string_view word = text.substr(0, bar);
    const auto letter = word.size() == 1 ? parse_roles(word) : std::nullopt;
    letters |= letter.value_or(0);
    auto one = letter ? Pattern() : alternative(word);
    if (!one) return std::nullopt;
    if (!letter && letters != 0 && add_movers(*one, letters)) letters = 0;
    if (!letter) alternatives.push_back(*std::move(one));
    if (bar == std::string_view::npos) break;
    text.remove_prefix(bar + 1);
  }
  if (letters != 0) alternatives.push_back(pattern_of(MovePlayed{.movers = letters}));
  return joined(Pattern::Kind::Any, std::move(alternatives));
}

std::string_view pattern_theme_list() {
  return
#include "lib/patterns/themes.txt.inc"
      ;
}

std::span<const PatternTheme> pattern_themes() {
  static const std::vector<PatternTheme> themes = [] {
    constexpr std::size_t kNameWidth = 26;
    std::vector<PatternTheme> all;
    for (std::string_view rest = pattern_theme_list(); !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (line.size() <= kNameWidth || line[2] == ' ') continue;  // the line with a position
      all.push_back({trim(line.substr(0, kNameWidth)), line.substr(kNameWidth)});
    }
    return all;
  }();
  return themes;
}

std::span<const std::string_view> pattern_words() { return kWords; }

bool is_pattern_word(std::string_view word) {
  return std::ranges::find(kWords, word) != std::end(kWords);
}

std::string suggestion_for(std::string_view word) {
  const std::string small = to_small(word);
  if (small != word && is_pattern_word(small)) return fmt::format("write '{}'", small);
  for (const auto& synonym : kSynonyms) {
    if (small == synonym.word) return fmt::format("write '{}'", synonym.meant);
  }
  if (small == "zugzwang") {
    return "a pattern cannot test for zugzwang; the nearest theme is 'trapped piece'";
  }
  if (std::string text = written_otherwise(word); !text.empty()) return text;
  if (std::string text = themes_with(small); !text.empty()) return text;
  const auto near = nearest_words(small, kWords, 1);
  const auto is_alike = [&](std::string_view other) {
    return 3 * edit_distance(small, other) <= std::max(small.size(), other.size());
  };
  if (!near.empty() && is_alike(near.front()))
    return fmt::format("did you mean '{}'?", near.front());
  return {};
}

}  // namespace arbiter
