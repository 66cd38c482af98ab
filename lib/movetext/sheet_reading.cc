#include "lib/movetext/sheet_reading.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/wording.h"
#include "lib/movetext/sheet.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/san.h"
#include "lib/pgn/comment_parts.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxSheetTokens = 100'000;
// The minimum number of moves after a misread move, as evidence that it was misread.
constexpr std::size_t kMisreadEvidence = 9;

// Writes the tokens in the order of a reading, with explanations of faults.
class Mending {
 public:
  Mending(const Sheet& sheet, const Position& first, const std::vector<SheetMove>& path)
      : sheet_(sheet), path_(path), position_(first), ply_(plies_before(first)) {}

  std::optional<SheetReading> run() {
    reading_.game = sheet_.game();
    reading_.game.tokens.resize(sheet_.start().size());
    reading_.game.has_words = true;
    assign();
    add_run(take(place_after(0)), path_.empty());
    for (std::size_t at = 0; at < path_.size(); ++at) {
      add_move(at);
      const bool is_last = at + 1 == path_.size();
      const Indices run = take(place_after(at + 1));
      if (!run.empty()) add_run(run, is_last);
    }
    for (const std::uint32_t index : take(place_at_end())) push(index);
    if (reading_.mended.empty()) return std::nullopt;
    return std::move(reading_);
  }

 private:
  using Indices = std::span<const std::uint32_t>;

  const SheetItem& item(std::size_t at) const { return sheet_.items[path_[at].item]; }
  const Token& token(std::uint32_t index) const { return sheet_.tokens[index]; }

  // Assigns each token to the preceding move; from a move number on, to the following move.
  void assign() {
    constexpr std::uint32_t kNone = ~0U;
    std::vector<std::uint32_t> mover(sheet_.size(), kNone);   // last move in each token
    std::vector<std::uint32_t> number(sheet_.size(), kNone);  // move of each number
    has_moves_.resize(sheet_.game().tokens.size() + 1, false);
    for (std::uint32_t at = 0; at < path_.size(); ++at) {
      const SheetItem& own = item(at);
      for (std::uint32_t i = own.first; i <= own.last; ++i) {
        mover[i] = at;
        if (sheet_.comment[i] != kNoToken) has_moves_[sheet_.comment[i]] = true;
      }
      if (own.number != kNoToken) number[own.number] = at;
    }
    is_joined_.resize(path_.size());
    indices_.reserve(sheet_.size());
    places_.reserve(sheet_.size());
    std::uint32_t place = place_after(0);
    std::uint32_t whole = kNoToken;  // comment without moves of the game
    for (std::uint32_t at = 0; at < sheet_.size(); ++at) {
      if (sheet_.parts[at] == SheetPart::Result && !sheet_.is_inside(at)) place = place_at_end();
      if (place != place_at_end()) {
        if (mover[at] != kNone) {
          place = place_after(mover[at] + 1);
          continue;
        }
        if (number[at] != kNone) {
          is_joined_[number[at]] = item(number[at]).first == at + 1;
          if (is_joined_[number[at]]) continue;
          place = place_before(number[at]);
        }
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
  // Slots for tokens that are not moves: before and after each move, and at the end from the result
  // on.
  static std::uint32_t place_after(std::size_t moves) {
    return static_cast<std::uint32_t>(2 * moves);
  }
  static std::uint32_t place_before(std::size_t move) {
    return static_cast<std::uint32_t>(2 * move + 1);
  }
  std::uint32_t place_at_end() const { return place_before(path_.size()); }
  // Returns the tokens of the next slot.
  Indices take(std::uint32_t place) {
    const std::size_t from = taken_;
    while (taken_ < places_.size() && places_[taken_] == place) ++taken_;
    return Indices(indices_).subspan(from, taken_ - from);
  }

  bool is_whole_comment(std::uint32_t index) const {
    return sheet_.comment[index] != kNoToken && sheet_.parts[index] == SheetPart::LooseOpen &&
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
    const SheetMove& node = path_[at];
    const SheetItem& own = item(at);
    const bool is_back = own.begin < furthest_ && (at > 0 && own.begin < item(at - 1).begin);
    bool is_named = !node.changes_number && !is_back;
    const auto push_before = [&](std::uint32_t index) {
      if (index == own.number && !is_named) {
        const SheetFault fault = is_back                  ? SheetFault::Moved
                                 : skips_moves(at, index) ? SheetFault::Missing
                                                          : SheetFault::Number;
        mend(fault).due = static_cast<std::uint32_t>((ply_ + ahead_) / 2 + 1);
        is_named = true;
      }
      push(index);
    };
    std::ranges::for_each(take(place_before(at)), push_before);
    if (is_joined_[at]) push_before(own.number);
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

  // Returns the position after the first `moves` moves of the line. `moves` must not decrease
  // between calls.
  const Position& position_after(std::size_t moves) {
    for (; reached_ < moves; ++reached_) {
      const std::optional<Move>& move = path_[reached_].move;
      move ? position_.play(*move) : position_.pass();
    }
    return position_;
  }

  // Checks whether the number before a move, and the following numbers, are too high.
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

  // Adds tokens that are not moves of the main line. In the rest after the last move of the line,
  // tokens from the first move on are unchanged.
  void add_run(Indices indices, bool is_last) {
    for (std::size_t at = 0; at < indices.size();) {
      const std::uint32_t index = indices[at];
      const SheetPart part = sheet_.parts[index];
      if (is_whole_comment(index) || part == SheetPart::Remark || part == SheetPart::Result) {
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
            run, [&](std::uint32_t i) { return sheet_.parts[i] == SheetPart::Move; });
        if (is_last && ((has_move && is_rest(run)) || is_gap(index)))
          return add_rest({indices.data() + at, indices.size() - at});
        add_loose(run, is_last);
        at = end;
      }
    }
  }
  bool continues(std::uint32_t before, std::uint32_t index) const {
    if (index != before + 1 || is_whole_comment(index) || sheet_.is_inside(index)) return false;
    const SheetPart part = sheet_.parts[index];
    if (part == SheetPart::Result) return false;
    if (!sheet_.follows(index)) return false;
    const bool is_joined = token(before).offset + token(before).length == token(index).offset;
    const bool is_sign = token(index).kind == TokenKind::Suffix ||
                         token(index).kind == TokenKind::Stray ||
                         token(index).kind == TokenKind::Nag;
    return part != SheetPart::Remark || (is_joined && is_sign) ||
           token(index).kind == TokenKind::Word;
  }

  bool is_open(std::uint32_t index) const {
    return token(index).kind == TokenKind::VariationStart &&
           sheet_.parts[index] == SheetPart::LooseOpen;
  }

  // Returns the end of a passage in parentheses, including remarks. One of the parentheses may be
  // missing.
  std::size_t end_of_brackets(Indices indices, std::size_t at) const {
    std::size_t end = at;
    const bool is_open = token(indices[at]).kind == TokenKind::VariationStart;
    for (std::size_t next = at + 1; next < indices.size() && indices[next] == indices[next - 1] + 1;
         ++next) {
      const SheetPart part = sheet_.parts[indices[next]];
      if (part == SheetPart::LooseClose) return next + 1;
      if (part == SheetPart::Result || part == SheetPart::LooseOpen || part == SheetPart::Prose)
        break;
      if (is_open && part == SheetPart::Move) end = next + 1;
    }
    return end;
  }

  // Checks whether a run after the last move of the line is more likely the rest of the game than
  // text.
  bool is_rest(std::span<const std::uint32_t> run) const {
    std::size_t moves = 0;
    std::size_t words = 0;
    for (const std::uint32_t index : run) {
      moves += sheet_.parts[index] == SheetPart::Move ? 1 : 0;
      words += sheet_.parts[index] == SheetPart::Prose ? 1 : 0;
    }
    return moves >= words;
  }

  // Checks whether words from a token on replace the next half-move of the line. Signs other than
  // "[", as in "[missing]", do not.
  bool is_gap(std::uint32_t index) const {
    if (!sheet_.next_row(index, ply_ + ahead_).follows_gap) return false;
    while (sheet_.is_inside(index) || sheet_.parts[index] == SheetPart::Number ||
           sheet_.parts[index] == SheetPart::Remark)
      ++index;
    return sheet_.parts[index] == SheetPart::Prose || sheet_.text_of(token(index)) == "[";
  }

  // Adds the rest of the game from a gap on: its words as one unreadable move.
  void add_gap(std::span<const std::uint32_t> rest) {
    const auto is_word = [&](std::uint32_t index) {
      const SheetPart part = sheet_.parts[index];
      return !sheet_.is_inside(index) &&
             (part == SheetPart::Prose || part == SheetPart::Fragment || part == SheetPart::Stray);
    };
    const auto first = std::ranges::find_if(rest, is_word);
    const auto end = std::find_if_not(first, rest.end(), is_word);
    for (auto at = rest.begin(); at != first; ++at) push(*at);
    if (first == rest.end()) return;
    mend(SheetFault::Replaced);
    push(word_token(token(*first).offset, token(end[-1]).offset + token(end[-1]).length));
    for (auto at = end; at != rest.end(); ++at) push(*at);
  }

  // Adds the rest of the game unchanged. The first move of the rest must not be played, even if it
  // is legal.
  void add_rest(std::span<const std::uint32_t> rest) {
    if (is_gap(rest.front())) return add_gap(rest);
    bool is_ended = rest_is_open_;
    for (const std::uint32_t index : rest) {
      const SheetPart part = sheet_.parts[index];
      // An unclosed variation ends with the game.
      is_ended |= is_open(index);
      const bool is_free = !is_ended && !sheet_.is_inside(index);
      if (is_free && part == SheetPart::Number && token(index).dots > 0) {
        const std::int64_t claim = sheet_.claim_of(index);
        if (claim != ply_ + ahead_) {
          MendedToken& missing =
              mend(claim > ply_ + ahead_ ? SheetFault::Missing : SheetFault::Unclear);
          missing.due = static_cast<std::uint32_t>((ply_ + ahead_) / 2 + 1);
          missing.ends_line = true;
          is_ended = true;
        }
      } else if (is_free && part == SheetPart::Move) {
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

  // Adds text among the moves, or a variation if only its parentheses are missing. A single
  // parenthesis does not begin a variation if moves of the line follow.
  void add_loose(std::span<const std::uint32_t> run, bool is_last) {
    const auto has_only = [&](SheetPart part) {
      return std::ranges::all_of(run, [&](std::uint32_t i) { return sheet_.parts[i] == part; });
    };
    const bool has_text = std::ranges::any_of(run, [&](std::uint32_t i) {
      const SheetPart part = sheet_.parts[i];
      return part != SheetPart::Number && part != SheetPart::LooseOpen &&
             part != SheetPart::LooseClose;
    });
    const bool is_closed = sheet_.parts[run.back()] == SheetPart::LooseClose;
    if (!has_text && (!is_closed || has_only(SheetPart::LooseClose))) {
      for (const std::uint32_t index : run) {
        if (is_open(index) && !is_last) mend(SheetFault::Text);
        if (is_open(index) && is_last) rest_is_open_ = true;
        push(index);
      }
      return;
    }
    if (add_variation(run)) return;
    mend(is_copy(run) ? SheetFault::Twice : SheetFault::Text);
    push(
        word_token(token(run.front()).offset, token(run.back()).offset + token(run.back()).length));
  }
  // Checks whether the run repeats the moves directly before or after it.
  bool is_copy(std::span<const std::uint32_t> run) const {
    std::vector<std::string_view> moves;
    for (const std::uint32_t index : run) {
      const SheetPart part = sheet_.parts[index];
      if (part != SheetPart::Move && part != SheetPart::Number) return false;
      if (part == SheetPart::Move) moves.push_back(sheet_.text_of(token(index)));
    }
    std::vector<std::string_view> line;  // the moves around the run
    for (std::size_t at = sheet_.start().size(); at > 0 && line.size() + played_ < moves.size();
         --at) {
      const Token& played = sheet_.start()[at - 1];
      if (played.kind == TokenKind::Move) line.push_back(sheet_.text_of(played));
    }
    std::ranges::reverse(line);
    const std::size_t end = std::min(path_.size(), played_ + moves.size());
    for (std::size_t at = played_ - std::min(played_, moves.size()); at < end; ++at)
      line.push_back(sheet_.text_of(item(at)));
    return moves.empty() || !std::ranges::search(line, moves).empty();
  }
  bool add_variation(std::span<const std::uint32_t> run) {
    if (played_ == 0) return false;
    const bool has_open = token(run.front()).kind == TokenKind::VariationStart;
    const bool has_close = token(run.back()).kind == TokenKind::VariationEnd;
    const std::span<const std::uint32_t> inner =
        run.subspan(has_open ? 1 : 0, run.size() - (has_open ? 1 : 0) - (has_close ? 1 : 0));
    if (inner.size() < 2) return false;
    const auto is_move = [&](std::uint32_t i) { return sheet_.parts[i] == SheetPart::Move; };
    const auto first = std::ranges::find_if(inner, is_move);
    if (first == inner.end() || sheet_.parts[inner.front()] != SheetPart::Number) return false;
    const bool is_of_moves = std::ranges::all_of(inner, [&](std::uint32_t i) {
      return is_move(i) || sheet_.parts[i] == SheetPart::Number ||
             sheet_.parts[i] == SheetPart::Remark || sheet_.is_inside(i);
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
  const std::vector<SheetMove>& path_;
  SheetReading reading_;
  Position position_;  // position after `reached_` moves
  std::size_t reached_ = 0;
  std::int64_t ply_;
  std::int64_t ahead_ = 0;
  std::size_t played_ = 0;
  bool rest_is_open_ = false;            // an unclosed parenthesis precedes the rest
  std::uint32_t furthest_ = 0;           // the end of the text that has been read
  std::vector<std::uint8_t> is_joined_;  // 1 for moves directly after their numbers
  std::vector<std::uint32_t> indices_;   // tokens that are not moves of the line, sorted by slot
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

// Checks for comments in which Arbiter has set words aside among the moves. Such games were already
// read as a whole, and rereading would change the result.
bool was_read_before(const PgnGame& game) {
  return std::ranges::any_of(game.tokens, [&](const Token& token) {
    return token.kind == TokenKind::BraceComment && game.text_of(token).starts_with(kUnreadable);
  });
}

// Checks whether the moves begin with "1...". Such a game is explained as one that Black began.
bool begins_with_black(const PgnGame& game, const Position& first) {
  const auto token = std::ranges::find_if_not(game.tokens, is_remark);
  return token != game.tokens.end() && token->kind == TokenKind::MoveNumber && token->dots > 1 &&
         first.turn() == Color::White && token->number() == first.fullmove_number();
}

// Checks whether the first two words are numbers instead of moves, as in "1. 5254 5755".
bool begins_with_numbers(const PgnGame& game) {
  std::size_t count = 0;
  for (const Token& token : game.tokens) {
    if (is_remark(token)) continue;
    if (token.kind != TokenKind::MoveNumber) return false;
    if (++count == 2) return true;
  }
  return false;
}

// Returns the reading of a game in another notation; nothing if all words are read normally.
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
  // In numeric notation, the numbers after a fault are words too.
  for (std::size_t at = moves->back().token + 1; at < reading.game.tokens.size(); ++at) {
    Token& token = reading.game.tokens[at];
    const bool is_word =
        token.kind == TokenKind::MoveNumber && token.dots == 0 && token.length >= 4;
    if (is_word) token.kind = TokenKind::Word;
  }
  reading.game.has_words = true;
  return reading.mended.empty() ? std::nullopt : std::optional(std::move(reading));
}

// A main-line move as written.
struct LineWord {
  std::uint32_t token = 0;
  std::string text;  // the move in UTF-8
};

std::vector<LineWord> written_moves(const PgnGame& game) {
  std::vector<LineWord> moves;
  std::string converted;
  int depth = 0;
  for (std::uint32_t at = 0; at < game.tokens.size(); ++at) {
    const Token& token = game.tokens[at];
    depth += token.kind == TokenKind::VariationStart ? 1 : 0;
    depth -= token.kind == TokenKind::VariationEnd ? 1 : 0;
    if (depth != 0 || (token.kind != TokenKind::Move && token.kind != TokenKind::Word)) continue;
    moves.push_back({at, std::string(word_in_utf8(game.text_of(token), converted))});
  }
  return moves;
}

// Returns the tokens of a game in which each line of White's moves is above the line of Black's
// moves, in the order of play: "1. e4 Nf3 Bb5", "e5 Nc6 a6", "4. ...". Returns nothing for other
// games. Both lines of a pair are equally long, and the numbers count the moves of White.
std::optional<Tokens> tokens_in_rows(const PgnGame& game) {
  Tokens joined;
  Tokens numbers;
  Tokens white;
  auto at = game.tokens.begin();
  const auto is_of_row = [](const Token& token) {
    return token.kind == TokenKind::Move || token.kind == TokenKind::Word ||
           token.kind == TokenKind::MoveNumber;
  };
  const auto end = std::ranges::find_if_not(game.tokens, is_of_row);
  const bool has_others = std::any_of(end, game.tokens.end(), is_of_row);
  if (at == end || at->kind != TokenKind::MoveNumber || has_others) return std::nullopt;
  std::uint32_t due = at->number();
  const auto begins_line = [&] {
    const std::uint32_t before = at[-1].offset + at[-1].length;
    return game.text.substr(before, at->offset - before).find('\n') != std::string_view::npos;
  };
  while (at != end) {
    const auto row = at;
    numbers.clear();
    white.clear();
    for (; at != end && (at == row || !begins_line()); ++at) {
      const bool is_number = at->kind == TokenKind::MoveNumber;
      if (is_number && (at->number() != due || at->dots > 1)) return std::nullopt;
      if (at == row && !is_number) return std::nullopt;
      if (is_number) numbers.push_back(*at);
      if (!is_number) white.push_back(*at);
      due += is_number ? 0 : 1;
    }
    const auto black = at;
    for (; at != end && (at == black || !begins_line()); ++at) {
      if (at->kind == TokenKind::MoveNumber) return std::nullopt;
    }
    const auto count = static_cast<std::size_t>(at - black);
    if (count > white.size() || count + (at == end ? 1 : 0) < white.size()) return std::nullopt;
    for (std::size_t i = 0; i < white.size(); ++i) {
      if (i < numbers.size()) joined.push_back(numbers[i]);
      joined.push_back(white[i]);
      if (i < count) joined.push_back(black[static_cast<std::ptrdiff_t>(i)]);
    }
  }
  if (std::ranges::is_sorted(joined, {}, &Token::offset)) return std::nullopt;
  joined.insert(joined.end(), end, game.tokens.end());
  return joined;
}

// Returns the reading of a game in rows, if all its moves are legal.
std::optional<SheetReading> read_rows(const PgnGame& game, const Position& first,
                                      const PieceLetters& letters) {
  constexpr std::size_t kMinRowMoves = 6;
  auto tokens = tokens_in_rows(game);
  if (!tokens) return std::nullopt;
  SheetReading reading{.game = game, .mended = {}};
  reading.game.tokens = std::move(*tokens);
  Position position = first;
  const std::vector<LineWord> moves = written_moves(reading.game);
  for (const LineWord& written : moves) {
    const auto move = read_legal_move(written.text, position, letters);
    if (!move) return std::nullopt;
    const bool is_first_of_black = &written == &moves[std::min<std::size_t>(1, moves.size() - 1)];
    if (is_first_of_black)
      reading.mended.push_back(
          {.token = written.token, .fault = SheetFault::Notation, .move = move});
    position.play(*move);
  }
  return moves.size() < kMinRowMoves ? std::nullopt : std::optional(std::move(reading));
}

// Plays a move if it is legal and its x, + and # are correct.
bool play_exactly(const LineWord& written, Position& position, const PieceLetters& letters) {
  const auto named = named_move(written.text, position, letters);
  if (!named || !named->is_legal() || named->resolved.resolution.deviations.any()) return false;
  position.play(named->move());
  return mark_due(position) == named->loose.san.check_mark();
}

}  // namespace

std::optional<MeantMove> move_by_signs(const PgnGame& game, const Position& first,
                                       std::uint32_t token, const PieceLetters& letters) {
  constexpr std::size_t kMaxEarlierPlies = 80;
  const std::vector<LineWord> moves = written_moves(game);
  std::vector<Position> before{first};
  std::vector<Move> written;
  for (const LineWord& word : moves) {
    const auto move =
        word.token > token ? std::nullopt : read_legal_move(word.text, before.back(), letters);
    if (!move) break;
    written.push_back(*move);
    before.push_back(before.back());
    before.back().play(*move);
  }
  const bool is_reached = !written.empty() && moves[written.size() - 1].token == token;
  if (!is_reached || was_read_before(game)) return std::nullopt;
  const std::size_t doubted = written.size() - 1;
  const auto named = named_move(moves[doubted].text, before[doubted], letters);
  const bool has_x = named->resolved.resolution.deviations.has(SanDeviation::CaptureSpurious);
  const std::size_t earliest = doubted - (has_x ? std::min(doubted, kMaxEarlierPlies) : 0);
  for (std::size_t at = written.size(); at-- > earliest;) {
    for (const Move move : legal_moves(before[at])) {
      const std::string meant = translated(san_of(move, before[at]), letters);
      if (move == written[at] || misreading(moves[at].text, meant) > kOtherSlip) continue;
      Position position = before[at];
      position.play(move);
      const bool fits = std::all_of(
          moves.begin() + static_cast<std::ptrdiff_t>(at) + 1, moves.end(),
          [&](const LineWord& later) { return play_exactly(later, position, letters); });
      if (fits) return MeantMove{moves[at].token, move, before[at]};
    }
  }
  return std::nullopt;
}

namespace {

// The first rows of a game, as a number of tokens, and the position after them.
struct SoundStart {
  std::uint32_t tokens = 0;
  Position position;
};

// Checks for a comment with both braces that ends where it should.
bool is_closed_comment(const Token& token, const PgnGame& game) {
  return token.kind == TokenKind::BraceComment && (token.payload & Token::kHasBrace) == 0 &&
         game.text_of(token).ends_with('}');
}

// Returns the leading rows that a search does not change. They end at least kLookBackPlies before
// the first token other than a legal move in SAN, an expected number or a comment.
SoundStart sound_start(const PgnGame& game, const Position& first, const PieceLetters& letters) {
  constexpr std::int64_t kPlies = kLookBackPlies + 2;
  std::array<SoundStart, 2> rows{SoundStart{.position = first}, SoundStart{.position = first}};
  if (letters != PieceLetters() || first != Position(initial_setup())) return rows[0];
  Position position = first;
  std::int64_t ply = 0;
  std::int64_t ply_of_row = 0;
  bool is_after_number = false;
  for (std::uint32_t at = 0; at < game.tokens.size(); ++at) {
    const Token& token = game.tokens[at];
    if (token.kind == TokenKind::MoveNumber) {
      const bool is_due = token.dots > (ply & 1) && token.plies_before() == ply;
      if (!is_due || std::exchange(is_after_number, true)) break;
      if (ply - ply_of_row >= kPlies) {
        ply_of_row = ply;
        rows = {rows[1], {.tokens = at, .position = position}};
      }
    } else if (token.kind == TokenKind::Move) {
      if (may_be_glued(token, game) || !play_legal(token.san(), position)) break;
      is_after_number = false;
      ++ply;
    } else if (!is_closed_comment(token, game)) {
      break;
    }
  }
  return ply - ply_of_row >= kPlies ? rows[1] : rows[0];
}

// Returns the index of the token "1." of a second game without tags; 0 if there is none. Its
// numbers are right, the first game has at least three rows, and the moves differ.
std::uint32_t start_of_next_game(const PgnGame& game) {
  std::vector<std::string_view> moves;
  std::size_t next = 0;  // index in `moves` of the first move of the second game
  std::uint32_t start = 0;
  std::uint32_t number = 0;
  int depth = 0;
  for (std::uint32_t at = 0; at < game.tokens.size(); ++at) {
    const Token& token = game.tokens[at];
    depth += token.kind == TokenKind::VariationStart ? 1 : 0;
    depth -= token.kind == TokenKind::VariationEnd ? 1 : 0;
    if (depth != 0) continue;
    if (token.kind == TokenKind::Move || token.kind == TokenKind::Word)
      moves.push_back(game.text_of(token));
    if (token.kind != TokenKind::MoveNumber) continue;
    if (number == 0 && token.number() != 1) return 0;
    if (start == 0 && number >= 3 && token.number() == 1) {
      start = at;
      next = moves.size();
    }
    const auto played = static_cast<std::int64_t>(moves.size() - next);
    if (start > 0 && token.plies_before() != played) return 0;
    number = token.number();
  }
  const auto end = moves.begin() + static_cast<std::ptrdiff_t>(next);
  const bool differs = !std::equal(
      end, moves.begin() + static_cast<std::ptrdiff_t>(std::min(moves.size(), 2 * next)),
      moves.begin());
  return start > 0 && number > 1 && differs ? start : 0;
}

// Checks whether an ambiguous move has another meaning with which the rest of the path is legal.
bool has_other_meaning(const Sheet& sheet, std::span<const SheetMove> path,
                       const Position& before) {
  const SheetItem& item = sheet.items[path.front().item];
  const auto named = named_move(sheet.text_of(item), before, sheet.letters());
  if (!named || named->resolved.resolution.status != SanStatus::Ambiguous) return false;
  const auto fits = [&](Move first) {
    Position position = before;
    position.play(first);
    return std::ranges::all_of(path.subspan(1), [&](const SheetMove& later) {
      if (!later.move) return position.pass(), true;
      const SheetItem& written = sheet.items[later.item];
      if (written.word == kNoToken && later.fault != SheetFault::Misread)
        return play_legal(written.san, position).has_value();
      if (!is_legal(position, *later.move)) return false;
      return position.play(*later.move), true;
    });
  };
  const San san = named->loose.san;
  return std::ranges::any_of(legal_moves(before), [&](Move move) {
    return move != path.front().move && move.to() == san.to() &&
           before.board().at(move.from())->role() == san.role() &&
           san.origin_mask().contains(move.from()) && fits(move);
  });
}

// Cuts the path at the first ambiguous move for which the rest of the path is no evidence.
void cut_at_ambiguous_move(const Sheet& sheet, Position position, std::vector<SheetMove>& path) {
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (path[at].fault == SheetFault::Misread &&
        has_other_meaning(sheet, std::span(path).subspan(at), position))
      return path.resize(at);
    path[at].move ? position.play(*path[at].move) : position.pass();
  }
}

// Returns the reading of the tokens before `next`, where another game begins.
SheetReading read_before(std::uint32_t next, const PgnGame& game, const Position& first,
                         const PieceLetters& letters) {
  PgnGame own = game;
  own.tokens.resize(next);
  auto read = read_sheet(own, first, letters);
  SheetReading reading =
      read ? std::move(*read) : SheetReading{.game = std::move(own), .mended = {}};
  Tokens& tokens = reading.game.tokens;
  reading.mended.push_back({.token = static_cast<std::uint32_t>(tokens.size()),
                            .fault = SheetFault::NextGame,
                            .ends_line = true});
  tokens.insert(tokens.end(), game.tokens.begin() + next, game.tokens.end());
  return reading;
}

// Returns the reading of a game in usual words. Its tokens up to the first changed one are kept.
SheetReading read_usual(UsualWords usual, const Position& first, const PieceLetters& letters) {
  const auto is_same = [](const Token& a, const Token& b) {
    return a.offset == b.offset && a.length == b.length && a.kind == b.kind;
  };
  const MendedToken& changed = usual.first;
  auto read = read_sheet(usual.game, first, letters);
  const auto kept = std::span(usual.game.tokens).first(changed.token + 1);
  const bool is_kept = read && read->game.tokens.size() >= kept.size() &&
                       std::equal(kept.begin(), kept.end(), read->game.tokens.begin(), is_same);
  SheetReading reading =
      is_kept ? *std::move(read) : SheetReading{.game = std::move(usual.game), .mended = {}};
  const auto at = std::ranges::lower_bound(reading.mended, changed.token, {}, &MendedToken::token);
  const bool has_other = at != reading.mended.end() && at->token == changed.token;
  if (!has_other) reading.mended.insert(at, changed);
  return reading;
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
  if (auto usual = with_usual_numbers(game, first, letters))
    return read_usual(*std::move(usual), first, letters);
  if (const std::uint32_t next = start_of_next_game(game); next > 0)
    return read_before(next, game, first, letters);
  if (auto usual = with_divided_rows(game, first, letters))
    return read_usual(*std::move(usual), first, letters);
  if (auto reading = read_notation(game, first)) return reading;
  if (auto reading = read_rows(game, first, letters)) return reading;
  const SoundStart start = sound_start(game, first, letters);
  const Sheet sheet(game, letters, start.tokens);
  if (sheet.numbers_half_moves && sheet.glued == 0) return std::nullopt;
  auto path = best_reading(sheet, start.position);
  if (!path || path->empty()) return std::nullopt;
  cut_at_ambiguous_move(sheet, start.position, *path);
  // If the line ends at a misread move, the evidence for an earlier misread move may be
  // insufficient.
  for (;;) {
    const auto last =
        path->end() - static_cast<std::ptrdiff_t>(std::min(path->size(), kMisreadEvidence));
    const auto misread = std::find_if(last, path->end(), [&](const SheetMove& move) {
      const auto loose = sheet.look_alike(sheet.items[move.item]);
      const bool is_sure = move.move && (move.move->kind() == MoveKind::Castling ||
                                         (loose && loose->san.to() == move.move->to()));
      return move.fault == SheetFault::Misread && !is_sure;
    });
    if (misread == path->end()) break;
    path->erase(misread, path->end());
  }
  return Mending(sheet, start.position, *path).run();
}

bool may_be_damaged(const PgnGame& game, const PieceLetters& letters) {
  if (game.ends_in_open_comment() || (game.has_variations && !has_all_brackets(game))) return true;
  if (begins_with_numbers(game) || begins_with_other_number(game)) return true;
  if (!game.has_words) return false;
  return std::ranges::any_of(game.tokens, [&](const Token& token) {
    if (token.kind != TokenKind::Word) return false;
    const std::string_view text = game.text_of(token);
    if (text.size() >= 4 && text.find_first_of("12345678") != std::string_view::npos &&
        text.size() < 6)
      return false;  // a fast test that excludes most moves in other spellings
    const WordKind kind = read_word(text, letters).kind;
    return kind == WordKind::Other || kind == WordKind::Garbled ||
           (kind == WordKind::Glyph && is_letter(text[0])) || is_dash(text);
  });
}

}  // namespace arbiter
