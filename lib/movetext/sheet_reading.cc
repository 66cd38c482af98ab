#include "lib/movetext/sheet_reading.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/movetext/other_notation.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/san.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/set_aside.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxSheetTokens = 100'000;
constexpr std::uint32_t kNoToken = ~0U;

// The costs of faults: a reading with fewer and likelier ones costs less. Chosen by hand.
constexpr float kTornCost = 0.4F;
constexpr float kGluedCost = 0.4F;
constexpr float kMisreadCost = 3.0F;
constexpr float kNumberCost = 2.5F;      // a number that contradicts the ones before
constexpr float kNumberBackCost = 0.5F;  // and the one after a misprint, which does not
constexpr float kSideCost = 1.0F;        // "12." before a move of Black
constexpr float kBackCost = 1.5F;        // a row after others by its number, but before them here
constexpr float kExchangeCost = -0.8F;   // the same if no other row has this number
constexpr float kLooseNumberCost = 0.3F;
constexpr float kFragmentCost = 2.0F;  // a piece letter or a file that belongs to no move
constexpr float kBracketCost = 1.5F;   // of the first two
constexpr float kNullCost = 1.6F;      // of a null move near a fault
constexpr float kPassageCost = 1.0F;   // moves that are marked as text, or are repeated
constexpr float kAsideCost = 2.5F;     // moves without any such mark
constexpr float kResumedCost = 1.8F;   // the same before "12..."
constexpr float kCutCost = 4.0F;       // moves that nothing explains at the end
constexpr float kCutMoveCost = 0.4F;   // and each of them
constexpr float kMissingCost = 8.0F;   // all the rest, because moves are missing before it

constexpr float kSpuriousCost = 1.5F;  // of a capture where nothing stands, near a fault
constexpr float kSmallCost = 0.15F;    // a fault that the writer makes everywhere
constexpr float kMargin = 1.0F;        // by which the best reading must be better than others
constexpr float kThreshold = 4.5F;     // above the best reading
constexpr std::size_t kBeam = 24;      // readings
constexpr std::size_t kLookBackPlies = 8;
// The least number of later moves that make another move than the written one certain.
constexpr std::size_t kMisreadEvidence = 9;
constexpr int kCalmPlies = 12;  // after a fault, without another
constexpr int kProgressPlies = 3;
constexpr std::size_t kMaxSuccessors = 8;  // in the order of the text
constexpr std::uint32_t kMaxGap = 256;     // tokens
constexpr std::uint32_t kLookedAtMoves = 24;
constexpr std::size_t kMaxRecentPlies = 24;
constexpr std::uint32_t kMaxTornTokens = 5;
constexpr std::size_t kMaxTornLength = 10;

// The part that a token plays outside of variations.
enum class Part : std::uint8_t {
  Remark,  // comments, NAGs and other tokens that are not evidence for moves
  Number,
  Move,  // also a word that was meant as a move
  Prose,
  Fragment,  // "N", "exd": a part of a move
  Dash,
  Open,  // with its closing parenthesis
  Close,
  LooseOpen,  // without one, also "{"
  LooseClose,
  Stray,
  Result,
};

std::int64_t plies_before(const Position& position) {
  return 2 * (std::int64_t{position.fullmove_number()} - 1) +
         (position.turn() == Color::Black ? 1 : 0);
}

bool is_dash(std::string_view word) {
  return word.find_first_not_of("-") == std::string_view::npos || word == "\u2013" ||
         word == "\u2014" || word == "\u2013\u2013";
}

bool is_fragment(std::string_view word) {
  constexpr std::string_view kCharacters = "abcdefghKQRBNPOo012345678x+#=:-";
  if (word.starts_with("\xe2\x99")) return true;  // a figurine
  return word.size() <= 4 && std::ranges::any_of(word, is_letter) &&
         word.find_first_not_of(kCharacters) == std::string_view::npos;
}

// Appends the moves of a word that consists of at least two: "Nf3Nc6", "e4e52". Digits between
// them are numbers.
bool split_moves(std::string_view word, std::vector<std::string_view>& moves) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  if (digits == std::string_view::npos) return moves.size() >= 2;
  const std::string_view rest = word.substr(digits);
  for (std::size_t length = std::min<std::size_t>(rest.size(), 7); length >= 2; --length) {
    if (moves.empty() && length == rest.size()) continue;
    if (!parse_san(rest.substr(0, length))) continue;
    moves.push_back(rest.substr(0, length));
    if (length == rest.size() || split_moves(rest.substr(length), moves)) return moves.size() >= 2;
    moves.pop_back();
  }
  return false;
}

// A move as it may be written: the tokens from `first` to `last`, or a part of one.
struct Item {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t begin = 0;  // of the text
  std::uint32_t end = 0;
  std::uint64_t place = 0;          // in the order of the tokens
  std::uint64_t place_after = 0;    // where the next move can be
  std::uint32_t number = kNoToken;  // its move number
  std::uint32_t word = kNoToken;    // of Sheet::words; none: `san`
  SheetFault fault = SheetFault::None;
  std::uint32_t part = 0;   // of a glued word
  std::uint32_t parts = 1;  // of this word
  San san = {};
};

// The tokens of a game and the moves that they may be.
class Sheet {
 public:
  Sheet(const PgnGame& game, const PieceLetters& letters)
      : game_(game), letters_(letters), is_english_(letters == PieceLetters()) {
    add_tokens();
    join_columns();
    classify();
    match_brackets();
    note_style();
    add_items();
  }

  std::string_view text_of(const Token& token) const { return game_.text_of(token); }
  std::string_view text_of(const Item& item) const {
    return game_.text.substr(item.begin, item.end - item.begin);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(tokens.size()); }
  const PieceLetters& letters() const { return letters_; }
  const PgnGame& game() const { return game_; }
  // Returns a number that is the same for equal short words.
  std::uint64_t key_of(std::string_view word) const {
    std::uint64_t key = word.size();
    for (const char c : word.substr(0, 9)) key = (key << 7) ^ static_cast<unsigned char>(c);
    return key;
  }
  std::uint64_t key_of(std::uint32_t item) const {
    if (keys_.empty()) {
      for (const Item& one : items) keys_.push_back(key_of(text_of(one)));
    }
    return keys_[item];
  }
  // Returns the items whose number announces a move after this many half-moves.
  std::span<const std::pair<std::int64_t, std::uint32_t>> items_at(std::int64_t claim) const {
    if (by_claim_.empty()) {
      for (std::uint32_t i = 0; i < items.size(); ++i) {
        const std::uint32_t number = items[i].number;
        if (number == kNoToken || items[i].fault == SheetFault::Torn) continue;
        if (!numbers_have_dots || tokens[number].dots > 0)
          by_claim_.emplace_back(claim_of(items[i].number), i);
      }
      if (!std::ranges::is_sorted(by_claim_)) std::ranges::sort(by_claim_);
    }
    return std::ranges::equal_range(by_claim_, claim, {},
                                    [](const auto& numbered) { return numbered.first; });
  }
  // Returns the half-moves before the move that the number announces, by its dots.
  std::int64_t claim_of(std::uint32_t number) const {
    return 2 * (std::int64_t{tokens[number].number()} - 1) + (tokens[number].dots >= 2 ? 1 : 0);
  }
  // Checks for a number without dots where others have them, after one that has: "12. 4 e4".
  bool is_loose(std::uint32_t at, std::uint32_t before) const {
    return numbers_have_dots && tokens[at].dots == 0 && before != kNoToken &&
           tokens[before].dots > 0;
  }

  Tokens tokens;
  std::vector<Part> parts;
  std::vector<std::uint32_t> match;       // of an Open: the Close
  std::vector<std::uint32_t> moves_from;  // the number of moves from each token on
  std::vector<std::uint32_t> comment;  // the token of the game that a damaged comment consists of
  std::vector<Item> items;             // by the place where they begin
  std::vector<std::string> words;
  std::size_t glued = 0;   // words
  std::size_t torn = 0;    // moves
  std::size_t strays = 0;  // words, signs and numbers among the moves
  bool has_columns = false;
  bool numbers_have_dots = true;
  bool numbers_each_move = false;   // "1. e4 1. e5"
  bool numbers_half_moves = false;  // "1. e4 2. e5 3. Nf3"

 private:
  void add_tokens() {
    tokens.reserve(game_.tokens.size());
    comment.reserve(game_.tokens.size());
    items.reserve(game_.tokens.size());
    for (std::uint32_t at = 0; at < game_.tokens.size(); ++at) {
      const Token& token = game_.tokens[at];
      const bool is_damaged =
          token.kind == TokenKind::BraceComment &&
          ((token.payload & Token::kHasBrace) != 0 || !game_.text_of(token).ends_with('}'));
      is_damaged ? add_comment(at) : add(token, kNoToken);
    }
  }
  void add(const Token& token, std::uint32_t origin) {
    tokens.push_back(token);
    comment.push_back(origin);
  }
  // Adds the words of a comment that is not closed where it should be.
  void add_comment(std::uint32_t index) {
    const Token& whole = game_.tokens[index];
    Token brace = whole;
    brace.length = 1;
    brace.kind = TokenKind::Stray;
    brace.dots = 0;
    add(brace, index);
    const std::string_view inside = game_.text_of(whole).substr(1);
    const std::string padded = std::string(inside) + std::string(kTextPadding, '\0');
    PgnGame piece;
    CommentHorizon horizon;
    const MovetextLexer lexer(std::string_view(padded).substr(0, inside.size()), horizon);
    for (const char* at = padded.data(); at < padded.data() + inside.size();) {
      const char* const before = at;
      lexer.run(at, padded.data(), piece);
      if (at == before) ++at;
    }
    for (Token token : piece.tokens) {
      token.offset += whole.offset + 1;
      if (token.kind == TokenKind::BraceComment) {
        token.payload = (token.payload & Token::kHasText) | Token::kHasBracket;
        token.dots = 0;
      }
      add(token, index);
    }
  }

  // Puts the rows of a second column, which the lines of the text contain too, after the first one:
  // "1. e4 e5 21. Rd1 Rd8 2. Nf3 Nc6 22. h3 h6".
  void join_columns() {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t at = 0; at < size(); ++at) {
      if (tokens[at].kind == TokenKind::VariationStart) return;
      if (tokens[at].kind == TokenKind::MoveNumber && tokens[at].dots == 1) rows.push_back(at);
    }
    const auto number = [&](std::size_t row) { return std::int64_t{tokens[rows[row]].number()}; };
    if (rows.size() < 6 || number(1) != number(0) + static_cast<std::int64_t>(rows.size() + 1) / 2)
      return;
    for (std::size_t row = 2; row < rows.size(); ++row) {
      if (number(row) != number(row - 2) + 1) return;
    }
    const auto last = std::find_if(tokens.begin() + rows.back(), tokens.end(),
                                   [](const Token& t) { return t.kind == TokenKind::Result; });
    Tokens joined(tokens.begin(), tokens.begin() + rows[0]);
    for (const std::size_t column : {0, 1}) {
      for (std::size_t row = column; row < rows.size(); row += 2) {
        const auto end = row + 1 < rows.size() ? tokens.begin() + rows[row + 1] : last;
        joined.insert(joined.end(), tokens.begin() + rows[row], end);
      }
    }
    joined.insert(joined.end(), last, tokens.end());
    tokens = std::move(joined);
    has_columns = true;
  }

  void classify() {
    const auto words_of_result = result_in_words(game_);
    const std::uint32_t end =
        words_of_result ? game_.tokens[words_of_result->first].offset : ~std::uint32_t{0};
    parts.resize(tokens.size());
    for (std::uint32_t at = 0; at < size(); ++at) {
      parts[at] = tokens[at].offset >= end ? Part::Result : part_of(at);
    }
    for (std::uint32_t at = 0; at < size(); ++at) {
      const auto is_prose = [&](std::uint32_t near) {
        return near < size() && parts[near] == Part::Prose;
      };
      if (parts[at] == Part::Fragment && is_small(text_of(tokens[at])[0]) &&
          (is_prose(at - 1) || is_prose(at + 1))) {
        parts[at] = Part::Prose;
      }
    }
  }
  Part part_of(std::uint32_t at) const {
    const Token& token = tokens[at];
    switch (token.kind) {
      case TokenKind::MoveNumber:
        if (text_of(token) == "0") return Part::Fragment;
        return touches_number(at) ? Part::Remark : Part::Number;
      case TokenKind::Move:
        return Part::Move;
      case TokenKind::Word:
        return part_of_word(at);
      case TokenKind::VariationStart:
        return Part::Open;
      case TokenKind::VariationEnd:
        return Part::Close;
      case TokenKind::Result:
        return Part::Result;
      case TokenKind::Stray:
        switch (text_of(token)[0]) {
          case ',':
          case '.':
            return Part::Remark;
          case '{':
            return Part::LooseOpen;
          case '}':
            return Part::LooseClose;
          default:
            return Part::Stray;
        }
      default:
        return Part::Remark;
    }
  }
  // Checks for a part of "0.5" or "12:30", which is not the number of a move.
  bool touches_number(std::uint32_t at) const {
    const auto touch = [&](std::uint32_t first) {
      const Token& a = tokens[first];
      const Token& b = tokens[first + 1];
      return a.kind == TokenKind::MoveNumber && b.kind == TokenKind::MoveNumber &&
             a.offset + a.length == b.offset && !text_of(b).starts_with("00");
    };
    return (at > 0 && touch(at - 1)) || (at + 1 < size() && touch(at));
  }
  Part part_of_word(std::uint32_t at) const {
    std::string converted;
    const std::string_view word = word_in_utf8(text_of(tokens[at]), converted);
    const WordReading reading = read_word(word, letters_);
    if (reading.kind == WordKind::Mark || reading.kind == WordKind::Glyph) {
      if (is_sign(at, word)) return Part::Remark;
      return is_letter(word[0]) ? Part::Fragment : Part::Stray;
    }
    if (is_dash(word)) return Part::Dash;
    if (reading.kind != WordKind::Other) return Part::Move;
    if (is_fragment(word)) return Part::Fragment;
    std::vector<std::string_view> moves;
    if (word.size() >= 4 && word.size() <= 64 && split_moves(word, moves)) return Part::Move;
    return std::ranges::any_of(word, is_letter) || !is_ascii(word) ? Part::Prose : Part::Stray;
  }
  // Checks whether a sign follows a move. A letter also needs a number or a remark after it: "N".
  bool is_sign(std::uint32_t at, std::string_view word) const {
    const bool follows = at > 0 && (parts[at - 1] == Part::Move || parts[at - 1] == Part::Remark ||
                                    parts[at - 1] == Part::Close);
    if (!follows) return false;
    if (!is_letter(word[0]) || word.size() > 1) return true;
    if (at + 1 == size()) return false;
    const Token& next = tokens[is_sign_inside(at + 1) ? at + 2 : at + 1];
    if (next.kind == TokenKind::MoveNumber) return next.dots > 0;
    const bool is_word = next.kind == TokenKind::Move || next.kind == TokenKind::Word;
    return !is_word || !parse_loose_move(std::string(word) + std::string(text_of(next)), letters_);
  }

  // A parenthesis that is open at the end closes there, if its moves have no second number. Nothing
  // then shows that the main line goes on in it.
  void close_last(std::vector<std::uint32_t>& open) {
    if (open.size() != 1) return;
    std::uint32_t last = size();
    std::size_t numbers = 0;
    for (std::uint32_t at = open[0] + 1; at < size() && parts[at] != Part::Result; ++at) {
      if (parts[at] == Part::Number) ++numbers;
      if (parts[at] != Part::Remark) last = at;
    }
    if (last == size() || numbers > 1) return;
    match[open[0]] = last;
    open.clear();
  }

  void match_brackets() {
    match.assign(tokens.size(), kNoToken);
    inside_.assign(tokens.size(), false);
    std::vector<std::uint32_t> open;
    for (std::uint32_t at = 0; at < size(); ++at) {
      if (parts[at] == Part::Open) {
        open.push_back(at);
      } else if (parts[at] == Part::Close && open.empty()) {
        parts[at] = Part::LooseClose;
      } else if (parts[at] == Part::Close) {
        match[open.back()] = at;
        open.pop_back();
      }
    }
    // "}" closes variations that no parenthesis closes.
    for (std::uint32_t at = size(); at-- > 0 && !open.empty();) {
      const bool is_brace = parts[at] == Part::LooseClose && text_of(tokens[at]) == "}";
      if (!is_brace || comment[at] != kNoToken || at < open.back()) continue;
      match[open.back()] = at;
      open.pop_back();
    }
    close_last(open);
    for (const std::uint32_t at : open) parts[at] = Part::LooseOpen;
    moves_from.assign(tokens.size() + 1, 0);
    for (std::uint32_t at = 0; at < size(); ++at) {
      if (match[at] == kNoToken) continue;
      for (std::uint32_t within = at; within <= match[at]; ++within) inside_[within] = true;
      at = match[at];
    }
    for (std::uint32_t at = size(); at-- > 0;) {
      moves_from[at] = moves_from[at + 1] + (parts[at] == Part::Move && !inside_[at] ? 1 : 0);
    }
  }

  void add_items() {
    std::uint32_t number = kNoToken;
    for (std::uint32_t at = 0; at < size(); ++at) {
      if (inside_[at]) continue;
      if (parts[at] == Part::Number && !is_loose(at, number)) number = at;
      if (parts[at] == Part::Number || parts[at] == Part::Remark) continue;
      if (parts[at] != Part::Result) add_items_at(at, number);
      number = kNoToken;
    }
  }
  void add_items_at(std::uint32_t at, std::uint32_t number) {
    const Token& token = tokens[at];
    Item item{.first = at,
              .last = at,
              .begin = token.offset,
              .end = token.offset + token.length,
              .number = number};
    if (parts[at] == Part::Move || parts[at] == Part::Dash) {
      if (token.kind == TokenKind::Move && is_english_) {
        item.san = token.san();
        add_item(item);
      } else {
        std::string converted;
        add_word(item, std::string(word_in_utf8(text_of(token), converted)));
      }
    }
    if (parts[at] == Part::Move || parts[at] == Part::Fragment) add_torn(item);
    if (parts[at] == Part::Move && may_be_glued(token)) add_glued(item);
  }
  void add_item(Item item) {
    constexpr std::uint64_t kParts = 64;
    item.place = kParts * item.first + item.part;
    item.place_after = item.part + 1 < item.parts ? item.place + 1 : kParts * (item.last + 1);
    glued += item.fault == SheetFault::Glued && item.part == 0 ? 1 : 0;
    torn += item.fault == SheetFault::Torn ? 1 : 0;
    items.push_back(item);
  }
  void add_word(Item item, std::string word) {
    item.word = static_cast<std::uint32_t>(words.size());
    words.push_back(std::move(word));
    add_item(item);
  }
  // Checks for other words than plain moves, and for "Bb5a6", which is one if a bishop is on b5.
  bool may_be_glued(const Token& token) const {
    return token.kind == TokenKind::Word ||
           (token.length >= 5 && std::ranges::count_if(text_of(token), is_digit) == 2);
  }
  void add_glued(Item item) {
    const std::string_view word = text_of(tokens[item.first]);
    std::vector<std::string_view> moves;
    if (word.size() < 4 || word.size() > 64 || !split_moves(word, moves)) return;
    item.parts = static_cast<std::uint32_t>(moves.size());
    for (const std::string_view move : moves) {
      item.begin = static_cast<std::uint32_t>(move.data() - game_.text.data());
      item.end = static_cast<std::uint32_t>(item.begin + move.size());
      item.san = *parse_san(move);
      item.fault = SheetFault::Glued;
      add_item(item);
      item.number = kNoToken;
      ++item.part;
    }
  }
  // Checks for the sign of "N?f6".
  bool is_sign_inside(std::uint32_t at) const {
    const auto touch = [](const Token& a, const Token& b) {
      return a.offset + a.length == b.offset;
    };
    return tokens[at].kind == TokenKind::Suffix && at + 1 < size() &&
           touch(tokens[at - 1], tokens[at]) && touch(tokens[at], tokens[at + 1]);
  }
  // Checks whether the token and the ones after it may be the parts of one word.
  bool precedes_word(std::uint32_t at) const {
    bool has_word = tokens[at].kind == TokenKind::Word;
    const std::uint32_t end = std::min(size(), at + kMaxTornTokens);
    for (std::uint32_t next = at + 1; next < end; ++next) {
      const TokenKind kind = tokens[next].kind;
      has_word |= kind == TokenKind::Word;
      if (has_word) return true;
      const bool is_digit_alone = kind == TokenKind::MoveNumber && tokens[next].dots == 0;
      if (kind != TokenKind::Move && !is_digit_alone) return false;
    }
    return false;
  }
  // Adds the moves that a token gives together with the ones after it.
  void add_torn(Item item) {
    if (!precedes_word(item.first)) return;
    item.fault = SheetFault::Torn;
    std::string converted;
    std::string joined(word_in_utf8(text_of(tokens[item.first]), converted));
    bool has_word = tokens[item.first].kind == TokenKind::Word;
    for (std::uint32_t at = item.first + 1;
         at < size() && at < item.first + kMaxTornTokens && !inside_[at]; ++at) {
      const Token& token = tokens[at];
      if (is_sign_inside(at)) continue;
      const bool is_digit_alone = token.kind == TokenKind::MoveNumber && token.dots == 0;
      const bool is_word = token.kind == TokenKind::Word && parts[at] != Part::Prose;
      if (!is_digit_alone && !is_word && token.kind != TokenKind::Move) return;
      has_word |= is_word;
      if (joined.size() > 2 && joined.ends_with('-') && joined[0] != 'O' && joined[0] != '0')
        joined.pop_back();
      joined += word_in_utf8(text_of(token), converted);
      if (joined.size() > kMaxTornLength) return;
      item.last = at;
      item.end = token.offset + token.length;
      const auto loose = has_word ? parse_loose_move(joined, letters_) : std::nullopt;
      if (loose && !loose->spelling.has(SpellingDeviation::NullMove)) add_word(item, joined);
    }
  }

  void note_style() {
    std::size_t numbers = 0;
    std::size_t dotted = 0;
    std::size_t pairs = 0;
    std::size_t half_moves = 0;
    const Token* before = nullptr;
    for (std::uint32_t at = 0; at < size(); ++at) {
      if (inside_[at]) continue;
      strays += parts[at] == Part::Prose || parts[at] == Part::Stray ? 1 : 0;
      if (parts[at] != Part::Number) continue;
      ++numbers;
      dotted += tokens[at].dots > 0 ? 1 : 0;
      const bool is_pair = before != nullptr && before->number() == tokens[at].number();
      pairs += is_pair && before->dots < 2 && tokens[at].dots < 2 ? 1 : 0;
      const bool is_alone = before == nullptr || (at >= 2 && before == &tokens[at - 2]);
      half_moves += is_alone ? 1 : 0;
      before = &tokens[at];
    }
    numbers_half_moves = numbers >= 3 && half_moves == numbers && pairs == 0;
    numbers_have_dots = 2 * dotted >= numbers;
    if (numbers_have_dots) strays += numbers - dotted;
    numbers_each_move = numbers >= 4 && 10 * pairs >= 4 * numbers;
  }

  const PgnGame& game_;
  const PieceLetters& letters_;
  const bool is_english_;
  mutable std::vector<std::uint64_t> keys_;  // of the items, when needed
  std::vector<bool> inside_;                 // variations
  mutable std::vector<std::pair<std::int64_t, std::uint32_t>> by_claim_;  // sorted when needed

 public:
  bool is_inside(std::uint32_t token) const { return inside_[token]; }
};

// A half-move of a reading.
struct Node {
  std::int32_t parent = -1;
  std::uint32_t item = 0;
  std::optional<Move> move;  // nothing: a null move
  SheetFault fault = SheetFault::None;
  bool changes_number = false;
};

// The place of a reading in the text.
struct ReadingPlace {
  std::int32_t node = -1;
  std::uint32_t next = 0;   // the token after the last move
  std::uint64_t place = 0;  // Item::place_after of the last move
  std::int64_t ply = 0;     // the half-moves before, by the position
  std::int64_t ahead = 0;   // the written numbers minus these
  float cost = 0;
  int calm = 0;                 // half-moves since the last fault
  bool is_ahead_known = true;   // false before the first number of a game from a FEN
  bool has_moved_back = false;  // rows are read in another order
};

// A reading up to some half-move.
struct Reading : ReadingPlace {
  Position position;
};

struct Gap {
  std::uint32_t moves = 0;
  std::uint32_t copies = 0;
  std::uint32_t words = 0;
  std::uint32_t first_number = kNoToken;  // before all moves and words
  std::uint32_t number = kNoToken;        // the last one
  std::uint32_t moves_after = 0;          // that number
  bool is_open = false;                   // begins with a variation that is not closed
  float cost = 0;
};

// A move that an item may mean.
struct Meaning {
  std::optional<Move> move;
  float cost = 0;
  SheetFault fault = SheetFault::None;
};

// An item that may continue a reading.
struct Candidate {
  float cost = 0;  // with that of the reading, without that of the meaning
  std::uint32_t reading = 0;
  std::uint32_t item = 0;
  bool may_slip = false;
};

class Search {
  // Costs up to which a search near the fault is sufficient.
  static constexpr float kNear = 1.5F;
  // Costs above which the line ends at the fault.
  static constexpr float kFar = 9.0F;

 public:
  Search(const Sheet& sheet, const Position& first)
      : sheet_(sheet), is_sound_(!sheet.has_columns), passage_(*this) {
    now_.position = first;
    now_.ply = plies_before(first);
    now_.is_ahead_known = first == Position(initial_setup());
    nodes_.reserve(sheet.items.size() + 64);
  }

  // Returns the half-moves of the best reading; nothing if the game is sound.
  std::optional<std::vector<Node>> run() {
    std::array<Reading, kLookBackPlies> before;
    std::size_t steps = 0;
    before[0] = now_;
    for (;;) {
      if (step()) {
        before[++steps % kLookBackPlies] = now_;
        continue;
      }
      if (rest_after(now_).cost == 0) break;
      is_sound_ = false;
      const Reading here = now_;
      if (!search(here, kNear)) {
        const bool is_long = steps + 1 >= kLookBackPlies;
        const Reading back = before[is_long ? (steps + 1) % kLookBackPlies : 0];
        if (!search(back, kFar)) return best_path();
      }
      steps = 0;
      before[0] = now_;
    }
    if (is_sound_) return std::nullopt;
    return path_to(now_.node);
  }

 private:
  // Counts what is between the last move of a reading and a later token.
  class Passage {
   public:
    explicit Passage(const Search& search) : search_(search), sheet_(search.sheet_) {}

    void start(const ReadingPlace& from) {
      from_ = &from;
      at_ = from.next;
      gap_ = {};
      count_ = {};
      pending_ = kNoToken;
      begins_open_ = ends_closed_ = false;
    }

    // Returns what is before the token `to`, which is not before that of the last call, and the
    // cost of leaving it there. `own_number` belongs to the token. Behind the last token, results
    // are not counted.
    Gap before(std::uint32_t to, std::uint32_t own_number) {
      for (const std::uint32_t end = std::min(to, from_->next + kMaxGap); at_ < end; ++at_) look();
      if (pending_ == kNoToken || pending_ == own_number) return counted(to, own_number);
      const Gap gap = gap_;
      const auto count = count_;
      add_number();
      const Gap whole = counted(to, own_number);
      gap_ = gap;
      count_ = count;
      return whole;
    }

   private:
    std::uint32_t& of(Part part) { return count_[static_cast<std::size_t>(part)]; }

    void look() {
      const Part part = sheet_.parts[at_];
      if (part == Part::Open) at_ = sheet_.match[at_];
      if (part == Part::Remark || part == Part::Open) return;
      if (from_->has_moved_back && (part == Part::Number || search_.is_used(*from_, at_))) return;
      if (part == Part::Number && sheet_.is_loose(at_, pending_)) {
        ++of(part);
        return;
      }
      if (pending_ != kNoToken) add_number();
      pending_ = kNoToken;
      if (part == Part::Number) {
        pending_ = at_;
        return;
      }
      ++of(part);
      if (part == Part::Result) return;
      if (part == Part::LooseOpen && gap_.moves + gap_.words == 0) begins_open_ = true;
      ends_closed_ = part == Part::LooseClose;
      if (part == Part::Prose) ++gap_.words;
      if (part != Part::Move) return;
      ++gap_.moves;
      ++gap_.moves_after;
      if (gap_.moves <= kMaxRecentPlies && search_.is_copy(*from_, at_)) ++gap_.copies;
    }
    void add_number() {
      ++of(Part::Number);
      if (sheet_.tokens[pending_].dots == 0) return;
      if (gap_.moves + gap_.words == 0) gap_.first_number = pending_;
      gap_.number = pending_;
      gap_.moves_after = 0;
    }

    Gap counted(std::uint32_t to, std::uint32_t own_number) {
      Gap gap = gap_;
      const auto some = [](std::uint32_t n) { return static_cast<float>(std::min(n, 20U)); };
      if (gap.words > 0) gap.cost += 0.3F + 0.05F * some(gap.words);
      gap.cost += 0.5F * some(of(Part::Stray));
      if (gap.moves == 0) {
        gap.cost += kLooseNumberCost * some(of(Part::Number));
        const std::uint32_t count = gap.words + of(Part::Stray) + of(Part::Number);
        if (count > 0)
          gap.cost = std::min(gap.cost, habitual(gap.cost, sheet_.strays) * some(count));
      }
      gap.cost += kFragmentCost * some(of(Part::Fragment)) + 0.1F * some(of(Part::Dash));
      if (to != sheet_.size()) gap.cost += kFragmentCost * some(of(Part::Result));
      const std::uint32_t brackets = of(Part::LooseOpen) + of(Part::LooseClose);
      const bool is_passage =
          brackets == 1 && (begins_open_ || ends_closed_) && gap.moves + gap.words > 0;
      gap.is_open = begins_open_ && !ends_closed_;
      if (!is_passage) gap.cost += kBracketCost * some(std::min(brackets, 2U));
      if (is_passage || (gap.moves > 0 && gap.copies == gap.moves)) {
        gap.cost += kPassageCost + 0.02F * some(gap.moves);
      } else if (gap.moves > 0) {
        // A move at the number that is due is no text, even if it is illegal. The same holds at the
        // number after it, before which one is missing.
        const std::int64_t due = from_->ply + from_->ahead;
        const std::int64_t claim =
            gap.first_number == kNoToken ? -1 : sheet_.claim_of(gap.first_number);
        const bool is_due = gap.words == 0 && (claim == due || claim == due + 1);
        if (is_due) gap.cost += 2 * kThreshold;
        const bool resumes = own_number != kNoToken && sheet_.tokens[own_number].dots >= 2;
        gap.cost += gap.words > 0 ? kPassageCost + 0.15F * some(gap.moves)
                                  : (resumes ? kResumedCost : kAsideCost) + 0.1F * some(gap.moves);
      }
      return gap;
    }

    const Search& search_;
    const Sheet& sheet_;
    const ReadingPlace* from_ = nullptr;
    std::uint32_t at_ = 0;
    std::uint32_t pending_ = kNoToken;  // a number that may belong to the next item
    Gap gap_;
    std::array<std::uint32_t, 12> count_{};
    bool begins_open_ = false;
    bool ends_closed_ = false;
  };

  std::vector<Node> path_to(std::int32_t node) const {
    std::vector<Node> path;
    for (; node >= 0; node = nodes_[node].parent) path.push_back(nodes_[node]);
    std::ranges::reverse(path);
    return path;
  }

  // Returns the cheapest finished reading, up to its difference from one that is nearly as cheap.
  std::vector<Node> best_path() {
    std::ranges::stable_sort(ends_, {}, &ReadingPlace::cost);
    std::vector<std::pair<float, std::int32_t>> finished;
    float least = std::numeric_limits<float>::max();
    for (const ReadingPlace& end : ends_) {
      if (end.cost > least + kMargin) break;
      const float cost = end.cost + cost_of_end(end);
      least = std::min(least, cost);
      finished.emplace_back(cost, end.node);
    }
    std::ranges::stable_sort(finished, {}, &std::pair<float, std::int32_t>::first);
    std::vector<Node> best = path_to(finished.front().second);
    for (const auto& [cost, node] : finished) {
      if (cost > least + kMargin) break;
      const std::vector<Node> other = path_to(node);
      const auto [end, end_of_other] =
          std::ranges::mismatch(best, other, {}, &Node::move, &Node::move);
      if (end != best.end() && end_of_other != other.end()) best.erase(end, best.end());
    }
    while (!best.empty() && !is_whole(sheet_.items[best.back().item])) best.pop_back();
    return best;
  }

  // Checks whether no other move of the same word follows.
  static bool is_whole(const Item& item) { return item.part + 1 == item.parts; }

  // Plays the next move if it fits without a fault. Glued words are none in a game of such words.
  bool step() {
    const bool has_glued = habitual(kGluedCost, sheet_.glued) < kSmallCost;
    std::uint32_t token = kNoToken;
    for (auto next = first_item(now_.place); next != sheet_.items.end(); ++next) {
      const bool is_plain = next->fault == SheetFault::None;
      if (!is_plain && !(has_glued && next->fault == SheetFault::Glued)) continue;
      if (token != kNoToken && next->first != token) return false;
      if (token == kNoToken && !is_next_token(*next)) return false;
      token = next->first;
      if (is_next_part(now_, *next) && (next->word == kNoToken ? play_plain(*next) : play(*next)))
        return true;
    }
    return false;
  }
  // Checks whether only remarks, whole variations and its number are before an item.
  bool is_next_token(const Item& item) const {
    for (std::uint32_t at = now_.next; at < item.first; ++at) {
      if (sheet_.parts[at] == Part::Open) at = sheet_.match[at];
      const bool is_passed =
          sheet_.parts[at] == Part::Remark || at == item.number || sheet_.is_inside(at);
      if (!is_passed) return false;
    }
    return true;
  }
  bool play(const Item& item) {
    next_.clear();
    null_cost_ = 0;
    add(now_, {.cost = now_.cost, .item = index_of(item)});
    if (next_.size() != 1 || next_.front().cost > now_.cost) return false;
    now_ = next_.front();
    return true;
  }
  // The same for a move in SAN, without copies.
  bool play_plain(const Item& item) {
    const SanResolution resolution = resolve(item.san, now_.position);
    if (resolution.status != SanStatus::Legal || is_only_quoted(now_, item)) return false;
    bool changes_number = false;
    ReadingPlace to = now_;
    if (item.number != kNoToken && follow_number(item.number, to, changes_number) != 0.0F)
      return false;
    to.place = item.place_after;
    to.next = item.last + 1;
    ++to.ply;
    ++to.calm;
    to.node = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back({.parent = now_.node,
                      .item = index_of(item),
                      .move = resolution.move,
                      .fault = item.fault});
    is_sound_ &= item.fault == SheetFault::None;
    static_cast<ReadingPlace&>(now_) = to;
    now_.position.play(resolution.move);
    return true;
  }
  std::vector<Item>::const_iterator first_item(std::uint64_t place) const {
    return std::ranges::lower_bound(sheet_.items, place, {}, &Item::place);
  }
  std::uint32_t index_of(const Item& item) const {
    return static_cast<std::uint32_t>(&item - sheet_.items.data());
  }

  // Searches from a reading on, at additional costs up to `most`. Returns true if one reading is
  // clearly best and has no more faults; then it is the new state. Otherwise the readings in
  // `ends_` are complete.
  bool search(const Reading& from, float most) {
    ends_.clear();
    null_cost_ = kNullCost;
    const std::uint64_t fault = now_.place;
    beam_.assign(1, from);
    beam_.front().calm = 0;
    const std::size_t most_nodes = nodes_.size() + 8 * sheet_.items.size() + 2000;
    float least = from.cost;  // of the reading that the fault was found in, or that went on since
    while (!beam_.empty() && nodes_.size() < most_nodes) {
      if (beam_.front().cost > least + most) break;
      extend(most, beam_.front().place > fault ? beam_.front().calm : 0);
      if (beam_.empty()) break;
      if (most > kNear && beam_.front().calm > kProgressPlies)
        least = std::max(least, beam_.front().cost);
      const bool is_alone = beam_.size() == 1;
      if (beam_.front().calm < (is_alone && most <= kNear ? kCalmPlies / 2 : kCalmPlies)) continue;
      if (!ends_word(beam_.front()) || beam_.front().place <= fault) continue;
      if (is_alone || beam_[1].cost >= beam_[0].cost + 2 * kMargin) {
        now_ = beam_.front();
        return beam_.front().cost <= least + most;
      }
    }
    for (const Reading& reading : beam_) finish(reading);
    return false;
  }

  // Replaces the readings of the beam by those that are a half-move longer. The longer the best one
  // has gone on without a fault, the less others count.
  void extend(float most, int calm) {
    candidates_.clear();
    const float best = beam_.front().cost;
    const float threshold = std::max(2 * kMargin, kThreshold - 0.3F * static_cast<float>(calm));
    for (std::uint32_t i = 0; i < beam_.size(); ++i) {
      finish(beam_[i]);
      // Others would cost more with a slip than the best one.
      expand(i, most > kNear && beam_[i].cost <= best + kMargin, best + threshold);
    }
    std::ranges::stable_sort(candidates_, {}, &Candidate::cost);
    next_.clear();
    float least = std::numeric_limits<float>::max();
    for (const Candidate& candidate : candidates_) {
      if (candidate.cost > least + threshold || next_.size() >= 2 * kBeam) break;
      const std::size_t count = next_.size();
      add(beam_[candidate.reading], candidate);
      for (std::size_t i = count; i < next_.size(); ++i) least = std::min(least, next_[i].cost);
    }
    if (!std::ranges::is_sorted(next_, {}, &Reading::cost))
      std::ranges::stable_sort(next_, {}, &Reading::cost);
    beam_.clear();
    for (const Reading& reading : next_) {
      if (beam_.size() == kBeam || reading.cost > least + threshold) break;
      const bool is_known = std::ranges::any_of(beam_, [&](const Reading& better) {
        return better.place == reading.place && better.position == reading.position;
      });
      if (!is_known) beam_.push_back(reading);
    }
  }

  // Returns what is after the last move. A long rest is not looked at.
  Gap rest_after(const ReadingPlace& reading) {
    const std::uint32_t moves = sheet_.moves_from[reading.next];
    if (moves <= kLookedAtMoves) {
      passage_.start(reading);
      return passage_.before(sheet_.size(), kNoToken);
    }
    Gap rest{.moves = moves, .cost = kCutCost};
    std::uint32_t at = reading.next;
    while (sheet_.parts[at] == Part::Remark) ++at;
    if (sheet_.parts[at] == Part::Number && sheet_.tokens[at].dots > 0) rest.first_number = at;
    return rest;
  }

  // Notes that the reading may be complete.
  void finish(const Reading& reading) {
    if (ends_word(reading)) ends_.push_back(reading);
  }
  bool ends_word(const ReadingPlace& reading) const {
    return reading.node < 0 || is_whole(sheet_.items[nodes_[reading.node].item]);
  }
  float cost_of_end(const ReadingPlace& reading) {
    const Gap rest = rest_after(reading);
    const bool is_cut = rest.moves > rest.words && rest.copies < rest.moves;
    if (!is_cut) return rest.cost;
    return rest.first_number != kNoToken &&
                   sheet_.claim_of(rest.first_number) > reading.ply + reading.ahead
               ? kMissingCost
               : kCutCost + kCutMoveCost * static_cast<float>(rest.moves);
  }

  // Adds the candidates that continue a reading, up to the cost `limit`.
  void expand(std::uint32_t index, bool may_slip, float limit) {
    const Reading& from = beam_[index];
    std::size_t tried = 0;
    std::uint64_t reached = from.place;
    passage_.start(from);
    for (auto item = first_item(from.place); item != sheet_.items.end() && tried < kMaxSuccessors;
         ++item) {
      if (is_used(from, *item)) continue;
      const Gap before =
          item->first < from.next ? Gap() : passage_.before(item->first, item->number);
      if (from.cost + before.cost > limit) break;
      ++tried;
      reached = item->place + 1;
      if (!is_next_part(from, *item)) continue;
      candidates_.push_back({.cost = from.cost + before.cost + cost_of_number(from, *item, before),
                             .reading = index,
                             .item = index_of(*item),
                             .may_slip = tried == 1 && may_slip});
    }
    const auto due = sheet_.items_at(from.ply + from.ahead);
    for (const auto& [claim, number] : due) {
      const Item& item = sheet_.items[number];
      if (item.place >= from.place && item.place < reached) continue;
      if (is_used(from, item) || !is_next_part(from, item)) continue;
      const bool is_back = item.place < from.place;
      if (!is_back) passage_.start(from);
      const float cost =
          is_back ? (due.size() == 1 ? kExchangeCost : kBackCost)
                  : std::min(passage_.before(item.first, item.number).cost, kThreshold - 1);
      candidates_.push_back({.cost = from.cost + cost, .reading = index, .item = number});
    }
  }

  // Checks whether a glued word is read from its first move to its last one.
  bool is_next_part(const ReadingPlace& from, const Item& item) const {
    if (from.node < 0) return item.part == 0;
    const Item& last = sheet_.items[nodes_[from.node].item];
    return is_whole(last) ? item.part == 0 : item.first == last.first && item.part == last.part + 1;
  }

  // Returns the cost of a move without a number after others that are not read, but have one.
  float cost_of_number(const ReadingPlace& from, const Item& item, const Gap& before) const {
    if (item.number != kNoToken) return 0;
    if (before.is_open) return kAsideCost;
    if (before.number == kNoToken) return 0;
    const std::int64_t claim = sheet_.claim_of(before.number) + before.moves_after;
    return claim == from.ply + from.ahead ? 0 : kNumberCost;
  }

  bool is_used(const ReadingPlace& reading, const Item& item) const {
    return (item.place < reading.place || reading.has_moved_back) && is_used(reading, item.first);
  }
  bool is_used(const ReadingPlace& reading, std::uint32_t token) const {
    std::int32_t node = reading.node;
    for (std::size_t count = 0; node >= 0 && count < kMaxRecentPlies; ++count) {
      const Item& item = sheet_.items[nodes_[node].item];
      if (item.first <= token && token <= item.last) return true;
      node = nodes_[node].parent;
    }
    // Long before, everything has been read.
    return node >= 0 && token < sheet_.items[nodes_[node].item].first;
  }

  bool is_copy(const ReadingPlace& reading, std::uint32_t token) const {
    const std::uint64_t key = sheet_.key_of(sheet_.text_of(sheet_.tokens[token]));
    std::int32_t node = reading.node;
    for (std::size_t count = 0; node >= 0 && count < kMaxRecentPlies; ++count) {
      if (sheet_.key_of(nodes_[node].item) == key) return true;
      node = nodes_[node].parent;
    }
    return false;
  }

  // Returns the cost of a fault that the writer may have made everywhere.
  static float habitual(float cost, std::size_t chances) {
    constexpr float kMostOfAll = 4.0F;
    return std::min(cost, kMostOfAll / static_cast<float>(std::max<std::size_t>(chances, 1)));
  }

  // Adds the readings that continue with the item to `next_`.
  void add(const Reading& from, const Candidate& candidate) {
    const Item& item = sheet_.items[candidate.item];
    if (is_only_quoted(from, item)) return;
    ReadingPlace to = from;
    float cost = candidate.cost;
    bool changes_number = false;
    if (item.number != kNoToken) {
      const auto number_cost = follow_number(item.number, to, changes_number);
      if (!number_cost || (changes_number && cost > from.cost)) return;
      cost += *number_cost;
    }
    if (item.fault == SheetFault::Torn) cost += habitual(kTornCost, sheet_.torn);
    if (item.fault == SheetFault::Glued && item.part == 0)
      cost += habitual(kGluedCost, sheet_.glued);
    if (item.place < from.place) to.has_moved_back = true;
    to.place = item.place_after;
    to.next = item.last + 1;
    to.ply = from.ply + 1;
    meanings_.clear();
    add_meanings(item, from.position, candidate.may_slip);
    for (const Meaning& meaning : meanings_) {
      Reading& reading = next_.emplace_back(Reading{to, from.position});
      reading.cost = cost + meaning.cost;
      const float added = reading.cost - from.cost;
      reading.calm = added < 0 || added > kSmallCost ? 0 : from.calm + 1;
      meaning.move ? reading.position.play(*meaning.move) : reading.position.pass();
      reading.node = static_cast<std::int32_t>(nodes_.size());
      nodes_.push_back({.parent = from.node,
                        .item = candidate.item,
                        .move = meaning.move,
                        .fault = meaning.fault == SheetFault::None ? item.fault : meaning.fault,
                        .changes_number = changes_number});
    }
  }

  // Checks for a move in a damaged comment where no number shows that the comment has ended.
  bool is_only_quoted(const ReadingPlace& from, const Item& item) const {
    const std::uint32_t comment = sheet_.comment[item.first];
    if (comment == kNoToken) return false;
    if (item.number != kNoToken) return from.node < 0 || sheet_.claim_of(item.number) < from.ply;
    return from.next == 0 || sheet_.comment[from.next - 1] != comment;
  }

  // Compares the number before the next move with those before. Returns nothing if it is that of
  // the other player.
  std::optional<float> follow_number(std::uint32_t number, ReadingPlace& reading,
                                     bool& changes_number) const {
    const Token& token = sheet_.tokens[number];
    std::int64_t ahead = sheet_.claim_of(number) - reading.ply;
    const bool is_due = ahead == reading.ahead || ahead + 1 == reading.ahead;
    if (token.dots == 0 && sheet_.numbers_have_dots && !is_due) return kLooseNumberCost;
    float cost = 0;
    const bool is_black = (reading.ply & 1) != 0;
    if (token.dots < 2 && is_black) {
      const bool is_ahead = ahead + 1 == reading.ahead || !reading.is_ahead_known;
      if (!is_ahead) return std::nullopt;
      ++ahead;
      if (!sheet_.numbers_each_move) cost += kSideCost;
    }
    if (((ahead - reading.ahead) & 1) != 0) return std::nullopt;
    if (!std::exchange(reading.is_ahead_known, true)) reading.ahead = ahead;
    if (ahead != reading.ahead) {
      cost += ahead == 0 ? kNumberBackCost : kNumberCost;
      changes_number = ahead != 0;
      reading.ahead = ahead;
    }
    return cost;
  }

  void add_meanings(const Item& item, const Position& position, bool may_slip) {
    if (item.word == kNoToken) {
      const SanResolution resolution = resolve(item.san, position);
      const bool is_spurious = resolution.deviations.has(SanDeviation::CaptureSpurious);
      if (resolution.status == SanStatus::Legal)
        meanings_.push_back({.move = resolution.move, .cost = is_spurious ? kSpuriousCost : 0.0F});
    } else {
      add_named(sheet_.words[item.word], position);
    }
    if (meanings_.empty() && may_slip && item.fault == SheetFault::None) add_slips(item, position);
  }
  void add_named(std::string_view word, const Position& position) {
    const auto named = named_move(word, position, sheet_.letters());
    if (!named) return;
    if (named->is_null()) {
      if (!position.is_check()) meanings_.push_back({.move = {}, .cost = null_cost_});
      return;
    }
    if (!named->is_legal()) return;
    const Move move = named->move();
    const auto& other = named->loose.other_reading;
    const bool has_two = named->loose.spelling.has(SpellingDeviation::CapitalFile) && other;
    const SanResolution second = has_two ? resolve(*other, position) : SanResolution();
    const SanResolution first = has_two ? resolve(named->loose.san, position) : SanResolution();
    if (first.status == SanStatus::Legal && second.status == SanStatus::Legal &&
        first.move != second.move) {
      meanings_.push_back({first.move, 0.5F, SheetFault::Misread});
      meanings_.push_back({second.move, 0.5F, SheetFault::Misread});
    } else {
      meanings_.push_back({.move = move});
    }
  }
  // Adds the legal moves that differ from the written one by one character.
  void add_slips(const Item& item, const Position& position) {
    std::string written(item.word == kNoToken ? sheet_.text_of(item)
                                              : std::string_view(sheet_.words[item.word]));
    written.erase(written.find_last_not_of("+#") + 1);
    if (written.size() < 2 || written.size() > kMaxTornLength) return;
    if (written.size() == 2 && std::ranges::none_of(written, is_digit)) return;  // "be"
    for (const Move move : legal_moves(position)) {
      if (!may_be_slip(written, move, position)) continue;
      std::string meant = translated(san_of(move, position), sheet_.letters());
      meant.erase(meant.find_last_not_of("+#") + 1);
      const int slip = misreading(written, meant);
      if (slip > kOtherSlip) continue;
      meanings_.push_back(
          {move, kMisreadCost + 0.1F * static_cast<float>(slip), SheetFault::Misread});
    }
  }
  // Checks quickly whether all but one of piece, file and rank are in the word.
  static bool may_be_slip(std::string_view written, Move move, const Position& position) {
    if (move.kind() == MoveKind::Castling) return true;
    const Role role = position.board().at(move.from())->role();
    const auto has = [&](char c) { return written.find(c) != std::string_view::npos ? 1 : 0; };
    const int parts = has(static_cast<char>('a' + static_cast<int>(file_of(move.to())))) +
                      has(static_cast<char>('1' + static_cast<int>(rank_of(move.to()))));
    return parts + (role == Role::Pawn || !is_small(written[0]) ? 1 : 0) >= 2;
  }

  const Sheet& sheet_;
  float null_cost_ = 0;  // of a null move, which explains nothing near a fault
  bool is_sound_;
  Reading now_;
  std::vector<Node> nodes_;
  std::vector<ReadingPlace> ends_;  // of readings that may be complete
  std::vector<Reading> beam_;
  std::vector<Reading> next_;
  std::vector<Candidate> candidates_;
  std::vector<Meaning> meanings_;
  Passage passage_;
};

// Writes the tokens in the order of a reading.
class Mending {
 public:
  Mending(const Sheet& sheet, const Position& first, const std::vector<Node>& path)
      : sheet_(sheet), path_(path), position_(first), ply_(plies_before(first)) {}

  std::optional<SheetReading> run() {
    reading_.game = sheet_.game();
    reading_.game.tokens.clear();
    reading_.game.has_words = true;
    assign();
    add_run(take(place_after(0)), path_.empty());
    for (std::size_t at = 0; at < path_.size(); ++at) {
      add_move(at);
      const bool is_last = at + 1 == path_.size();
      add_run(take(place_after(at + 1)), is_last);
    }
    for (const std::uint32_t index : take(place_at_end())) push(index);
    if (reading_.mended.empty()) return std::nullopt;
    return std::move(reading_);
  }

 private:
  using Indices = std::span<const std::uint32_t>;

  const Item& item(std::size_t at) const { return sheet_.items[path_[at].item]; }
  const Token& token(std::uint32_t index) const { return sheet_.tokens[index]; }

  // Assigns every token to the move before it in the text, or, from its number on, to its move.
  void assign() {
    constexpr std::uint32_t kNone = ~0U;
    std::vector<std::uint32_t> mover(sheet_.size(), kNone);   // the last of the moves of a token
    std::vector<std::uint32_t> number(sheet_.size(), kNone);  // the move of a number
    has_moves_.resize(sheet_.game().tokens.size() + 1, false);
    for (std::uint32_t at = 0; at < path_.size(); ++at) {
      const Item& own = item(at);
      for (std::uint32_t i = own.first; i <= own.last; ++i) {
        mover[i] = at;
        if (sheet_.comment[i] != kNoToken) has_moves_[sheet_.comment[i]] = true;
      }
      if (own.number != kNoToken) number[own.number] = at;
    }
    std::uint32_t place = place_after(0);
    std::uint32_t whole = kNoToken;  // a comment that contains no moves of the game
    for (std::uint32_t at = 0; at < sheet_.size(); ++at) {
      if (sheet_.parts[at] == Part::Result && !sheet_.is_inside(at)) place = place_at_end();
      if (place != place_at_end()) {
        if (mover[at] != kNone) {
          place = place_after(mover[at] + 1);
          continue;
        }
        if (number[at] != kNone) place = place_before(number[at]);
        const std::uint32_t comment = sheet_.comment[at];
        if (comment != kNoToken && !has_moves_[comment] && std::exchange(whole, comment) == comment)
          continue;
      }
      indices_.push_back(at);
      places_.push_back(place);
    }
    if (std::ranges::is_sorted(places_)) return;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted;
    for (std::size_t i = 0; i < indices_.size(); ++i) sorted.emplace_back(places_[i], indices_[i]);
    std::ranges::stable_sort(sorted, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
    for (std::size_t i = 0; i < sorted.size(); ++i) std::tie(places_[i], indices_[i]) = sorted[i];
  }
  // The places of other tokens: before and after each move, and from the result on.
  static std::uint32_t place_after(std::size_t moves) {
    return static_cast<std::uint32_t>(2 * moves);
  }
  static std::uint32_t place_before(std::size_t move) {
    return static_cast<std::uint32_t>(2 * move + 1);
  }
  std::uint32_t place_at_end() const { return place_before(path_.size()); }
  // Returns the tokens of the next place.
  Indices take(std::uint32_t place) {
    const std::size_t from = taken_;
    while (taken_ < places_.size() && places_[taken_] == place) ++taken_;
    return Indices(indices_).subspan(from, taken_ - from);
  }

  bool is_whole_comment(std::uint32_t index) const {
    return sheet_.comment[index] != kNoToken && sheet_.parts[index] == Part::LooseOpen &&
           !has_moves_[sheet_.comment[index]];
  }

  void push(const Token& token) {
    reading_.game.has_variations |= token.kind == TokenKind::VariationStart;
    reading_.game.tokens.push_back(token);
  }
  void push(std::uint32_t index) {
    push(is_whole_comment(index) ? sheet_.game().tokens[sheet_.comment[index]] : token(index));
  }
  MendedToken& mend(SheetFault fault) {
    reading_.mended.push_back(
        {.token = static_cast<std::uint32_t>(reading_.game.tokens.size()), .fault = fault});
    return reading_.mended.back();
  }
  static Token word_token(std::uint32_t begin, std::uint32_t end) {
    Token word{};
    word.offset = begin;
    word.length = end - begin;
    word.kind = TokenKind::Word;
    return word;
  }

  void add_move(std::size_t at) {
    const Node& node = path_[at];
    const Item& own = item(at);
    const bool is_back = own.begin < furthest_ && (at > 0 && own.begin < item(at - 1).begin);
    bool is_named = !node.changes_number && !is_back;
    for (const std::uint32_t index : take(place_before(at))) {
      if (index == own.number && !is_named) {
        const SheetFault fault = is_back                  ? SheetFault::Moved
                                 : skips_moves(at, index) ? SheetFault::Missing
                                                          : SheetFault::Number;
        mend(fault).due = static_cast<std::uint32_t>((ply_ + ahead_) / 2 + 1);
        is_named = true;
      }
      push(index);
    }
    if (own.number != kNoToken) {
      const std::int64_t claim = sheet_.claim_of(own.number);
      ahead_ = claim - ply_ + (((claim - ply_) & 1) != 0 ? 1 : 0);
    }
    if (!is_named) mend(SheetFault::Moved).due = static_cast<std::uint32_t>(ply_ / 2 + 1);
    if (node.fault != SheetFault::None) {
      mend(node.fault).move = node.move;
      push(word_token(own.begin, own.end));
      for (std::uint32_t index = own.first; index <= own.last; ++index) {
        if (token(index).kind == TokenKind::Suffix) push(index);
      }
    } else {
      push(own.first);
    }
    furthest_ = std::max(furthest_, own.end);
    ++ply_;
    ++played_;
  }

  // Returns the position after some moves of the line, not fewer than in the last call.
  const Position& position_after(std::size_t moves) {
    for (; reached_ < moves; ++reached_) {
      const std::optional<Move>& move = path_[reached_].move;
      move ? position_.play(*move) : position_.pass();
    }
    return position_;
  }

  // Checks whether the number before a move is a later one, and those after it too.
  bool skips_moves(std::size_t at, std::uint32_t number) const {
    if (sheet_.claim_of(number) <= ply_ + ahead_) return false;
    for (std::size_t next = at + 1; next < path_.size(); ++next) {
      const std::uint32_t later = item(next).number;
      if (later == kNoToken) continue;
      const auto plies = static_cast<std::int64_t>(next - at);
      return sheet_.claim_of(later) > ply_ + plies + ahead_ + 1;
    }
    return true;
  }

  // Adds tokens that are not moves of the main line; after the last move, from the first move on as
  // they are.
  void add_run(Indices indices, bool is_last) {
    for (std::size_t at = 0; at < indices.size();) {
      const std::uint32_t index = indices[at];
      const Part part = sheet_.parts[index];
      if (is_whole_comment(index) || part == Part::Remark || part == Part::Result) {
        push(index);
        ++at;
      } else if (sheet_.is_inside(index)) {
        push(index);
        ++at;
      } else {
        std::size_t end = at + 1;
        while (end < indices.size() && continues(indices[end - 1], indices[end])) ++end;
        end = std::max(end, end_of_brackets(indices, at));
        const std::span<const std::uint32_t> run(indices.data() + at, end - at);
        const bool has_move = std::ranges::any_of(
            run, [&](std::uint32_t i) { return sheet_.parts[i] == Part::Move; });
        if (is_last && has_move && is_rest(run))
          return add_rest({indices.data() + at, indices.size() - at});
        add_loose(run);
        at = end;
      }
    }
  }
  bool continues(std::uint32_t before, std::uint32_t index) const {
    if (index != before + 1 || is_whole_comment(index) || sheet_.is_inside(index)) return false;
    const Part part = sheet_.parts[index];
    if (part == Part::Result) return false;
    const bool is_joined = token(before).offset + token(before).length == token(index).offset;
    const bool is_sign = token(index).kind == TokenKind::Suffix ||
                         token(index).kind == TokenKind::Stray ||
                         token(index).kind == TokenKind::Nag;
    return part != Part::Remark || (is_joined && is_sign) || token(index).kind == TokenKind::Word;
  }

  // Returns the end of a passage from its opening parenthesis, or up to its closing one, with the
  // remarks in it.
  std::size_t end_of_brackets(Indices indices, std::size_t at) const {
    std::size_t end = at;
    const bool is_open = token(indices[at]).kind == TokenKind::VariationStart;
    for (std::size_t next = at + 1; next < indices.size() && indices[next] == indices[next - 1] + 1;
         ++next) {
      const Part part = sheet_.parts[indices[next]];
      if (part == Part::LooseClose) return next + 1;
      if (part == Part::Result || part == Part::LooseOpen || part == Part::Prose) break;
      if (is_open && part == Part::Move) end = next + 1;
    }
    return end;
  }

  // Checks whether moves after the last one are rather the rest of the game than text.
  bool is_rest(std::span<const std::uint32_t> run) const {
    std::size_t moves = 0;
    std::size_t words = 0;
    for (const std::uint32_t index : run) {
      moves += sheet_.parts[index] == Part::Move ? 1 : 0;
      words += sheet_.parts[index] == Part::Prose ? 1 : 0;
    }
    return moves >= words;
  }

  // Adds the rest as it is written. Its first move must not be played if it is legal by chance.
  void add_rest(std::span<const std::uint32_t> rest) {
    bool is_ended = false;
    for (const std::uint32_t index : rest) {
      const Part part = sheet_.parts[index];
      // A variation that is not closed ends with the game.
      is_ended |= token(index).kind == TokenKind::VariationStart && part == Part::LooseOpen;
      const bool is_free = !is_ended && !sheet_.is_inside(index);
      if (is_free && part == Part::Number && token(index).dots > 0) {
        const std::int64_t claim = sheet_.claim_of(index);
        if (claim != ply_ + ahead_) {
          MendedToken& missing =
              mend(claim > ply_ + ahead_ ? SheetFault::Missing : SheetFault::Unclear);
          missing.due = static_cast<std::uint32_t>((ply_ + ahead_) / 2 + 1);
          missing.ends_line = true;
          is_ended = true;
        }
      } else if (is_free && part == Part::Move) {
        is_ended = true;
        const auto named =
            named_move(sheet_.text_of(token(index)), position_after(played_), sheet_.letters());
        if (named && (named->is_legal() || named->is_null())) {
          mend(SheetFault::Unclear).ends_line = true;
        }
      }
      push(index);
    }
  }

  // Adds text among the moves: as a variation if it is one without its parentheses.
  void add_loose(std::span<const std::uint32_t> run) {
    const auto has_only = [&](Part part) {
      return std::ranges::all_of(run, [&](std::uint32_t i) { return sheet_.parts[i] == part; });
    };
    const bool has_text = std::ranges::any_of(run, [&](std::uint32_t i) {
      const Part part = sheet_.parts[i];
      return part != Part::Number && part != Part::LooseOpen && part != Part::LooseClose;
    });
    const bool is_closed = sheet_.parts[run.back()] == Part::LooseClose;
    if (!has_text && (!is_closed || has_only(Part::LooseClose))) {
      for (const std::uint32_t index : run) push(index);
      return;
    }
    if (add_variation(run)) return;
    mend(is_copy(run) ? SheetFault::Twice : SheetFault::Text);
    push(
        word_token(token(run.front()).offset, token(run.back()).offset + token(run.back()).length));
  }
  // Checks whether the moves are those just before, or just after, the run.
  bool is_copy(std::span<const std::uint32_t> run) const {
    std::vector<std::string_view> moves;
    for (const std::uint32_t index : run) {
      const Part part = sheet_.parts[index];
      if (part != Part::Move && part != Part::Number) return false;
      if (part == Part::Move) moves.push_back(sheet_.text_of(token(index)));
    }
    for (std::size_t from = played_ - std::min(played_, moves.size());
         from + moves.size() <= path_.size() && from <= played_; ++from) {
      const auto is_same = [&](std::size_t i) {
        return sheet_.text_of(item(from + i)) == moves[i];
      };
      std::size_t same = 0;
      while (same < moves.size() && is_same(same)) ++same;
      if (same == moves.size()) return true;
    }
    return false;
  }
  bool add_variation(std::span<const std::uint32_t> run) {
    if (played_ == 0) return false;
    const bool has_open = token(run.front()).kind == TokenKind::VariationStart;
    const bool has_close = token(run.back()).kind == TokenKind::VariationEnd;
    const std::span<const std::uint32_t> inner =
        run.subspan(has_open ? 1 : 0, run.size() - (has_open ? 1 : 0) - (has_close ? 1 : 0));
    if (inner.size() < 2) return false;
    const auto is_move = [&](std::uint32_t i) { return sheet_.parts[i] == Part::Move; };
    const auto first = std::ranges::find_if(inner, is_move);
    if (first == inner.end() || sheet_.parts[inner.front()] != Part::Number) return false;
    const bool is_of_moves = std::ranges::all_of(inner, [&](std::uint32_t i) {
      return is_move(i) || sheet_.parts[i] == Part::Number || sheet_.parts[i] == Part::Remark ||
             sheet_.is_inside(i);
    });
    if (!is_of_moves || sheet_.claim_of(inner.front()) != ply_ + ahead_ - 1) return false;
    const Position& before = position_after(played_ - 1);
    if (!read_legal_move(sheet_.text_of(token(*first)), before, sheet_.letters())) return false;
    Token sign{};
    sign.offset = token(run.front()).offset;
    sign.kind = TokenKind::VariationStart;
    if (!has_open) mend(SheetFault::Bracket);
    push(has_open ? token(run.front()) : sign);
    for (const std::uint32_t index : inner) push(index);
    sign.offset = token(run.back()).offset + token(run.back()).length;
    sign.kind = TokenKind::VariationEnd;
    if (!has_close) mend(SheetFault::Bracket);
    push(has_close ? token(run.back()) : sign);
    reading_.game.has_variations = true;
    return true;
  }

  const Sheet& sheet_;
  const std::vector<Node>& path_;
  SheetReading reading_;
  Position position_;  // after `reached_` moves
  std::size_t reached_ = 0;
  std::int64_t ply_;
  std::int64_t ahead_ = 0;
  std::size_t played_ = 0;
  std::uint32_t furthest_ = 0;          // the end of the text that has been read
  std::vector<std::uint32_t> indices_;  // of tokens that belong to no move, by their places
  std::vector<std::uint32_t> places_;
  std::size_t taken_ = 0;
  std::vector<bool> has_moves_;  // comments of the game that contain moves of the line
};

bool has_all_brackets(const PgnGame& game) {
  std::int64_t open = 0;
  for (const Token& token : game.tokens) {
    open += token.kind == TokenKind::VariationStart ? 1 : 0;
    open -= token.kind == TokenKind::VariationEnd ? 1 : 0;
    if (open < 0) return false;
  }
  return open == 0;
}

}  // namespace

namespace {

// Checks whether Arbiter set aside words among the moves. They were read as a whole before, and
// reading them again would change what was written.
bool was_read_before(const PgnGame& game) {
  return std::ranges::any_of(game.tokens, [&](const Token& token) {
    return token.kind == TokenKind::BraceComment && game.text_of(token).starts_with(kUnreadable);
  });
}

// Checks whether the moves begin with "1...", which is explained as a game that Black began.
bool begins_with_black(const PgnGame& game, const Position& first) {
  const auto token = std::ranges::find_if_not(game.tokens, is_remark);
  return token != game.tokens.end() && token->kind == TokenKind::MoveNumber && token->dots > 1 &&
         first.turn() == Color::White && token->number() == first.fullmove_number();
}

// Checks whether the first two words are no moves, as in "1. 5254 5755".
bool begins_with_numbers(const PgnGame& game) {
  std::size_t count = 0;
  for (const Token& token : game.tokens) {
    if (is_remark(token)) continue;
    if (token.kind != TokenKind::MoveNumber) return false;
    if (++count == 2) return true;
  }
  return false;
}

// Returns the reading of a game in another notation; of words that are read as usual, none.
std::optional<SheetReading> read_notation(const PgnGame& game, const Position& first) {
  const auto moves = read_other_notation(game, first);
  if (!moves) return std::nullopt;
  SheetReading reading{.game = game, .mended = {}};
  Position position = first;
  for (const TokenMove& move : *moves) {
    Token& token = reading.game.tokens[move.token];
    const bool is_usual = token.kind != TokenKind::MoveNumber &&
                          read_legal_move(game.text_of(token), position) == move.move;
    if (!is_usual) {
      token.kind = TokenKind::Word;
      const bool is_first = reading.mended.empty();
      reading.mended.push_back({.token = move.token,
                                .fault = is_first ? SheetFault::Notation : SheetFault::None,
                                .move = move.move});
    }
    position.play(move.move);
  }
  reading.game.has_words = true;
  return reading.mended.empty() ? std::nullopt : std::optional(std::move(reading));
}

}  // namespace

bool SheetReading::changes_only_words() const {
  return std::ranges::all_of(mended, [&](const MendedToken& token) {
    const std::string_view text = game.text_of(game.tokens[token.token]);
    const bool has_move = std::ranges::any_of(text, is_digit);
    return token.fault <= SheetFault::Misread || (token.fault == SheetFault::Text && !has_move);
  });
}

std::optional<SheetReading> read_sheet(const PgnGame& game, const Position& first,
                                       const PieceLetters& letters) {
  if (game.tokens.size() > kMaxSheetTokens || !game.line_ends.empty()) return std::nullopt;
  if (was_read_before(game) || begins_with_black(game, first)) return std::nullopt;
  if (auto reading = read_notation(game, first)) return reading;
  const Sheet sheet(game, letters);
  if (sheet.numbers_half_moves && sheet.glued == 0) return std::nullopt;
  auto path = Search(sheet, first).run();
  if (!path || path->empty()) return std::nullopt;
  for (std::size_t at = path->size() - std::min(path->size(), kMisreadEvidence); at < path->size();
       ++at) {
    if ((*path)[at].fault == SheetFault::Misread) path->resize(at);
  }
  return Mending(sheet, first, *path).run();
}

bool may_be_damaged(const PgnGame& game, const PieceLetters& letters) {
  if (game.ends_in_open_comment() || (game.has_variations && !has_all_brackets(game))) return true;
  if (begins_with_numbers(game)) return true;
  if (!game.has_words) return false;
  return std::ranges::any_of(game.tokens, [&](const Token& token) {
    if (token.kind != TokenKind::Word) return false;
    const std::string_view text = game.text_of(token);
    if (text.size() >= 4 && text.find_first_of("12345678") != std::string_view::npos &&
        text.size() < 6)
      return false;  // most moves in other spellings, quickly
    const WordKind kind = read_word(text, letters).kind;
    return kind == WordKind::Other || kind == WordKind::Garbled ||
           (kind == WordKind::Glyph && is_letter(text[0])) || is_dash(text);
  });
}

}  // namespace arbiter
