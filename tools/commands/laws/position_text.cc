// The report of `arbiter position` as text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/laws/numbered_moves.h"
#include "lib/laws/ply.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"
#include "tools/cli/help.h"
#include "tools/cli/output/quantities.h"
#include "tools/commands/laws/position_report.h"

namespace arbiter {
namespace {

constexpr std::size_t kTextColumn = 18;
constexpr std::size_t kLongestLine = 24;  // half-moves of a mate that are shown
constexpr Color kColors[] = {Color::White, Color::Black};
constexpr CastlingSide kSides[] = {CastlingSide::King, CastlingSide::Queen};

// Precondition: the position can be played.
std::string end_text(const PositionReport& report) {
  const auto& end = report.facts->standing.end;
  if (!end) return "not over";
  const FirstMove first{Position(report.first.setup)};
  const std::string when =
      report.moves.empty() ? "" : fmt::format(", since {}", ply_name(end->ply, first));
  return fmt::format("over{}: {}, so {} ({})", when, to_string(end->reason),
                     to_string(end->outcome), article_of(end->reason));
}

class View {
 public:
  View(const PositionReport& report, Console& console) : report_(report), console_(console) {}

  void print() {
    if (report_.now) {
      print_moves();
      print_rights();
      print_balance();
      print_end();
    } else {
      row("Turn", fmt::format("{} to move, but the position cannot be played",
                              to_string(report_.first.setup.turn)));
      material(material_of(report_.first.setup.board, Color::White),
               material_of(report_.first.setup.board, Color::Black));
    }
    print_origin();
    const std::string fen = report_.now ? fen_of(*report_.now) : fen_of(report_.first.setup);
    console_.print("  {:<{}}{}\n", "FEN", kTextColumn - 2, fen);
  }

 private:
  const Position& now() const { return *report_.now; }
  const PositionFacts& facts() const { return *report_.facts; }

  void row(std::string_view name, std::string_view text) {
    console_.print("  {:<{}}{}\n", name, kTextColumn - 2, wrapped(text, kTextColumn));
  }

  std::string sans(const std::vector<Move>& moves) const {
    std::vector<std::string> words;
    for (const Move move : moves) words.push_back(san_of(move, now()));
    return fmt::format("{}", fmt::join(words, " "));
  }
  std::string sans(const MoveList& moves) const {
    return sans(std::vector<Move>(moves.begin(), moves.end()));
  }

  void print_moves() {
    row("Turn",
        fmt::format("{} to move, move {}", to_string(now().turn()), now().fullmove_number()));
    row("Legal moves", fmt::format("{}", count_legal_moves(now())));
    for (const MenMoves& man : facts().moves) {
      const Role role = now().board().at(man.from)->role();
      row(fmt::format("  {} {}", to_string(role), to_string(man.from)), sans(man.moves));
    }
    print_check();
    print_pins();
    print_attacks();
  }

  void print_check() {
    if (!facts().check) return row("Check", "none");
    const Bitboard checkers = now().checkers();
    row("Check",
        fmt::format("{}the king on {} is in check from {} (Laws 3.9.1)",
                    checkers.has_many() ? "double: " : "", to_string(now().king(now().turn())),
                    the_pieces_on(checkers, now().board())));
    const CheckAnswers& answers = *facts().check;
    answer("  move king", answers.king_moves, "no square is safe");
    answer("  block", answers.blocks,
           checkers.has_many()        ? "two checks cannot be blocked at once"
           : has_line_to_block(now()) ? "no piece can come between"
                                      : "there is no square between");
    answer("  capture", answers.captures, "no piece can");
  }

  void answer(std::string_view name, const std::vector<Move>& moves, std::string_view none) {
    row(name, moves.empty() ? std::string(none) : sans(moves));
  }

  void print_pins() {
    std::vector<std::string> texts;
    for (const Color color : kColors) {
      for (const Pin& pin : facts().pins[static_cast<std::size_t>(color)]) {
        texts.push_back(fmt::format("{}'s {} to the king on {} by {}", to_string(color),
                                    the_piece_on(pin.man, now().board()).substr(4),
                                    to_string(pin.king), the_piece_on(pin.pinner, now().board())));
      }
    }
    row("Pins", texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, "; ")));
  }

  // A pinned man attacks too (3.1.3).
  void print_attacks() {
    for (const Color attacker : kColors) {
      std::vector<std::string> texts;
      const auto target = static_cast<std::size_t>(other(attacker));
      for (const AttackedMan& attacked : facts().attacked[target]) {
        texts.push_back(fmt::format("{} with {}",
                                    the_piece_on(attacked.man, now().board()).substr(4),
                                    the_pieces_on(attacked.by, now().board())));
      }
      row(fmt::format("{} attacks", to_string(attacker)),
          texts.empty() ? "nothing" : fmt::format("{} (Laws 3.1.2)", fmt::join(texts, "; ")));
    }
    const auto& captures = facts().captures_of_other;
    if (!captures) return;
    std::vector<std::string> words;
    for (const Move move : captures->moves) words.push_back(san_of(move, captures->position));
    row("Captures", fmt::format("if it were {}'s turn: {}", to_string(other(now().turn())),
                                words.empty() ? "none" : listed(words)));
  }

  void print_rights() {
    for (const Color color : kColors) {
      for (const CastlingSide side : kSides) {
        const CastlingStatus& status = facts().castling_of(color, side);
        const std::string name =
            fmt::format("{} {}", to_string(color), side == CastlingSide::King ? "O-O" : "O-O-O");
        row(name, castling_text(status, color));
      }
    }
    const EnPassantStatus& status = facts().en_passant;
    if (status.state == EnPassantState::Legal) {
      row("En passant",
          fmt::format("{}: {} (Laws 3.7.3.1, 3.7.3.2)", sans(status.captures), status.reason));
    } else {
      row("En passant",
          fmt::format("none: {}{}", status.reason,
                      status.state == EnPassantState::NotLegal ? " (Laws 3.9.2)" : ""));
    }
  }

  std::string castling_text(const CastlingStatus& status, Color color) const {
    // The row says already what it is about.
    constexpr std::string_view subject = "castling is ";
    std::string_view reason = status.reason;
    if (reason.starts_with(subject)) reason.remove_prefix(subject.size());
    switch (status.state) {
      case CastlingState::Legal:
        return color == now().turn()
                   ? "legal (Laws 3.8.2)"
                   : fmt::format("possible if it were {}'s turn (Laws 3.8.2)", to_string(color));
      case CastlingState::LostForGood:
        return fmt::format("{} (Laws 3.8.2.1)", reason);
      case CastlingState::PreventedForNow:
        return fmt::format("{} (Laws 3.8.2.2)", reason);
      case CastlingState::NotInPlace:
        break;
    }
    return fmt::format("{} (Laws 3.8.2)", reason);
  }

  void material(const MaterialCount& white, const MaterialCount& black) {
    const int difference = white.value() - black.value();
    const std::string balance =
        difference == 0
            ? "equal"
            : fmt::format("{} has {} more", to_string(difference > 0 ? Color::White : Color::Black),
                          difference > 0 ? difference : -difference);
    row("Material", fmt::format("White {} ({}), Black {} ({}): {}", white.value(), to_string(white),
                                black.value(), to_string(black), balance));
  }

  void print_balance() {
    material(facts().material[0], facts().material[1]);
    row("Same position",
        fmt::format("only with {} to move, the same pieces on the same squares, {}, "
                    "and {} (Laws 9.2.3)",
                    to_string(now().turn()), rights_text(), en_passant_text()));
  }

  std::string rights_text() const {
    std::vector<std::string> players;
    for (const Color color : kColors) {
      const CastlingRights& rights = now().castling();
      if (!rights.has_any(color)) continue;
      std::string text = fmt::format("{}'s right to", to_string(color));
      const bool king_side = rights.has(color, CastlingSide::King);
      if (king_side) text += " O-O";
      if (rights.has(color, CastlingSide::Queen)) text += king_side ? " and O-O-O" : " O-O-O";
      players.push_back(text);
    }
    return players.empty() ? "no right to castle left"
                           : fmt::format("{} (prevented or not)", listed(players));
  }

  std::string en_passant_text() const {
    if (const auto square = now().en_passant()) {
      return fmt::format("the capture en passant on {} possible", to_string(*square));
    }
    return "no capture en passant possible";
  }

  void print_end() {
    row("Game", end_text(report_));
    for (const Color color : kColors) {
      const WinnabilityAnswer& answer = facts().chances.of(color);
      std::string text = to_string(answer, color);
      if (!answer.line.empty()) text += ": " + numbered_line(now(), answer.line, kLongestLine);
      row(fmt::format("{} wins?", to_string(color)), text);
    }
    if (!facts().standing.end) row("Claims", claims_text());
  }

  std::string claims_text() const {
    const Standing& standing = facts().standing;
    std::vector<std::string> texts;
    const std::uint32_t clock = now().halfmove_clock();
    if (standing.has_threefold()) {
      texts.push_back(
          fmt::format("a draw by the third occurrence of the position, which has occurred {} times "
                      "(Laws 9.2.2)",
                      standing.occurrences.size()));
    }
    if (!standing.moves_to_threefold.is_empty()) {
      texts.push_back(
          fmt::format("a draw by the third occurrence with {} written down (Laws 9.2.1)",
                      sans(standing.moves_to_threefold)));
    }
    if (clock >= 100) {
      texts.push_back("a draw by fifty moves (Laws 9.3.2)");
    } else if (!standing.moves_to_fifty.is_empty()) {
      texts.push_back(fmt::format("a draw by fifty moves with {} written down (Laws 9.3.1)",
                                  sans(standing.moves_to_fifty)));
    }
    const std::string counts = fmt::format(
        "{} without a capture or a pawn move: {} to a claim (Laws 9.3), {} to the draw "
        "by 75 moves (Laws 9.6.2)",
        counted(clock, "half-move"), clock < 100 ? 100 - clock : 0, 150 - clock);
    if (texts.empty()) return "none; " + counts;
    return fmt::format("{} can claim {}; {}", to_string(now().turn()), fmt::join(texts, "; "),
                       counts);
  }

  void print_origin() {
    const std::string array = report_.start == StartArray::Usual
                                  ? "the initial position"
                                  : "an initial position of Chess960";
    for (const OriginFlaw& flaw : report_.flaws) {
      std::string articles = "3.10.3";
      if (article_of(flaw.fault) != articles)
        articles += fmt::format(", {}", article_of(flaw.fault));
      row("Illegal",
          report_.moves.empty()
              ? fmt::format("no legal moves lead here from {}: {} (Laws {})", array, flaw.proof,
                            articles)
              : fmt::format("the initial position, before these moves, cannot arise from "
                            "{}: {} (Laws {})",
                            array, flaw.proof, articles));
    }
    if (report_.flaws.empty()) {
      row("Origin",
          report_.first.setup == initial_setup()
              ? report_.moves.empty() ? "the initial position of a game (Laws 2.3)"
                                      : "reached from the initial position of a game (Laws 2.3)"
              : fmt::format("nothing proves that it cannot arise from {} (Laws 3.10.3)", array));
    }
    for (const CountFlaw& flaw : report_.counts) {
      row("Counts", fmt::format("{} ({})", flaw.text, flaw.reference));
    }
    for (const FenOddity& oddity : report_.first.oddities) row("Note", oddity.message);
  }

  const PositionReport& report_;
  Console& console_;
};

}  // namespace

void print_position_text(const PositionReport& report, Console& console) {
  View(report, console).print();
}

std::string row_of(const PositionReport& report) {
  const std::string fen = report.now ? fen_of(*report.now) : fen_of(report.first.setup);
  std::vector<std::string> words;
  if (report.now) {
    const Position& now = *report.now;
    words.push_back(fmt::format("{} to move", to_string(now.turn())));
    words.push_back(counted(count_legal_moves(now), "legal move"));
    if (now.is_check()) words.emplace_back("check");
    words.push_back(end_text(report));
  } else {
    words.emplace_back("cannot be played");
  }
  for (const OriginFlaw& flaw : report.flaws) {
    words.push_back(fmt::format("illegal: {}", flaw.proof));
  }
  return fmt::format("{}: {}\n", fen, fmt::join(words, "; "));
}

}  // namespace arbiter
