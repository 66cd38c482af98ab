#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/text.h"
#include "lib/laws/ply.h"
#include "lib/notation/fen.h"
#include "lib/notation/uci.h"
#include "lib/pgn/pgn_game.h"
#include "lib/repair/repair.h"
#include "lib/repair/text_edits.h"
#include "lib/repair/written_line.h"

namespace arbiter {

namespace {

struct Shift {
  std::uint32_t first_token = 0;  // nothing changes before it
  // Half-moves before the token `first_token` is played, from the start of the
  // counting ("1." is 0), after the change.
  std::int64_t plies = 0;
  std::vector<bool> removed = {};  // by token: those that are edited elsewhere
};

std::string number_before(std::int64_t plies) {
  return fmt::format("{}{}", plies / 2 + 1, plies % 2 == 0 ? "." : "...");
}

// Corrects every number after the shift. White's moves in the main line get a number if they have
// none. Black's keep one only if something other than White's move precedes it (PGN 8.2.2.2).
struct Renumbering {
  void run() {
    for (std::uint32_t i = shift_.first_token; i < game_.tokens.size(); ++i) {
      if (game_.tokens[i].kind == TokenKind::Result && outer_.empty()) return;
      if (!shift_.removed[i]) visit(i);
    }
  }

  void visit(std::uint32_t index) {
    switch (game_.tokens[index].kind) {
      case TokenKind::MoveNumber:
        return is_half_move(game_, game_.tokens[index]) ? move(index) : number(index);
      case TokenKind::Move:
        return move(index);
      case TokenKind::Word:
        if (is_half_move(game_, game_.tokens[index])) move(index);
        return;
      case TokenKind::VariationStart:
        outer_.push_back(plies_);
        --plies_;
        follows_move_ = has_number_ = false;
        return;
      case TokenKind::VariationEnd:
        if (!outer_.empty()) {
          plies_ = outer_.back();
          outer_.pop_back();
        }
        follows_move_ = has_number_ = false;
        return;
      case TokenKind::Suffix:
      case TokenKind::Nag:
        return;
      default:
        follows_move_ = false;
    }
  }

  void number(std::uint32_t index) {
    const Token& token = game_.tokens[index];
    if (is_text(token)) return;
    const bool is_needed = plies_ % 2 == 0 || !follows_move_;
    const std::string due = is_needed ? number_before(plies_) : "";
    has_number_ = true;
    if (due.empty()) {
      edits_.remove_word(game_.text, token.offset, token.length);
    } else if (game_.text_of(token) != due) {
      edits_.replace(token.offset, token.length, due);
    }
  }

  // Checks for a number such as a time. A repair changes the number of a move by at most one, and
  // a move number without dots may have been wrong by one before.
  bool is_text(const Token& number) const {
    const std::int64_t distance = number.number() - (plies_ / 2 + 1);
    return is_digit(game_.text_of(number).back()) && std::abs(distance) > 2;
  }

  void move(std::uint32_t index) {
    const Token& token = game_.tokens[index];
    if (!has_number_ && outer_.empty() && plies_ % 2 == 0) {
      edits_.insert(token.offset, number_before(plies_) + " ");
    }
    ++plies_;
    has_number_ = false;
    follows_move_ = true;
  }

  const PgnGame& game_;
  const Shift& shift_;
  TextEdits& edits_;
  std::int64_t plies_ = shift_.plies;
  std::vector<std::int64_t> outer_ = {};  // the half-moves after each open variation
  bool has_number_ = false;               // since the last move
  bool follows_move_ = false;             // directly
};

// Returns a comment without inner braces, which would end it.
std::string comment_of(std::string text) {
  std::ranges::replace(text, '{', '(');
  std::ranges::replace(text, '}', ')');
  return "{Arbiter: " + text + "}";
}

struct TextRepair {
  std::string run() {
    switch (repair_.kind) {
      case RepairKind::Replace:
        replace();
        break;
      case RepairKind::Insert:
        insert();
        break;
      case RepairKind::Remove:
        take_out(repair_.at, repair_.count, repair_.reason);
        shift_from(token_of(repair_.at), plies_of(repair_.before));
        if (repair_.is_shifted) exchange_pairs(repair_.at + 1);
        break;
      case RepairKind::Shift:
        shift();
        break;
      case RepairKind::Swap:
        swap();
        break;
      case RepairKind::CutOff:
        take_out(repair_.at, repair_.count, repair_.reason);
        break;
      case RepairKind::Start:
        start();
        break;
    }
    return edits_.apply(game_.text);
  }

  std::uint32_t token_of(std::size_t ply) const { return moves_[ply].token; }
  const Token& move_token(std::size_t ply) const { return game_.tokens[token_of(ply)]; }
  std::string_view to_string(std::size_t ply) const { return game_.text_of(move_token(ply)); }

  // Returns the index after the move and its suffixes and NAGs.
  std::uint32_t end_of_signs(std::uint32_t token) const {
    std::uint32_t last = token;
    while (last + 1 < game_.tokens.size() && (game_.tokens[last + 1].kind == TokenKind::Suffix ||
                                              game_.tokens[last + 1].kind == TokenKind::Nag)) {
      ++last;
    }
    return last + 1;
  }

  // Returns the number before the move, otherwise the move.
  std::uint32_t first_of_ply(std::size_t ply) const {
    const std::uint32_t token = token_of(ply);
    return token > 0 && game_.tokens[token - 1].kind == TokenKind::MoveNumber ? token - 1 : token;
  }

  // Removes moves with their numbers and signs, which are kept in the comment.
  void take_out(std::size_t first, std::size_t count, std::string_view reason) {
    std::vector<std::uint32_t> tokens;
    for (std::size_t ply = first; ply < first + count; ++ply) {
      for (std::uint32_t i = first_of_ply(ply); i < end_of_signs(token_of(ply)); ++i) {
        tokens.push_back(i);
      }
    }
    std::string kept;
    for (const std::uint32_t index : tokens) {
      const Token& token = game_.tokens[index];
      removed_[index] = true;
      kept += (kept.empty() ? "" : " ") + std::string(game_.text_of(token));
      if (index != tokens.back()) {
        edits_.remove_word(game_.text, token.offset, token.length);
      } else {
        edits_.replace(token.offset, token.length,
                       comment_of(fmt::format("the score has {} here: {}", kept, reason)));
      }
    }
  }

  void shift_from(std::uint32_t token, std::int64_t plies) {
    const Shift shift{token, plies, removed_};
    Renumbering(game_, shift, edits_).run();
  }

  void replace() {
    const Token& token = move_token(repair_.at);
    edits_.replace(token.offset, token.length, repair_.text);
    const Token& last = game_.tokens[end_of_signs(token_of(repair_.at)) - 1];
    edits_.insert(last.offset + last.length,
                  " " + comment_of(fmt::format("the score has {}", to_string(repair_.at))));
  }

  // Inserts moves. Black's move needs a number unless it directly follows White's.
  void insert() {
    if (repair_.word) return replace_word();
    const std::uint32_t first = first_of_ply(repair_.at);
    const bool is_black = repair_.before.turn() == Color::Black;
    const bool follows_move = repair_.at > 0 && first == end_of_signs(token_of(repair_.at - 1));
    const std::string number = is_black && follows_move ? "" : number_text(repair_.before) + " ";
    const std::string others = repair_.other_count == 0
                                   ? ""
                                   : fmt::format("; {} other {}{} too", repair_.other_count,
                                                 repair_.count == 2 ? "pair" : "move",
                                                 repair_.other_count == 1 ? " fits" : "s fit");
    const std::string what = repair_.is_shifted
                                 ? "the score has no " + repair_.text + " here: " + repair_.reason
                             : repair_.count == 2 ? "this row is missing in the score"
                                                  : "this move is missing in the score";
    edits_.insert(game_.tokens[first].offset,
                  fmt::format("{}{} {} ", number, repair_.text, comment_of(what + others)));
    shift_from(first, plies_of(repair_.before) + static_cast<std::int64_t>(repair_.count));
    if (repair_.is_shifted) exchange_pairs(repair_.at);
  }

  // Replaces an unreadable word by the move.
  void replace_word() {
    const Token& token = game_.tokens[*repair_.word];
    edits_.replace(token.offset, token.length,
                   fmt::format("{} {}", repair_.text,
                               comment_of(fmt::format("the score has {}", game_.text_of(token)))));
    shift_from(first_of_ply(repair_.at), plies_of(repair_.before) + 1);
  }

  void swap() {
    std::vector<std::string_view> written;
    for (std::size_t i = 0; i < repair_.count; ++i) written.push_back(to_string(repair_.at + i));
    std::vector<std::string_view> others;
    const std::size_t other = repair_.at + repair_.distance;
    for (std::size_t i = 0; i < repair_.count; ++i) others.push_back(to_string(other + i));
    if (repair_.count == 2) shift_from(first_of_ply(repair_.at), plies_of(repair_.before));
    for (std::size_t i = 0; i < repair_.count; ++i) exchange(repair_.at + i, other + i);
    const std::size_t end = end_of_signs(token_of(other + repair_.count - 1)) - 1;
    const Token& last = game_.tokens[end];
    edits_.insert(last.offset + last.length,
                  " " + comment_of(fmt::format("the score has {} and {} exchanged",
                                               fmt::join(written, " "), fmt::join(others, " "))));
  }

  void exchange(std::size_t one, std::size_t other) {
    const Token& first = move_token(one);
    const Token& second = move_token(other);
    edits_.replace(first.offset, first.length, std::string(to_string(other)));
    edits_.replace(second.offset, second.length, std::string(to_string(one)));
  }

  void shift() {
    const std::uint32_t first = first_of_ply(repair_.at);
    edits_.insert(game_.tokens[first].offset, comment_of("in the score, " + repair_.reason) + " ");
    shift_from(first, plies_of(repair_.before));
    exchange_pairs(repair_.at);
  }

  void exchange_pairs(std::size_t first) {
    for (std::size_t ply = first; ply + 1 < moves_.size(); ply += 2) exchange(ply, ply + 1);
  }

  void start() {
    const std::string fen = fen_of(repair_.start);
    const PgnTag* old = game_.tag(KnownTag::Fen);
    const PgnTag* set_up = game_.tag(KnownTag::SetUp);
    std::string lines;
    if (set_up == nullptr) lines += "[SetUp \"1\"]\n";
    if (set_up != nullptr) set_tag(*set_up, "1");
    if (old == nullptr) lines += fmt::format("[FEN \"{}\"]\n", fen);
    if (old != nullptr) set_tag(*old, fen);
    if (needs_chess960(repair_.before) && game_.tag(KnownTag::Variant) == nullptr) {
      lines += "[Variant \"Chess960\"]\n";
    }
    if (!lines.empty()) add_tags(lines);
    const std::string was = old == nullptr ? "the score has no FEN"
                                           : fmt::format("the score has the FEN {}", old->value);
    edits_.insert(game_.tokens.front().offset,
                  comment_of(fmt::format("{}; {}", was, repair_.reason)) + " ");
    shift_from(0, plies_of(repair_.before));
  }

  void set_tag(const PgnTag& tag, const std::string& value) {
    edits_.replace(tag.value_offset, static_cast<std::uint32_t>(tag.value.size()), value);
  }

  void add_tags(const std::string& lines) {
    if (game_.tags.empty()) return edits_.insert(0, lines + "\n");
    const PgnTag& last = game_.tags.back();
    const std::size_t bracket = game_.text.find(']', last.value_offset + last.value.size());
    if (bracket == std::string_view::npos) return edits_.insert(0, lines);
    edits_.insert(static_cast<std::uint32_t>(bracket) + 1,
                  "\n" + lines.substr(0, lines.size() - 1));
  }

  const PgnGame& game_;
  const std::vector<RepairMove>& moves_;
  const Repair& repair_;
  std::vector<bool> removed_ = std::vector<bool>(game_.tokens.size());
  TextEdits edits_ = {};
};

}  // namespace

std::string repaired_text(const PgnGame& game, const BrokenGame& broken, const Repair& repair) {
  return TextRepair(game, broken.line.moves, repair).run();
}

}  // namespace arbiter
