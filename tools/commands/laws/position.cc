// The command `arbiter position [FEN]`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/setup.h"
#include "lib/laws/board_facts.h"
#include "lib/laws/origin/origin.h"
#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/laws/laws.h"
#include "tools/commands/laws/question_lines.h"

namespace arbiter {
namespace {

struct PositionReport {
  ParsedFen first;          // the FEN as given
  std::vector<Move> moves;  // moves from that position
  // The current position; nothing if the initial position is unplayable.
  std::optional<Position> now;
  std::optional<PositionFacts> facts;
  StartArray start = StartArray::Usual;
  OriginFlaws flaws;              // flaws of the initial position
  std::vector<CountFlaw> counts;  // flaws of the counters in the initial position
};

constexpr std::size_t kTextColumn = 18;
constexpr std::size_t kMaxPositionLine = 24;  // maximum number of displayed half-moves of a mate
constexpr Color kBothColors[] = {Color::White, Color::Black};
constexpr CastlingSide kSides[] = {CastlingSide::King, CastlingSide::Queen};

template <class Moves>
std::vector<std::string> sans(const Moves& moves, const Position& position) {
  std::vector<std::string> words;
  for (const Move move : moves) words.push_back(san_of(move, position));
  return words;
}

// Returns a description of the end of the game. Precondition: the position can be played.
std::string end_text(const PositionReport& report) {
  const auto& end = report.facts->standing.end;
  if (!end) return "not over";
  const FirstMove first{Position(report.first.setup)};
  const std::string when =
      report.moves.empty() ? "" : fmt::format(", since {}", ply_name(end->ply, first));
  return fmt::format("over{}: {}, so {} ({})", when, to_string(end->reason),
                     to_string(end->outcome), article_of(end->reason));
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
  line.add_or_null("reason", status.reason.text);
  return std::string(line.object());
}

// A description of a position. Each fact adds text rows and a member of a JSON object.
class Description {
 public:
  // Describes a position. `number` is the input line, if there are several.
  explicit Description(const PositionReport& report, std::optional<std::uint64_t> number = {})
      : report_(report) {
    if (number) json_.add("input_line", *number);
    const std::string fen = report.now ? fen_of(*report.now) : fen_of(setup());
    json_.add("fen", fen).add("playable", report.now.has_value());
    json_.add("turn", key_of(report.now ? now().turn() : setup().turn));
    if (report.now) {
      add_moves();
      add_check();
      add_pins();
      add_attacks();
      add_castling();
      add_en_passant();
      add_material(facts().material[0], facts().material[1]);
      add_end();
      add_claims();
    } else {
      row("Turn",
          fmt::format("{} to move, but the position cannot be played", to_string(setup().turn)));
      add_material(material_of(setup().board, Color::White),
                   material_of(setup().board, Color::Black));
    }
    add_origin();
    add_notes();
    text_ += fmt::format("  {:<{}}{}\n", "FEN", kTextColumn - 2, fen);
  }

  std::string_view text() const { return text_; }
  // Returns the object and a line end.
  std::string_view json() { return json_.finish(); }

 private:
  const Setup& setup() const { return report_.first.setup; }
  const Position& now() const { return *report_.now; }
  const PositionFacts& facts() const { return *report_.facts; }

  void row(std::string_view name, std::string_view text) {
    text_ += fmt::format("  {:<{}}{}\n", name, kTextColumn - 2, wrapped(text, kTextColumn));
  }

  template <class Moves>
  std::string moves_text(const Moves& moves) const {
    return fmt::format("{}", fmt::join(sans(moves, now()), " "));
  }

  void add_moves() {
    const auto count = static_cast<std::uint64_t>(count_legal_moves(now()));
    row("Turn",
        fmt::format("{} to move, move {}", to_string(now().turn()), now().fullmove_number()));
    row("Legal moves", fmt::format("{}", count));
    JsonLine moves;
    for (const PieceMoves& man : facts().moves) {
      const std::vector<std::string> words = sans(man.moves, now());
      row(fmt::format("  {} {}", to_string(now().board().at(man.from)->role()),
                      to_string(man.from)),
          fmt::format("{}", fmt::join(words, " ")));
      moves.add(to_string(man.from), words);
    }
    json_.add("legal_moves", count).add_written("moves", moves.object());
  }

  void add_check() {
    if (!facts().check) {
      row("Check", "none");
      json_.add_written("check", "null");
      return;
    }
    const Bitboard checkers = now().checkers();
    row("Check",
        fmt::format("{}the king on {} is in check from {} (Laws 3.9.1)",
                    checkers.has_many() ? "double: " : "", to_string(now().king(now().turn())),
                    the_pieces_on(checkers, now().board())));
    JsonLine check;
    check.add("by", squares(checkers));
    const auto answer = [&](std::string_view name, std::string_view key,
                            const std::vector<Move>& moves, std::string_view none) {
      row(name, moves.empty() ? std::string(none) : moves_text(moves));
      check.add(key, sans(moves, now()));
    };
    const CheckAnswers& answers = *facts().check;
    answer("  move king", "king_moves", answers.king_moves, "no square is safe");
    answer("  block", "blocks", answers.blocks,
           checkers.has_many()        ? "two checks cannot be blocked at once"
           : has_line_to_block(now()) ? "no piece can block it"
                                      : "there is no square in between");
    answer("  capture", "captures", answers.captures, "no piece can");
    json_.add_written("check", check.object());
  }

  void add_pins() {
    std::vector<std::string> texts;
    std::vector<JsonLine> pins;
    for (const Color color : kBothColors) {
      for (const Pin& pin : facts().pins[static_cast<std::size_t>(color)]) {
        texts.push_back(fmt::format("{}'s {} to the king on {} by {}", to_string(color),
                                    the_piece_on(pin.piece, now().board()).text.substr(4),
                                    to_string(pin.king), the_piece_on(pin.pinner, now().board())));
        JsonLine& object = pins.emplace_back();
        object.add("color", key_of(color)).add("man", to_string(pin.piece));
        object.add("by", to_string(pin.pinner)).add("king", to_string(pin.king));
      }
    }
    row("Pins", texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, "; ")));
    json_.add("pins", std::move(pins));
  }

  // Adds the attacked pieces. A pinned piece attacks too (3.1.3). Text is ordered by attacker, JSON
  // by attacked piece.
  void add_attacks() {
    std::vector<JsonLine> attacked[2];
    for (const Color attacker : kBothColors) {
      std::vector<std::string> texts;
      const Color target = other(attacker);
      for (const AttackedPiece& one : facts().attacked[static_cast<std::size_t>(target)]) {
        texts.push_back(fmt::format("{} with {}",
                                    the_piece_on(one.piece, now().board()).text.substr(4),
                                    the_pieces_on(one.by, now().board())));
        JsonLine& object = attacked[static_cast<std::size_t>(target)].emplace_back();
        object.add("color", key_of(target)).add("man", to_string(one.piece));
        object.add("by", squares(one.by));
      }
      row(fmt::format("{} attacks", to_string(attacker)),
          texts.empty() ? "nothing" : fmt::format("{} (Laws 3.1.2)", fmt::join(texts, "; ")));
    }
    std::ranges::move(attacked[1], std::back_inserter(attacked[0]));
    json_.add("attacked", std::move(attacked[0]));
    std::optional<std::vector<std::string>> words;
    if (const auto& captures = facts().opponent_captures) {
      words = sans(captures->moves, captures->position);
      row("Captures", fmt::format("if it were {}'s turn: {}", to_string(other(now().turn())),
                                  words->empty() ? "none" : listed(*words)));
    }
    json_.add("opponent_captures", words);
  }

  void add_castling() {
    JsonLine castling;
    for (const Color color : kBothColors) {
      JsonLine sides;
      for (const CastlingSide side : kSides) {
        const CastlingStatus& status = facts().castling_of(color, side);
        const std::string_view name = side == CastlingSide::King ? "O-O" : "O-O-O";
        row(fmt::format("{} {}", to_string(color), name), castling_text(status, color));
        sides.add_written(name, json_of(status));
      }
      castling.add_written(key_of(color), sides.object());
    }
    json_.add_written("castling", castling.object());
  }

  std::string castling_text(const CastlingStatus& status, Color color) const {
    // The table row already contains "castling".
    constexpr std::string_view subject = "castling is ";
    std::string_view reason = status.reason.text;
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

  void add_en_passant() {
    const EnPassantStatus& status = facts().en_passant;
    const std::vector<std::string> captures = sans(status.captures, now());
    row("En passant",
        status.state == EnPassantState::Legal
            ? fmt::format("{}: {} (Laws 3.7.3.1, 3.7.3.2)", fmt::join(captures, " "), status.reason)
            : fmt::format("none: {}{}", status.reason,
                          status.state == EnPassantState::NotLegal ? " (Laws 3.9.2)" : ""));
    JsonLine en_passant;
    en_passant.add("state", name_of_state(status.state));
    en_passant.add("square", name_of_square(status.square));
    en_passant.add("captures", captures);
    en_passant.add("reason", status.reason.text);
    json_.add_written("en_passant", en_passant.object());
  }

  void add_material(const MaterialCount& white, const MaterialCount& black) {
    const int difference = white.value() - black.value();
    const std::string balance =
        difference == 0
            ? "equal"
            : fmt::format("{} has {} more", to_string(difference > 0 ? Color::White : Color::Black),
                          difference > 0 ? difference : -difference);
    row("Material", fmt::format("White {} ({}), Black {} ({}): {}", white.value(), to_string(white),
                                black.value(), to_string(black), balance));
    JsonLine material;
    material.add("white", static_cast<unsigned>(white.value()));
    material.add("black", static_cast<unsigned>(black.value()));
    material.add_written("difference", fmt::format("{}", difference));
    json_.add_written("material", material.object());
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

  void add_end() {
    row("Same position",
        fmt::format("only with {} to move, the same pieces on the same squares, {}, "
                    "and {} (Laws 9.2.3)",
                    to_string(now().turn()), rights_text(), en_passant_text()));
    row("Game", end_text(report_));
    JsonLine end;
    if (const auto& reached = facts().standing.end) {
      end.add("reason", to_string(reached->reason)).add("article", article_of(reached->reason));
      end.add("result", to_string(reached->outcome)).add("ply", reached->ply);
    }
    json_.add_written("end", facts().standing.end ? end.object() : "null");
    JsonLine can_win;
    for (const Color color : kBothColors) {
      const WinnabilityAnswer& answer = facts().chances.of(color);
      std::string text = to_string(answer, color);
      if (!answer.line.empty()) text += ": " + numbered_line(now(), answer.line, kMaxPositionLine);
      row(fmt::format("{} wins?", to_string(color)), text);
      JsonLine object;
      object.add("verdict", name_of_verdict(answer.verdict)).add("proof", to_string(answer.proof));
      object.add("line", numbered_line(now(), answer.line));
      object.add("positions", answer.positions);
      can_win.add_written(key_of(color), object.object());
    }
    json_.add_written("can_win", can_win.object());
  }

  void add_claims() {
    const Standing& standing = facts().standing;
    if (!standing.end) row("Claims", claims_text());
    JsonLine claims;
    claims.add("occurrences", static_cast<std::uint64_t>(standing.occurrences.size()));
    claims.add("moves_to_threefold", sans(standing.moves_to_threefold, now()));
    claims.add("halfmove_clock", now().halfmove_clock());
    claims.add("moves_to_fifty", sans(standing.moves_to_fifty, now()));
    json_.add_written("claims", claims.object());
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

  void add_origin() {
    const bool is_usual = report_.start == StartArray::Usual;
    const std::string_view array =
        is_usual ? "the initial position" : "an initial position of Chess960";
    JsonLine origin;
    origin.add("start", is_usual ? "usual" : "chess960").add("impossible", !report_.flaws.empty());
    std::vector<JsonLine> flaws;
    for (const OriginFlaw& flaw : report_.flaws) {
      const std::string_view article = article_of(flaw.fault);
      row("Illegal",
          fmt::format("{} {}: {} (Laws 3.10.3{})",
                      report_.moves.empty()
                          ? "no legal moves lead here from"
                          : "the initial position, before these moves, cannot arise from",
                      array, flaw.proof, article == "3.10.3" ? "" : fmt::format(", {}", article)));
      JsonLine& object = flaws.emplace_back();
      object.add("id", to_string(flaw.fault)).add("article", article).add("proof", flaw.proof);
    }
    if (report_.flaws.empty()) {
      row("Origin",
          setup() == initial_setup()
              ? report_.moves.empty() ? "the initial position of a game (Laws 2.3)"
                                      : "reached from the initial position of a game (Laws 2.3)"
              : fmt::format("nothing proves that it cannot arise from {} (Laws 3.10.3)", array));
    }
    origin.add("flaws", std::move(flaws));
    json_.add_written("origin", origin.object());
  }

  void add_notes() {
    std::vector<std::string> notes;
    for (const CountFlaw& flaw : report_.counts) {
      row("Counts", fmt::format("{} ({})", flaw.text, flaw.reference));
      notes.push_back(flaw.text);
    }
    for (const FenOddity& oddity : report_.first.oddities) {
      row("Note", oddity.message);
      notes.push_back(oddity.message);
    }
    json_.add("notes", notes);
  }

  const PositionReport& report_;
  std::string text_;
  JsonLine json_;
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
  return LineAnswer{options.format == AnswerFormat::Json
                        ? std::string(Description(*report, line.number).json())
                        : row_of(*report),
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
  Description description(*report);
  console.print("{}",
                options.format == AnswerFormat::Json ? description.json() : description.text());
  return status_of(*report);
}

}  // namespace

CommandRun bind_position(CommandLine& app) {
  const auto options = std::make_shared<PositionCommandOptions>();
  add_text(app, "FEN", options->words,
           "The position, in quotes or not (default: the standard initial position); - reads "
           "positions from standard input, one per line, and prints one line for each");
  add_text(app, "--moves MOVES", options->moves,
           "Moves to play first, in quotes: 'e4 c5 Nf3'; repetitions and lost castling rights are "
           "then included");
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
