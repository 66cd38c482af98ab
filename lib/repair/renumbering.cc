#include "lib/repair/renumbering.h"

#include <fmt/format.h>

#include <string>

#include "lib/repair/written_line.h"

namespace arbiter {
namespace {

std::string number_before(std::int64_t plies) {
  return fmt::format("{}{}", plies / 2 + 1, plies % 2 == 0 ? "." : "...");
}

class Renumbering {
 public:
  Renumbering(const PgnGame& game, const Shift& shift, TextEdits& edits)
      : game_(game), shift_(shift), edits_(edits), plies_(shift.plies) {}

  void run() {
    for (std::uint32_t i = shift_.first_token; i < game_.tokens.size(); ++i) {
      if (game_.tokens[i].kind == TokenKind::Result && outer_.empty()) return;
      if (!shift_.removed[i]) visit(i);
    }
  }

 private:
  void visit(std::uint32_t index);
  void number(std::uint32_t index);
  void move(std::uint32_t index);

  const PgnGame& game_;
  const Shift& shift_;
  TextEdits& edits_;
  std::int64_t plies_;
  std::vector<std::int64_t> outer_;  // what to go on with behind each open variation
  bool has_number_ = false;          // since the last move
  bool follows_move_ = false;        // nothing stands between this and the move before
};

void Renumbering::visit(std::uint32_t index) {
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

void Renumbering::number(std::uint32_t index) {
  const Token& token = game_.tokens[index];
  const bool is_needed = plies_ % 2 == 0 || !follows_move_;
  const std::string due = is_needed ? number_before(plies_) : "";
  has_number_ = true;
  if (due.empty()) {
    edits_.remove_word(game_.text, token.offset, token.length);
  } else if (game_.text_of(token) != due) {
    edits_.replace(token.offset, token.length, due);
  }
}

void Renumbering::move(std::uint32_t index) {
  const Token& token = game_.tokens[index];
  if (!has_number_ && outer_.empty() && plies_ % 2 == 0) {
    edits_.insert(token.offset, number_before(plies_) + " ");
  }
  ++plies_;
  has_number_ = false;
  follows_move_ = true;
}

}  // namespace

void renumber(const PgnGame& game, const Shift& shift, TextEdits& edits) {
  Renumbering(game, shift, edits).run();
}

}  // namespace arbiter
