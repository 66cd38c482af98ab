#include "lib/validate/comment_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/pgn/game_reporter.h"
#include "lib/validate/command_fault.h"

namespace arbiter {
namespace {

bool is_file(char letter) { return letter >= 'a' && letter <= 'h'; }
bool is_rank(char letter) { return letter >= '1' && letter <= '8'; }

// Whether a move as SAN writes it stands at the front: "Nf3", "exd5", "R1a3", "O-O".
bool begins_with_move(std::string_view text) {
  if (text.starts_with("O-O")) return true;
  std::size_t at = 0;
  const bool is_piece = !text.empty() && std::string_view("KQRBN").find(text[0]) != text.npos;
  if (is_piece) ++at;
  std::size_t squares_end = at;
  while (squares_end < text.size() && squares_end < at + 5 &&
         (is_file(text[squares_end]) || is_rank(text[squares_end]) || text[squares_end] == 'x')) {
    ++squares_end;
  }
  const std::string_view squares = text.substr(at, squares_end - at);
  if (squares.size() < 2 || (!is_piece && !is_file(squares.front()))) return false;
  return is_file(squares[squares.size() - 2]) && is_rank(squares.back());
}

// The numbered move, "12. Nf3" or "12...Nf3", around the dot, which follows a
// digit; empty if there is none.
std::string_view numbered_move(std::string_view comment, std::size_t dot) {
  std::size_t start = dot;
  while (start > 0 && dot - start < 4 && is_digit(comment[start - 1])) --start;
  std::size_t move = dot + 1;
  while (move < comment.size() && move < dot + 4 && comment[move] == '.') ++move;
  while (move < comment.size() && (comment[move] == ' ' || comment[move] == '\n')) ++move;
  if (!begins_with_move(comment.substr(move))) return {};
  std::size_t end = move;
  while (end < comment.size() && end < move + 8 && static_cast<unsigned char>(comment[end]) > ' ' &&
         std::string_view(",;)}").find(comment[end]) == std::string_view::npos) {
    ++end;
  }
  if (comment[end - 1] == '.') --end;
  return comment.substr(start, end - start);
}

DiagnosticCode code_of(CommandFault fault) {
  switch (fault) {
    case CommandFault::Malformed:
      return DiagnosticCode::CommentCommandMalformed;
    case CommandFault::Unknown:
      return DiagnosticCode::CommentCommandUnknown;
    case CommandFault::EvalOutOfRange:
      return DiagnosticCode::EvalOutOfRange;
    case CommandFault::SquareOutOfRange:
      return DiagnosticCode::CslOutOfRange;
    case CommandFault::ArrowOutOfRange:
      break;
  }
  return DiagnosticCode::CalOutOfRange;
}

const char* sentence_of(CommandFault fault) {
  switch (fault) {
    case CommandFault::Malformed:
      return "the command {} is not well formed";
    case CommandFault::Unknown:
      return "{} is a command that Arbiter does not know; it is kept as it is";
    case CommandFault::EvalOutOfRange:
      return "{} makes no sense as an evaluation";
    case CommandFault::SquareOutOfRange:
      return "{} is not a colour (G, R, Y or B) and a square";
    case CommandFault::ArrowOutOfRange:
      break;
  }
  return "{} is not a colour (G, R, Y or B) and two squares";
}

std::string sentence_about(const CommandFinding& finding) {
  return fmt::format(fmt::runtime(sentence_of(finding.fault)), finding.words.substr(0, 40));
}

// Looks at a comment sign by sign.
class CommentCheck {
 public:
  CommentCheck(GameReporter& reporter, const Token& comment, const ClockReceiver* receiver)
      : comment_(reporter.game().text_of(comment)),
        offset_(comment.offset),
        reporter_(reporter),
        receiver_(receiver) {}

  // Block by block; looks closer where a sign stands that may begin something.
  void run() {
    constexpr std::size_t kBlock = ByteBlock::kSize;
    const char* text = comment_.data();
    std::size_t at = 1;
    for (; at + kBlock <= comment_.size(); at += kBlock) look(text + at, at, 0);
    if (at == comment_.size()) return;
    if (comment_.size() >= kBlock) {
      // The last bytes of the comment, some of them looked at already.
      const std::size_t last = comment_.size() - kBlock;
      return look(text + last, last, at - last);
    }
    char rest[kBlock] = {};
    std::memcpy(rest, text + at, comment_.size() - at);
    look(rest, at, 0);
  }

 private:
  // Looks at the block of text that stands at `at`, but for its first `done` bytes.
  void look(const char* block_text, std::size_t at, std::size_t done) {
    const ByteBlock block(block_text);
    std::uint32_t signs = block.equal_to('[') | block.equal_to('{');
    if (!has_moves_) signs |= dots_behind_numbers(block);
    signs = signs >> done << done;
    for (; signs != 0; signs &= signs - 1) {
      sign(at + static_cast<std::size_t>(std::countr_zero(signs)));
    }
  }

  // Dots that may stand between the number of a move and the move: not decimals.
  static std::uint32_t dots_behind_numbers(const ByteBlock& block) {
    const std::uint32_t dots = block.equal_to('.');
    if (dots == 0) return 0;
    const std::uint32_t digits = block.at_most('9') & ~block.at_most('/');
    return dots & ~(digits >> 1) & (digits << 1 | 1);
  }

  void sign(std::size_t at) {
    switch (comment_[at]) {
      case '[':
        if (comment_.substr(at).starts_with("[%") && at >= command_end_) command(at);
        return;
      case '{':
        return nested_brace(at);
      default:
        if (!has_moves_ && at >= command_end_ && is_digit(comment_[at - 1])) moves(at);
        return;
    }
  }

  void command(std::size_t at) {
    const std::size_t close = comment_.find(']', at);
    command_end_ = close;
    if (close == std::string_view::npos) {
      if (!reporter_.wants_or_counts(DiagnosticCode::CommentCommandMalformed)) return;
      return report(DiagnosticCode::CommentCommandMalformed, comment_.substr(at, 2),
                    "this command is not closed by ]");
    }
    const std::string_view command = comment_.substr(at, close + 1 - at);
    const auto finding = command_fault(command);
    if (!finding) {
      if (receiver_ != nullptr) receiver_->clocks.odd_command(command, receiver_->ply);
      return;
    }
    const DiagnosticCode code = code_of(finding->fault);
    if (!reporter_.wants_or_counts(code)) return;
    report(code, finding->words, sentence_about(*finding));
  }

  void nested_brace(std::size_t at) {
    if (has_nested_brace_) return;
    has_nested_brace_ = true;
    if (!reporter_.wants_or_counts(DiagnosticCode::NestedBrace)) return;
    report(DiagnosticCode::NestedBrace, comment_.substr(at, 1),
           "comments do not nest: the first } ends this one");
  }

  void moves(std::size_t dot) {
    const std::string_view move = numbered_move(comment_, dot);
    if (move.empty()) return;
    has_moves_ = true;
    if (!reporter_.wants_or_counts(DiagnosticCode::CommentContainsMoves)) return;
    report(DiagnosticCode::CommentContainsMoves, move,
           "the comment contains what looks like moves");
  }

  void report(DiagnosticCode code, std::string_view part, std::string message) {
    const auto start = static_cast<std::uint32_t>(part.data() - comment_.data());
    reporter_.report(code, TextSpan(offset_ + start, static_cast<std::uint32_t>(part.size())),
                     {.message = std::move(message)});
  }

  std::string_view comment_;  // with its braces
  std::uint32_t offset_;
  GameReporter& reporter_;
  const ClockReceiver* receiver_;  // may be null
  std::size_t command_end_ = 0;    // the bracket that closes the last command, if any does
  bool has_moves_ = false;
  bool has_nested_brace_ = false;
};

}  // namespace

void report_unknown(GameReporter& reporter, const CommentCommand& command) {
  if (!reporter.wants_or_counts(DiagnosticCode::CommentCommandUnknown)) return;
  const std::string_view words = reporter.game().text_of(command);
  reporter.report(DiagnosticCode::CommentCommandUnknown, {command.offset, command.length},
                  {.message = sentence_about({CommandFault::Unknown, words})});
}

void check_with_care(GameReporter& reporter, const Token& comment, const ClockReceiver* receiver) {
  // One that is not closed runs to the end of the game, which is another finding.
  const std::string_view text = reporter.game().text_of(comment);
  if (text.size() < 2 || text.back() != '}') return;
  CommentCheck(reporter, comment, receiver).run();
}

}  // namespace arbiter
