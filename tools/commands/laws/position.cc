// arbiter position [FEN]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/chess/setup.h"
#include "lib/laws/origin/origin.h"
#include "lib/laws/ply.h"
#include "lib/laws/position_facts.h"
#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tools/cli/options/fen_input.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/laws/laws.h"
#include "tools/commands/laws/question_lines.h"

namespace arbiter {
namespace {

struct PositionReport {
  ParsedFen first;          // as given
  std::vector<Move> moves;  // from there
  // Nothing if the initial position is unplayable.
  std::optional<Position> now;
  std::optional<PositionFacts> facts;
  StartArray start = StartArray::Usual;
  OriginFlaws flaws;              // of the initial position
  std::vector<CountFlaw> counts;  // of the initial position
};

constexpr std::size_t kTextColumn = 18;
constexpr std::size_t kMaxPositionLine = 24;  // half-moves of a mate that are shown
constexpr Color kBothColors[] = {Color::White, Color::Black};
constexpr CastlingSide kSides[] = {CastlingSide::King, CastlingSide::Queen};

template <class Moves>
std::vector<std::string> sans(const Moves& moves, const Position& position) {
  std::vector<std::string> words;
  for (const Move move : moves) words.push_back(san_of(move, position));
  return words;
}

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

class TextView {
 public:
  TextView(const PositionReport& report, Console& console) : report_(report), console_(console) {}

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

  template <class Moves>
  std::string moves_text(const Moves& moves) const {
    return fmt::format("{}", fmt::join(sans(moves, now()), " "));
  }

  void print_moves() {
    row("Turn",
        fmt::format("{} to move, move {}", to_string(now().turn()), now().fullmove_number()));
    row("Legal moves", fmt::format("{}", count_legal_moves(now())));
    for (const PieceMoves& man : facts().moves) {
      const Role role = now().board().at(man.from)->role();
      row(fmt::format("  {} {}", to_string(role), to_string(man.from)), moves_text(man.moves));
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
    row(name, moves.empty() ? std::string(none) : moves_text(moves));
  }

  void print_pins() {
    std::vector<std::string> texts;
    for (const Color color : kBothColors) {
      for (const Pin& pin : facts().pins[static_cast<std::size_t>(color)]) {
        texts.push_back(fmt::format("{}'s {} to the king on {} by {}", to_string(color),
                                    the_piece_on(pin.piece, now().board()).substr(4),
                                    to_string(pin.king), the_piece_on(pin.pinner, now().board())));
      }
    }
    row("Pins", texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, "; ")));
  }

  // A pinned piece attacks too (3.1.3).
  void print_attacks() {
    for (const Color attacker : kBothColors) {
      std::vector<std::string> texts;
      const auto target = static_cast<std::size_t>(other(attacker));
      for (const AttackedPiece& attacked : facts().attacked[target]) {
        texts.push_back(fmt::format("{} with {}",
                                    the_piece_on(attacked.piece, now().board()).substr(4),
                                    the_pieces_on(attacked.by, now().board())));
      }
      row(fmt::format("{} attacks", to_string(attacker)),
          texts.empty() ? "nothing" : fmt::format("{} (Laws 3.1.2)", fmt::join(texts, "; ")));
    }
    const auto& captures = facts().opponent_captures;
    if (!captures) return;
    const std::vector<std::string> words = sans(captures->moves, captures->position);
    row("Captures", fmt::format("if it were {}'s turn: {}", to_string(other(now().turn())),
                                words.empty() ? "none" : listed(words)));
  }

  void print_rights() {
    for (const Color color : kBothColors) {
      for (const CastlingSide side : kSides) {
        const CastlingStatus& status = facts().castling_of(color, side);
        const std::string name =
            fmt::format("{} {}", to_string(color), side == CastlingSide::King ? "O-O" : "O-O-O");
        row(name, castling_text(status, color));
      }
    }
    const EnPassantStatus& status = facts().en_passant;
    if (status.state == EnPassantState::Legal) {
      row("En passant", fmt::format("{}: {} (Laws 3.7.3.1, 3.7.3.2)", moves_text(status.captures),
                                    status.reason));
    } else {
      row("En passant",
          fmt::format("none: {}{}", status.reason,
                      status.state == EnPassantState::NotLegal ? " (Laws 3.9.2)" : ""));
    }
  }

  std::string castling_text(const CastlingStatus& status, Color color) const {
    // The table row already contains "castling".
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
    for (const Color color : kBothColors) {
      const CastlingRights& rights = now().castling();
      if (!rights.has_any(color)) continue;
      std::string text = fmt::format("{}'s castling rights", to_string(color));
      const bool king_side = rights.has(color, CastlingSide::King);
      if (king_side) text += " O-O";
      if (rights.has(color, CastlingSide::Queen)) text += king_side ? " and O-O-O" : " O-O-O";
      players.push_back(text);
    }
    return players.empty() ? "no castling rights"
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
    for (const Color color : kBothColors) {
      const WinnabilityAnswer& answer = facts().chances.of(color);
      std::string text = to_string(answer, color);
      if (!answer.line.empty()) text += ": " + numbered_line(now(), answer.line, kMaxPositionLine);
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
                      moves_text(standing.moves_to_threefold)));
    }
    if (clock >= 100) {
      texts.push_back("a draw by fifty moves (Laws 9.3.2)");
    } else if (!standing.moves_to_fifty.is_empty()) {
      texts.push_back(fmt::format("a draw by fifty moves with {} written down (Laws 9.3.1)",
                                  moves_text(standing.moves_to_fifty)));
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

// Returns the most important facts in one line.
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

std::string_view key_of(Color color) { return color == Color::White ? "white" : "black"; }

std::vector<std::string> squares(Bitboard set) {
  std::vector<std::string> names;
  for (const Square square : set) names.push_back(to_string(square));
  return names;
}

std::string_view name_of_state(CastlingState state) {
  constexpr std::string_view names[] = {"legal", "lost", "not-in-place", "prevented"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view name_of_state(EnPassantState state) {
  constexpr std::string_view names[] = {"legal", "no-double-step", "no-such-right", "nobody-beside",
                                        "not-legal"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view name_of_verdict(Winnability verdict) {
  constexpr std::string_view names[] = {"yes", "no", "undetermined"};
  return names[static_cast<std::size_t>(verdict)];
}

std::optional<std::string> name_of_square(std::optional<Square> square) {
  return square ? std::optional(to_string(*square)) : std::nullopt;
}

std::string json_of(const CastlingStatus& status) {
  JsonLine line;
  line.add("state", name_of_state(status.state));
  line.add("square", name_of_square(status.square));
  line.add("attacker", name_of_square(status.attacker));
  line.add_or_null("reason", status.reason);
  return std::string(line.object());
}

class JsonView {
 public:
  explicit JsonView(const PositionReport& report) : report_(report) {}

  std::string object(std::optional<std::uint64_t> number) {
    if (number) line_.add("input_line", *number);
    line_.add("fen", report_.now ? fen_of(*report_.now) : fen_of(report_.first.setup));
    line_.add("playable", report_.now.has_value());
    line_.add("turn", key_of(report_.now ? report_.now->turn() : report_.first.setup.turn));
    if (report_.now) {
      add_moves();
      add_rights();
      add_material(facts().material[0], facts().material[1]);
      add_end();
    } else {
      const Board& board = report_.first.setup.board;
      add_material(material_of(board, Color::White), material_of(board, Color::Black));
    }
    add_origin();
    return std::string(line_.finish());
  }

 private:
  const Position& now() const { return *report_.now; }
  const PositionFacts& facts() const { return *report_.facts; }

  void add_moves() {
    line_.add("legal_moves", static_cast<std::uint64_t>(count_legal_moves(now())));
    JsonLine moves;
    for (const PieceMoves& man : facts().moves) {
      moves.add(to_string(man.from), sans(man.moves, now()));
    }
    line_.add_written("moves", moves.object());
    JsonLine check;
    check.add("by", squares(now().checkers()));
    if (facts().check) {
      check.add("king_moves", sans(facts().check->king_moves, now()));
      check.add("blocks", sans(facts().check->blocks, now()));
      check.add("captures", sans(facts().check->captures, now()));
    }
    line_.add_written("check", facts().check ? check.object() : "null");
    std::vector<JsonLine> pins;
    for (const Color color : kBothColors) {
      for (const Pin& pin : facts().pins[static_cast<std::size_t>(color)]) {
        JsonLine& object = pins.emplace_back();
        object.add("color", key_of(color)).add("man", to_string(pin.piece));
        object.add("by", to_string(pin.pinner)).add("king", to_string(pin.king));
      }
    }
    line_.add("pins", pins);
    add_attacks();
  }

  void add_attacks() {
    std::vector<JsonLine> attacked;
    for (const Color color : kBothColors) {
      for (const AttackedPiece& one : facts().attacked[static_cast<std::size_t>(color)]) {
        JsonLine& object = attacked.emplace_back();
        object.add("color", key_of(color)).add("man", to_string(one.piece));
        object.add("by", squares(one.by));
      }
    }
    line_.add("attacked", attacked);
    const auto& captures = facts().opponent_captures;
    line_.add("opponent_captures",
              captures ? std::optional(sans(captures->moves, captures->position)) : std::nullopt);
  }

  void add_rights() {
    JsonLine castling;
    for (const Color color : kBothColors) {
      JsonLine sides;
      sides.add_written("O-O", json_of(facts().castling_of(color, CastlingSide::King)));
      sides.add_written("O-O-O", json_of(facts().castling_of(color, CastlingSide::Queen)));
      castling.add_written(key_of(color), sides.object());
    }
    line_.add_written("castling", castling.object());
    const EnPassantStatus& status = facts().en_passant;
    JsonLine en_passant;
    en_passant.add("state", name_of_state(status.state));
    en_passant.add("square", name_of_square(status.square));
    en_passant.add("captures", sans(status.captures, now()));
    en_passant.add("reason", status.reason);
    line_.add_written("en_passant", en_passant.object());
  }

  void add_material(const MaterialCount& white, const MaterialCount& black) {
    JsonLine material;
    material.add("white", static_cast<unsigned>(white.value()));
    material.add("black", static_cast<unsigned>(black.value()));
    material.add_written("difference", fmt::format("{}", white.value() - black.value()));
    line_.add_written("material", material.object());
  }

  void add_end() {
    const Standing& standing = facts().standing;
    JsonLine end;
    if (standing.end) {
      end.add("reason", to_string(standing.end->reason));
      end.add("article", article_of(standing.end->reason));
      end.add("result", to_string(standing.end->outcome)).add("ply", standing.end->ply);
    }
    line_.add_written("end", standing.end ? end.object() : "null");
    JsonLine can_win;
    for (const Color color : kBothColors) {
      const WinnabilityAnswer& answer = facts().chances.of(color);
      JsonLine object;
      object.add("verdict", name_of_verdict(answer.verdict)).add("proof", to_string(answer.proof));
      object.add("line", numbered_line(now(), answer.line));
      object.add("positions", answer.positions);
      can_win.add_written(key_of(color), object.object());
    }
    line_.add_written("can_win", can_win.object());
    JsonLine claims;
    claims.add("occurrences", static_cast<std::uint64_t>(standing.occurrences.size()));
    claims.add("moves_to_threefold", sans(standing.moves_to_threefold, now()));
    claims.add("halfmove_clock", now().halfmove_clock());
    claims.add("moves_to_fifty", sans(standing.moves_to_fifty, now()));
    line_.add_written("claims", claims.object());
  }

  void add_origin() {
    JsonLine origin;
    origin.add("start", report_.start == StartArray::Usual ? "usual" : "chess960");
    origin.add("impossible", !report_.flaws.empty());
    std::vector<JsonLine> flaws;
    for (const OriginFlaw& flaw : report_.flaws) {
      JsonLine& object = flaws.emplace_back();
      object.add("id", to_string(flaw.fault)).add("article", article_of(flaw.fault));
      object.add("proof", flaw.proof);
    }
    origin.add("flaws", flaws);
    line_.add_written("origin", origin.object());
    std::vector<std::string> notes;
    for (const CountFlaw& flaw : report_.counts) notes.push_back(flaw.text);
    for (const FenOddity& oddity : report_.first.oddities) notes.push_back(oddity.message);
    line_.add("notes", notes);
  }

  const PositionReport& report_;
  JsonLine line_;
};

// Returns one object and a line end. `number` is the input line, if there are several.
std::string json_of(const PositionReport& report, std::optional<std::uint64_t> number = {}) {
  return JsonView(report).object(number);
}

struct PositionCommandOptions {
  std::vector<std::string> words;
  std::string moves;
  bool chess960 = false;
  AnswerFormat format = AnswerFormat::Text;
};

ExitCode status_of(const PositionReport& report) {
  return report.flaws.empty() ? ExitCode::Clean : ExitCode::Findings;
}

Result<PositionReport> examine(const std::string& fen, const PositionCommandOptions& options) {
  auto first = read_fen(fen);
  if (!first) return Error{first.error()};
  const Setup setup = first->setup;
  PositionReport report;
  report.first = *std::move(first);
  report.start = options.chess960 ? StartArray::Chess960 : start_array_of(setup);
  report.flaws = origin_flaws(setup, report.start);
  report.counts = count_flaws(setup);
  if (!is_playable(setup)) {
    if (options.moves.empty()) return report;
    return Error{
        "--moves: they start from a position that cannot be played; run without --moves to see "
        "why"};
  }
  const auto line = play_moves(setup, options.moves);
  if (!line) return Error{fmt::format("--moves: {}", line.error())};
  report.moves = line->moves;
  report.now = line->position;
  report.facts = position_facts({setup, report.moves, *report.now});
  return report;
}

Result<LineAnswer> answer_to(const QuestionLine& line, const PositionCommandOptions& options) {
  const auto alone = fen_alone(line.text);
  if (!alone) return Error{alone.error()};
  const auto report = examine(*alone, options);
  if (!report) return Error{report.error()};
  return LineAnswer{
      options.format == AnswerFormat::Json ? json_of(*report, line.number) : row_of(*report),
      status_of(*report)};
}

Result<ExitCode> run(const PositionCommandOptions& options, Console& console) {
  if (options.words == std::vector<std::string>{"-"}) {
    return answer_standard_input([&](const QuestionLine& line) { return answer_to(line, options); },
                                 options.format, console);
  }
  const auto text = fen_of_words(options.words);
  if (!text) return Error{text.error()};
  const auto report = examine(*text, options);
  if (!report) return Error{report.error()};
  options.format == AnswerFormat::Json ? console.print("{}", json_of(*report))
                                       : TextView(*report, console).print();
  return status_of(*report);
}

}  // namespace

CommandRun bind_position(CommandLine& app) {
  const auto options = std::make_shared<PositionCommandOptions>();
  add_text(app, "FEN", options->words,
           "The position, in quotes or not (default: the standard initial position); - reads "
           "positions from standard input, one per line, and answers each with one line");
  add_text(app, "--moves MOVES", options->moves,
           "Moves to play first, in quotes: 'e4 c5 Nf3'; the answer then covers repetitions and "
           "lost rights");
  add_switch(
      app, "--chess960", options->chess960,
      "Allow any initial position of Chess960 (default: only if a castling right implies it)");
  add_format(app, options->format, kTextOrJson);
  app.footer(
      "Exit status: 0 playable and possibly reachable, 1 proved unreachable or not playable, "
      "2 not a FEN, or an illegal move; for several positions, the highest.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
