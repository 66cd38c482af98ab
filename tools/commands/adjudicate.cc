// arbiter adjudicate FEN|FILE --event EVENT --by PLAYER
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lib/laws/adjudication.h"
#include "lib/laws/numbered_moves.h"
#include "lib/laws/ply.h"
#include "lib/laws/standing.h"
#include "lib/notation/fen.h"
#include "tools/cli/help.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/json_line.h"
#include "tools/commands/adjudicate_input.h"
#include "tools/commands/commands.h"

namespace arbiter::commands {
namespace {

enum class By { Unsaid, White, Black };
// --rules: of the game's date, one profile, or several that are compared.
struct OfItsDate {};
struct Compared {};
using Rules = std::variant<OfItsDate, RulesProfile, Compared>;

constexpr Choice<By> kPlayers[] = {{"white", By::White}, {"black", By::Black}};
constexpr Choice<std::optional<GameEvent>> kEvents[] = {
    {"flag", GameEvent::Flag},
    {"resign", GameEvent::Resignation},
    {"draw-agreed", GameEvent::DrawAgreed},
    {"illegal-move", GameEvent::IllegalMove},
    {"second-illegal-move", GameEvent::SecondIllegalMove},
    {"clock-without-move", GameEvent::ClockWithoutMove},
    {"two-hands", GameEvent::TwoHands},
    {"pawn-not-replaced", GameEvent::PawnNotReplaced},
    {"threefold-claim", GameEvent::ThreefoldClaim},
    {"fifty-claim", GameEvent::FiftyClaim},
    {"no-show", GameEvent::NoShow},
    {"wrong-start", GameEvent::WrongStart},
    {"board-turned", GameEvent::BoardTurned},
    {"colours-reversed", GameEvent::ColoursReversed},
};
constexpr auto kRules = [] {
  std::array<Choice<Rules>, kRulesProfiles.size() + 1> choices{};
  for (std::size_t i = 0; i < kRulesProfiles.size(); ++i) {
    choices[i] = {kRulesProfiles[i].name, kRulesProfiles[i].profile};
  }
  choices.back() = {"all", Compared()};
  return choices;
}();
// What is compared with --rules all.
constexpr RulesProfile kCompared[] = {RulesProfile::Fide, RulesProfile::Lichess,
                                      RulesProfile::ChessCom, RulesProfile::Uscf};
constexpr std::size_t kTextColumn = 12;
constexpr std::size_t kLongestLine = 40;  // half-moves of a mate that are shown

struct Options {
  CaseWords words;
  std::optional<GameEvent> event;
  By by = By::Unsaid;
  std::string move;
  Rules rules;
  AnswerFormat format = AnswerFormat::Text;
};

struct Judged {
  RulesProfile rules;
  Ruling ruling;
};

std::string_view name_of_event(GameEvent event) {
  for (const auto& choice : kEvents) {
    if (choice.value == event) return choice.name;
  }
  return "";
}

// "flag, resign, ... or no-show".
std::string names_of_events() {
  std::string names;
  for (const auto& choice : kEvents) {
    const bool is_last = &choice == std::end(kEvents) - 1;
    names += fmt::format("{}{}", names.empty() ? "" : is_last ? " or " : ", ", choice.name);
  }
  return names;
}

std::string_view name_of_state(RulingState state) {
  constexpr std::string_view names[] = {"over", "goes-on", "undetermined", "cancelled"};
  return names[static_cast<std::size_t>(state)];
}

std::string line_of(const Ruling& ruling, const Case& where, std::size_t most) {
  return numbered_line(where.now, ruling.line, most);
}

std::string verdict_of(const Ruling& ruling) {
  switch (ruling.state) {
    case RulingState::Over:
      return std::string(to_string(ruling.outcome));
    case RulingState::GoesOn:
      return "the game goes on";
    case RulingState::Cancelled:
      return "the game is cancelled";
    case RulingState::Undetermined:
      break;
  }
  return "not decided";
}

void print_row(std::string_view name, std::string_view text, Console& console) {
  console.print("  {:<{}}{}\n", name, kTextColumn - 2, wrapped(text, kTextColumn));
}

void print_text(const Judged& judged, const Case& where, Console& console) {
  const Ruling& ruling = judged.ruling;
  print_row("Result", fmt::format("{} ({})", verdict_of(ruling), ruling.article), console);
  print_row("Because", ruling.reason, console);
  if (!ruling.line.empty()) {
    print_row("Line", line_of(ruling, where, kLongestLine), console);
  }
  for (const std::string& note : ruling.notes) print_row("Note", note, console);
}

void print_comparison(const std::vector<Judged>& all, Console& console) {
  for (const Judged& judged : all) {
    print_row(to_string(judged.rules),
              fmt::format("{} ({}): {}", verdict_of(judged.ruling), judged.ruling.article,
                          judged.ruling.reason),
              console);
  }
}

void print_json(const Judged& judged, const Case& where, Console& console) {
  const Ruling& ruling = judged.ruling;
  JsonLine line;
  line.add("rules", to_string(judged.rules)).add("state", name_of_state(ruling.state));
  if (ruling.state == RulingState::Over) {
    line.add("result", to_string(ruling.outcome));
  } else {
    line.add_written("result", "null");
  }
  line.add("article", ruling.article).add("reason", ruling.reason);
  line.add_or_null("line", line_of(ruling, where, ruling.line.size()));
  line.add_written("notes", json_array(ruling.notes));
  line.add("fen", fen_of(where.now));
  console.print("{}", line.finish());
}

Result<Incident> incident_of(const Options& options, const Case& where) {
  if (!options.event) return Error{"what happened? name it with --event"};
  if (options.by == By::Unsaid && !concerns_both(*options.event)) {
    return Error{fmt::format("who? --by white or --by black says it ({} by one of them)",
                             name_of_event(*options.event))};
  }
  Incident incident{.event = *options.event,
                    .by = options.by == By::Black ? Color::Black : Color::White};
  if (options.move.empty()) return incident;
  const auto line = play_moves(where.now, options.move);
  if (!line) {
    return Error{
        fmt::format("--move: {}; with a move that is not legal there is no claim "
                    "(Laws 9.2.1, 9.3.1)",
                    line.error())};
  }
  if (line->moves.size() != 1) return Error{"--move is one move, the one written down"};
  incident.intended = line->moves.front();
  return incident;
}

std::vector<RulesProfile> profiles_of(const Rules& rules, const Case& where) {
  if (std::holds_alternative<OfItsDate>(rules)) return {where.rules};
  if (const auto* one = std::get_if<RulesProfile>(&rules)) return {*one};
  return {std::begin(kCompared), std::end(kCompared)};
}

Ruling not_decided(const Case& where) {
  const std::string after =
      where.moves.empty() ? "in the first position"
                          : "after " + ply_name(static_cast<std::uint32_t>(where.moves.size()),
                                                FirstMove(Position(where.first)));
  return {.state = RulingState::Undetermined,
          .article = "Laws 3.10.2",
          .reason = fmt::format("the record goes on {} with a move that cannot be played, so the "
                                "position in which it happened is not known; --ply names it",
                                after)};
}

Result<Ruling> ruling_on(const Case& where, const Chances& chances, const Incident& incident) {
  const GameHistory game{where.first, where.moves, where.now};
  // What had ended before the record breaks off stays ended.
  if (where.is_cut && !standing_of(game, chances, incident.rules).end) return not_decided(where);
  auto ruling = adjudicate(game, chances, incident);
  if (ruling && incident.rules == where.rules && where.rules != RulesProfile::Fide) {
    ruling->notes.push_back(
        "which draws come by themselves was judged by the Laws of the game's date; --rules fide "
        "takes those of today");
  }
  return ruling;
}

Result<ExitCode> run(const Options& options, Console& console) {
  const auto where = read_case(options.words);
  if (!where) return Error{where.error()};
  auto incident = incident_of(options, *where);
  if (!incident) return Error{incident.error()};
  const Chances chances = chances_of(where->now);
  std::vector<Judged> all;
  bool is_undetermined = false;
  for (const RulesProfile rules : profiles_of(options.rules, *where)) {
    incident->rules = rules;
    auto ruling = ruling_on(*where, chances, *incident);
    if (!ruling) return Error{ruling.error()};
    is_undetermined |= ruling->state == RulingState::Undetermined;
    all.push_back({rules, std::move(*ruling)});
  }
  if (options.format == AnswerFormat::Json) {
    for (const Judged& judged : all) print_json(judged, *where, console);
  } else if (all.size() > 1) {
    print_comparison(all, console);
  } else {
    print_text(all.front(), *where, console);
  }
  return is_undetermined ? ExitCode::Findings : ExitCode::Clean;
}

void bind_case(CommandLine& app, Options& options) {
  add_words(app, "FEN|FILE", options.words.words)
      ->type_name("FEN|FILE")
      ->description(
          "The position in which it happened, as a FEN, in quotes or not; or a file of games; - is "
          "a FEN or a game from standard input");
  add_text(app, "--moves", options.words.moves)
      ->type_name("MOVES")
      ->description("After a FEN: it happened after these moves, in quotes: 'e4 c5 Nf3'");
  add_number(app, "--game", options.words.game, {.min = 1})
      ->description("Of a file with several games: the number of the game, from 1");
  add_number(app, "--ply", options.words.ply, {})
      ->description("It happened after so many half-moves (default: after the last)");
}

}  // namespace

CommandRun bind_adjudicate(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  bind_case(app, *options);
  add_choice<std::optional<GameEvent>>(app, "--event", options->event, kEvents)
      ->type_name("EVENT")
      ->description("What happened: " + names_of_events());
  add_choice<By>(app, "--by", options->by, kPlayers)
      ->description("Whose flag fell, who resigned, claimed, made the illegal move, did not come");
  add_text(app, "--move", options->move)
      ->type_name("MOVE")
      ->description("With a claim: the move that was written down and not played");
  add_choice<Rules>(app, "--rules", options->rules, kRules)
      ->description(
          "Whose rules decide (default: the Laws of the game's date, for a FEN those of today); "
          "all: the Laws and three others beside them");
  add_format(app, options->format, kTextOrJson);
  app.footer(
      "Exit status: 0 decided, 1 not decided here (the reason says what is missing),\n"
      "2 it cannot be judged.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
