#include "lib/validate/comment_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

namespace {

// Limits of plausible engine values, in pawns and in moves to mate.
constexpr double kMaxEval = 10'000;
constexpr int kMaxMateLength = 1'000;

bool is_file(char letter) { return letter >= 'a' && letter <= 'h'; }
bool is_rank(char letter) { return letter >= '1' && letter <= '8'; }
bool is_color(char letter) {
  return std::string_view("RGYB").find(letter) != std::string_view::npos;
}

// Checks for a clock time, such as "0:01:23", "1:23.4", "83.5" or "-0:00:01".
bool is_clock(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && is_digit(text.front()) &&
         text.find_first_not_of("0123456789:.,") == std::string_view::npos;
}

// Checks for a mate score, such as "#3", "#-3", "-#3" or "M3".
bool is_mate_in_range(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const auto moves = parse_signed_number<int>(text.substr(1));
  return moves && *moves != 0 && std::abs(*moves) <= kMaxMateLength;
}

bool is_eval_in_range(std::string_view text) {
  const std::size_t sign = text.find_first_not_of("+-");
  if (sign == std::string_view::npos) return false;
  if (text[sign] == '#' || text[sign] == 'M') return is_mate_in_range(text);
  const auto pawns = parse_signed_number<double>(text);
  return pawns && std::abs(*pawns) <= kMaxEval;
}

std::optional<CommandFinding> eval_fault(std::string_view command, std::string_view arguments) {
  const std::size_t comma = arguments.find(',');
  const std::string_view value = trim(arguments.substr(0, comma));
  const CommandFinding malformed{DiagnosticCode::CommentCommandMalformed, command};
  if (value.empty()) return malformed;
  if (!is_eval_in_range(value)) return CommandFinding{DiagnosticCode::EvalOutOfRange, value};
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view depth = trim(arguments.substr(comma + 1));
  if (!depth.empty() && std::ranges::all_of(depth, is_digit)) return std::nullopt;
  return malformed;
}

bool is_colored_square(std::string_view item) {
  return item.size() == 3 && is_color(item[0]) && is_file(item[1]) && is_rank(item[2]);
}

bool is_colored_arrow(std::string_view item) {
  return item.size() == 5 && is_colored_square(item.substr(0, 3)) && is_file(item[3]) &&
         is_rank(item[4]) && item.substr(1, 2) != item.substr(3, 2);
}

// Checks all comma-separated items, and returns a finding if any is invalid.
template <class IsGood>
std::optional<CommandFinding> item_fault(DiagnosticCode code, std::string_view arguments,
                                         IsGood is_good) {
  while (true) {
    const std::size_t comma = arguments.find(',');
    const std::string_view item = trim(arguments.substr(0, comma));
    if (!is_good(item)) return CommandFinding{code, item.empty() ? arguments : item};
    if (comma == std::string_view::npos) return std::nullopt;
    arguments.remove_prefix(comma + 1);
  }
}

// Returns whether the text begins with a move in SAN: "Nf3", "exd5", "R1a3", "O-O".
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

// Returns the numbered move around the dot, "12. Nf3" or "12...Nf3"; empty if there is none.
// Precondition: the dot follows a digit.
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

std::string sentence_about(const CommandFinding& finding) {
  constexpr std::pair<DiagnosticCode, std::string_view> kSentences[] = {
      {DiagnosticCode::CommentCommandMalformed, "the command {} is not well formed"},
      {DiagnosticCode::CommentCommandUnknown, "{} is an unknown command; it is kept unchanged"},
      {DiagnosticCode::EvalOutOfRange, "{} makes no sense as an evaluation"},
      {DiagnosticCode::CslOutOfRange, "{} is not a colour (G, R, Y or B) and a square"},
      {DiagnosticCode::CalOutOfRange, "{} is not a colour (G, R, Y or B) and two squares"},
  };
  const std::size_t slash = finding.words.find('/');
  const bool has_depth = finding.code == DiagnosticCode::EvalOutOfRange &&
                         slash != std::string_view::npos &&
                         !eval_fault({}, fmt::format("{},{}", finding.words.substr(0, slash),
                                                     finding.words.substr(slash + 1)));
  if (has_depth) {
    return fmt::format("{} has its depth after a slash; the usual form is {},{}", finding.words,
                       finding.words.substr(0, slash), finding.words.substr(slash + 1));
  }
  const auto* const found =
      std::ranges::find(kSentences, finding.code, [](const auto& entry) { return entry.first; });
  return fmt::format(fmt::runtime(found->second), finding.words.substr(0, 40));
}

// Checks a comment character by character.
struct CommentCheck {
  // Checks the comment block by block, examining only characters that may begin something.
  void run() {
    constexpr std::size_t kBlock = ByteBlock::kSize;
    const char* text = comment_.data();
    std::size_t at = 1;
    for (; at + kBlock <= comment_.size(); at += kBlock) look(text + at, at, 0);
    if (at == comment_.size()) return;
    if (comment_.size() >= kBlock) {
      // The last block overlaps the previous one.
      const std::size_t last = comment_.size() - kBlock;
      return look(text + last, last, at - last);
    }
    char rest[kBlock] = {};
    std::memcpy(rest, text + at, comment_.size() - at);
    look(rest, at, 0);
  }

  // Checks the block at `at` without its first `done` bytes.
  void look(const char* block_text, std::size_t at, std::size_t done) {
    const ByteBlock block(block_text);
    std::uint32_t signs = block.equal_to('[') | block.equal_to('{');
    if (!has_moves_) signs |= dots_after_numbers(block);
    signs = signs >> done << done;
    for (; signs != 0; signs &= signs - 1) {
      sign(at + static_cast<std::size_t>(std::countr_zero(signs)));
    }
  }

  // Returns the dots that may separate a move number from its move; decimals are excluded.
  static std::uint32_t dots_after_numbers(const ByteBlock& block) {
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
      return report(DiagnosticCode::CommentCommandMalformed, comment_.substr(at, 2),
                    "this command is not closed by ]");
    }
    const std::string_view command = comment_.substr(at, close + 1 - at);
    const auto finding = command_fault(command);
    if (finding) return report(finding->code, finding->words, sentence_about(*finding));
    if (receiver_ != nullptr) receiver_->clocks.odd_command(command, receiver_->ply);
  }

  void nested_brace(std::size_t at) {
    if (has_nested_brace_) return;
    has_nested_brace_ = true;
    report(DiagnosticCode::NestedBrace, comment_.substr(at, 1),
           "comments do not nest: the first } ends this one");
  }

  void moves(std::size_t dot) {
    const std::string_view move = numbered_move(comment_, dot);
    if (move.empty()) return;
    has_moves_ = true;
    report(DiagnosticCode::CommentContainsMoves, move,
           "the comment contains what looks like moves");
  }

  void report(DiagnosticCode code, std::string_view part, std::string_view message) {
    const auto start = static_cast<std::uint32_t>(part.data() - comment_.data());
    reporter_.report(code, TextSpan(offset_ + start, static_cast<std::uint32_t>(part.size())), "{}",
                     message);
  }

  GameReporter& reporter_;
  std::string_view comment_;
  std::uint32_t offset_;
  const ClockReceiver* receiver_;  // may be null
  std::size_t command_end_ = 0;    // offset of the bracket that closes the last command, if any
  bool has_moves_ = false;
  bool has_nested_brace_ = false;
};

}  // namespace

std::optional<CommandFinding> command_fault(std::string_view command) {
  const CommandFinding malformed{DiagnosticCode::CommentCommandMalformed, command};
  if (!command.starts_with("[%") || !command.ends_with(']')) return malformed;
  std::string_view inside = command.substr(2, command.size() - 3);
  const auto name_length = static_cast<std::size_t>(
      std::ranges::find_if_not(
          inside,
          [](char letter) { return is_letter(letter) || is_digit(letter) || letter == '_'; }) -
      inside.begin());
  const std::string_view name = inside.substr(0, name_length);
  if (name.empty()) return malformed;
  if (name_length < inside.size() && inside[name_length] != ' ' && inside[name_length] != '\n' &&
      inside[name_length] != '\r') {
    return malformed;
  }
  const std::string_view arguments = trim(inside.substr(name_length));
  switch (command_kind(name)) {
    case CommandKind::TimeLeft:
    case CommandKind::Elapsed:
    case CommandKind::ElapsedInGame:
    case CommandKind::MechanicalTime:
      return is_clock(arguments) ? std::nullopt : std::optional(malformed);
    case CommandKind::Evaluation:
      return eval_fault(command, arguments);
    case CommandKind::Squares:
      if (arguments.empty()) return malformed;
      return item_fault(DiagnosticCode::CslOutOfRange, arguments, is_colored_square);
    case CommandKind::Arrows:
      if (arguments.empty()) return malformed;
      return item_fault(DiagnosticCode::CalOutOfRange, arguments, is_colored_arrow);
    case CommandKind::Other:
      return arguments.empty() ? std::optional(malformed) : std::nullopt;
    case CommandKind::Unknown:
      break;
  }
  return CommandFinding{DiagnosticCode::CommentCommandUnknown, command};
}

void report_unknown(GameReporter& reporter, const CommentCommand& command) {
  if (!reporter.wants_or_counts(DiagnosticCode::CommentCommandUnknown)) return;
  const std::string_view words = reporter.game().text_of(command);
  if (words.starts_with("[%arbiter ")) return;  // it suppresses findings, see ChunkValidator
  reporter.report(DiagnosticCode::CommentCommandUnknown, {command.offset, command.length},
                  {.message = sentence_about({DiagnosticCode::CommentCommandUnknown, words})});
}

void check_with_care(GameReporter& reporter, const Token& comment, const ClockReceiver* receiver) {
  // An unclosed comment, which is reported separately, extends to the end of the game.
  const std::string_view text = reporter.game().text_of(comment);
  if (text.size() < 2 || text.back() != '}') return;
  CommentCheck(reporter, text, comment.offset, receiver).run();
}

}  // namespace arbiter
