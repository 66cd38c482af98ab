// The command `arbiter adjudicate FEN|FILE --event EVENT --by PLAYER`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/base/text.h"
#include "lib/laws/adjudication.h"
#include "lib/laws/game_end.h"
#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/laws/laws.h"
#include "tools/commands/laws/question_lines.h"

namespace arbiter {
namespace {

struct Judged {
  RulesProfile rules;
  Ruling ruling;
};

// The rulings on one case.
struct Judgement {
  Setup where;                // the position of the event
  std::vector<Judged> all{};  // one ruling for each profile

  bool is_undetermined() const;
};

// Returns one object and a line end for each profile. `number` is the input line, if there are
// several.
std::string json_of(const Judgement& judgement, std::optional<std::uint64_t> number = {});

constexpr std::size_t kRulingColumn = 12;
constexpr std::size_t kMaxLineLength = 40;  // maximum number of displayed half-moves of a mate

std::string_view name_of_state(RulingState state) {
  constexpr std::string_view names[] = {"over", "goes-on", "undetermined", "cancelled",
                                        "both-lost"};
  return names[static_cast<std::size_t>(state)];
}

// Returns a result such as "1-0" or "0-0"; empty unless the game is over.
std::string_view result_of(const Ruling& ruling) {
  if (ruling.state == RulingState::BothLost) return "0-0";
  return ruling.state == RulingState::Over ? to_string(ruling.outcome) : std::string_view();
}

std::string line_of(const Ruling& ruling, const Setup& where, std::size_t most) {
  return ruling.line.empty() ? "" : numbered_line(Position(where), ruling.line, most);
}

std::string verdict_of(const Ruling& ruling) {
  switch (ruling.state) {
    case RulingState::Over:
    case RulingState::BothLost:
      return std::string(result_of(ruling));
    case RulingState::GoesOn:
      return "the game continues";
    case RulingState::Cancelled:
      return "the game is cancelled";
    case RulingState::Undetermined:
      break;
  }
  return "not decided";
}

std::string row(std::string_view name, std::string_view text) {
  return fmt::format("  {:<{}}{}\n", name, kRulingColumn - 2, wrapped(text, kRulingColumn));
}

std::string text_of(const Ruling& ruling, const Setup& where) {
  std::string text = row("Result", fmt::format("{} ({})", verdict_of(ruling), ruling.article));
  text += row("Because", ruling.reason);
  if (!ruling.line.empty()) text += row("Line", line_of(ruling, where, kMaxLineLength));
  for (const std::string& note : ruling.notes) text += row("Note", note);
  return text;
}

std::string sentence_of(const Ruling& ruling) {
  return fmt::format("{} ({}): {}", verdict_of(ruling), ruling.article, ruling.reason);
}

bool Judgement::is_undetermined() const {
  return std::ranges::any_of(
      all, [](const Judged& judged) { return judged.ruling.state == RulingState::Undetermined; });
}

std::string text_of(const Judgement& judgement) {
  if (judgement.all.size() == 1) return text_of(judgement.all.front().ruling, judgement.where);
  std::string text;
  for (const Judged& judged : judgement.all) {
    text += row(to_string(judged.rules), sentence_of(judged.ruling));
  }
  return text;
}

// Returns the case and its rulings in one line.
std::string row_of(const Judgement& judgement) {
  std::vector<std::string> sentences;
  for (const Judged& judged : judgement.all) {
    const std::string rules =
        judgement.all.size() > 1 ? fmt::format("{}: ", to_string(judged.rules)) : "";
    sentences.push_back(rules + sentence_of(judged.ruling));
  }
  return fmt::format("{}: {}\n", fen_of(judgement.where), fmt::join(sentences, "; "));
}

std::string json_of(const Judgement& judgement, std::optional<std::uint64_t> number) {
  std::string objects;
  for (const Judged& judged : judgement.all) {
    const Ruling& ruling = judged.ruling;
    JsonLine line;
    if (number) line.add("input_line", *number);
    line.add("rules", to_string(judged.rules)).add("state", name_of_state(ruling.state));
    line.add_or_null("result", result_of(ruling));
    line.add("article", ruling.article).add("reason", ruling.reason);
    line.add_or_null("line", line_of(ruling, judgement.where, ruling.line.size()));
    line.add("notes", ruling.notes);
    line.add("fen", fen_of(judgement.where));
    objects += line.finish();
  }
  return objects;
}

// The values of --rules: the Laws of the game's date, one profile, or a comparison of several.
struct OfItsDate {};
struct Compared {};
using Rules = std::variant<OfItsDate, RulesProfile, Compared>;

constexpr Choice<std::optional<GameEvent>> kEvents[] = {
    {"flag", GameEvent::Flag},
    {"resign", GameEvent::Resignation},
    {"draw-agreed", GameEvent::DrawAgreed},
    {"illegal-move", GameEvent::IllegalMove},
    {"second-illegal-move", GameEvent::SecondIllegalMove},
    {"clock-without-move", GameEvent::ClockWithoutMove},
    {"two-hands", GameEvent::TwoHands},
    {"pawn-not-replaced", GameEvent::PawnNotReplaced},
    {"illegal-move-found", GameEvent::IllegalMoveFound},
    {"threefold-claim", GameEvent::ThreefoldClaim},
    {"fifty-claim", GameEvent::FiftyClaim},
    {"draw-offer", GameEvent::DrawOffer},
    {"offer-withdrawn", GameEvent::OfferWithdrawn},
    {"no-show", GameEvent::NoShow},
    {"both-no-show", GameEvent::BothNoShow},
    {"wrong-start", GameEvent::WrongStart},
    {"board-turned", GameEvent::BoardTurned},
    {"colours-reversed", GameEvent::ColoursReversed},
    {"black-began", GameEvent::BlackBegan},
    {"pieces-displaced", GameEvent::PiecesDisplaced},
    {"both-flags", GameEvent::BothFlags},
    {"both-flags-earlier", GameEvent::BothFlagsEarlier},
    {"increment-request", GameEvent::IncrementRequest},
    {"normal-means-claim", GameEvent::NormalMeansClaim},
    {"sealed-move", GameEvent::SealedMove},
    {"sealed-move-missing", GameEvent::SealedMoveMissing},
    {"not-recording", GameEvent::NotRecording},
    {"recording-ahead", GameEvent::RecordingAhead},
    {"electronic-device", GameEvent::ElectronicDevice},
    {"refusal", GameEvent::Refusal},
    {"both-refuse", GameEvent::BothRefuse},
    {"illegal-position", GameEvent::IllegalPosition},
    {"illegal-position-stands", GameEvent::IllegalPositionStands},
    {"correspondence-time", GameEvent::CorrespondenceTime},
    {"tablebase-claim", GameEvent::TablebaseClaim},
};
constexpr auto kRules = [] {
  std::array<Choice<Rules>, kRulesProfiles.size() + 1> choices{};
  for (std::size_t i = 0; i < kRulesProfiles.size(); ++i) {
    choices[i] = {kRulesProfiles[i].name, kRulesProfiles[i].profile};
  }
  choices.back() = {"all", Compared()};
  return choices;
}();
// The profiles compared by --rules all.
constexpr RulesProfile kCompared[] = {RulesProfile::Fide, RulesProfile::Lichess,
                                      RulesProfile::ChessCom, RulesProfile::Uscf};
constexpr Choice<Pace> kPaces[] = {
    {"standard", Pace::Standard}, {"rapid", Pace::Rapid}, {"blitz", Pace::Blitz}};

constexpr std::uint64_t kMaxDays = 10'000;

struct AdjudicateCommandOptions {
  CaseWords words;
  std::optional<GameEvent> event;
  std::optional<Color> by;
  std::string move;
  Rules rules;
  Pace pace = Pace::Unsaid;
  bool is_supervised = false;
  bool has_increment = false;
  bool guidelines_announced = false;
  std::uint64_t earlier_illegal_moves = 0;
  std::optional<std::uint32_t> days_used;
  std::optional<std::uint32_t> days_left;
  AnswerFormat format = AnswerFormat::Text;
};

std::string_view name_of_event(GameEvent event) {
  for (const auto& choice : kEvents) {
    if (choice.value == event) return choice.name;
  }
  return "";
}

// Returns the event names, such as "flag, resign, ... or no-show".
std::string names_of_events() {
  std::string names;
  for (const auto& choice : kEvents) {
    const bool is_last = &choice == std::end(kEvents) - 1;
    names += fmt::format("{}{}", names.empty() ? "" : is_last ? " or " : ", ", choice.name);
  }
  return names;
}

Result<Incident> incident_of(const AdjudicateCommandOptions& options) {
  if (!options.event) {
    return Error{fmt::format(
        "no event given; use --event, for most events with --by white or --by black (expected one "
        "of {})",
        names_of_events())};
  }
  if (!options.by && !concerns_both(*options.event)) {
    return Error{
        fmt::format("--event {} needs --by white or --by black", name_of_event(*options.event))};
  }
  return Incident{
      .event = *options.event,
      .by = options.by.value_or(Color::White),
      .pace = options.pace,
      .supervision = options.is_supervised ? Supervision::Full : Supervision::Limited,
      .earlier_illegal_moves = static_cast<std::uint32_t>(options.earlier_illegal_moves),
      .has_increment = options.has_increment,
      .guidelines_announced = options.guidelines_announced,
      .days_used = options.days_used,
      .days_left = options.days_left};
}

// Adds the move that was written down with a claim, or sealed, if there is one.
Result<Incident> with_written_move(Incident incident, const AdjudicateCommandOptions& options,
                                   const Case& where) {
  if (options.move.empty()) return incident;
  // The meaning of a sealed move must be clear (Guidelines I.8.2).
  const auto unreadable =
      incident.event == GameEvent::SealedMove ? Unreadable::Fault : Unreadable::Error;
  const auto written = read_declared_move(options.move, where, unreadable);
  if (!written) return Error{written.error()};
  incident.intended = written->move;
  incident.unplayable = written->fault;
  return incident;
}

std::vector<RulesProfile> profiles_of(const Rules& rules, const Case& where) {
  if (std::holds_alternative<OfItsDate>(rules)) return {where.rules};
  if (const auto* one = std::get_if<RulesProfile>(&rules)) return {*one};
  return {std::begin(kCompared), std::end(kCompared)};
}

Ruling not_decided(const Case& where) {
  const std::string after =
      where.moves.empty() ? "in the initial position"
                          : "after " + ply_name(static_cast<std::uint32_t>(where.moves.size()),
                                                FirstMove(Position(where.first)));
  return {.state = RulingState::Undetermined,
          .article = "Laws 3.10.2",
          .reason = fmt::format("the game continues {} with a move that cannot be played, so the "
                                "position of the event is unknown; select it with --ply",
                                after)};
}

Result<Ruling> ruling_on(const Case& where, const Chances& chances, const Incident& incident) {
  const GameHistory game{where.first, where.moves, where.now};
  // A game that ended before the score is cut off remains ended.
  const bool is_about_the_cut = incident.event == GameEvent::IllegalMoveFound;
  if (where.is_cut && !is_about_the_cut && !standing_of(game, chances, incident.rules).end) {
    return not_decided(where);
  }
  auto ruling = adjudicate(game, chances, incident);
  if (ruling && ruling->state == RulingState::GoesOn && is_about_the_cut) {
    ruling->notes.push_back(fmt::format("this position: {}", fen_of(where.now.setup())));
  }
  if (ruling && incident.rules == where.rules && where.rules != RulesProfile::Fide) {
    ruling->notes.push_back(
        "the Laws in force on the date of the game decide what ends it (without a date, those "
        "before July 2014); use --rules fide for today's Laws");
  }
  return ruling;
}

Result<Judgement> judge_case(const AdjudicateCommandOptions& options, const Result<Case>& where) {
  if (!where) return Error{where.error()};
  auto incident = incident_of(options);
  if (incident) incident = with_written_move(*incident, options, *where);
  if (!incident) return Error{incident.error()};
  const Chances chances = chances_of(where->now);
  Judgement judgement{where->now.setup()};
  for (const RulesProfile rules : profiles_of(options.rules, *where)) {
    Incident by_rules = *incident;
    by_rules.rules = rules;
    auto ruling = ruling_on(*where, chances, by_rules);
    if (!ruling) return Error{ruling.error()};
    judgement.all.push_back({rules, std::move(*ruling)});
  }
  return judgement;
}

// Rules on the few events that can lead to an unplayable position.
Result<Judgement> judge_unplayable(const AdjudicateCommandOptions& options, const Setup& setup) {
  const auto incident = incident_of(options);
  if (!incident) return Error{incident.error()};
  switch (incident->event) {
    case GameEvent::IllegalPosition:
    case GameEvent::IllegalPositionStands: {
      auto ruling = rule_on_illegal_position(setup, *incident);
      if (!ruling) return Error{ruling.error()};
      return Judgement{setup, {{RulesProfile::Fide, std::move(*ruling)}}};
    }
    case GameEvent::PawnNotReplaced: {
      auto ruling = rule_on_pawn_left(setup, *incident);
      if (!ruling) return Error{ruling.error()};
      return Judgement{setup, {{RulesProfile::Fide, std::move(*ruling)}}};
    }
    default:
      return Error{"the position cannot be played (`arbiter position` explains why)"};
  }
}

// Returns whether the ruling is the same in all positions, so that no position is required.
bool needs_no_position(GameEvent event) {
  constexpr GameEvent kEverywhere[] = {GameEvent::NoShow,         GameEvent::BothNoShow,
                                       GameEvent::BlackBegan,     GameEvent::DrawOffer,
                                       GameEvent::OfferWithdrawn, GameEvent::NotRecording,
                                       GameEvent::RecordingAhead, GameEvent::ElectronicDevice,
                                       GameEvent::Refusal,        GameEvent::BothRefuse};
  return std::ranges::find(kEverywhere, event) != std::end(kEverywhere);
}

CaseWords words_of(const AdjudicateCommandOptions& options) {
  CaseWords words = options.words;
  words.black_begins = options.event == GameEvent::BlackBegan;
  if (words.words.empty() && options.event && needs_no_position(*options.event)) {
    words.words = {"startpos"};
  }
  return words;
}

Result<Judgement> judge(const AdjudicateCommandOptions& options) {
  const CaseWords words = words_of(options);
  const auto setup = unplayable_fen(words);
  return setup ? judge_unplayable(options, *setup) : judge_case(options, read_case(words));
}

ExitCode status_of(const Judgement& judgement) {
  return judgement.is_undetermined() ? ExitCode::Findings : ExitCode::Clean;
}

// Removes the last word of the line if it is one of the choices.
template <class Value, std::size_t N>
void take_last(std::string_view& line, const Choice<Value> (&choices)[N], Value& value) {
  const std::string_view last = line.substr(line.find_last_of(" \t") + 1);
  for (const auto& choice : choices) {
    if (choice.name != last) continue;
    value = choice.value;
    line = trim(line.substr(0, line.size() - last.size()));
    return;
  }
}

// Parses a line: a FEN, followed by the event and the player if they differ from the options.
Result<LineAnswer> answer_to(const QuestionLine& line, const AdjudicateCommandOptions& options) {
  AdjudicateCommandOptions of_line = options;
  std::string_view fen = line.text;
  take_last(fen, kPlayers, of_line.by);
  take_last(fen, kEvents, of_line.event);
  const auto alone = fen_alone(fen);
  if (!alone) return Error{alone.error()};
  of_line.words.words = {*alone};
  const auto judgement = judge(of_line);
  if (!judgement) return Error{judgement.error()};
  return LineAnswer{
      options.format == AnswerFormat::Json ? json_of(*judgement, line.number) : row_of(*judgement),
      status_of(*judgement)};
}

Result<ExitCode> print(const Result<Judgement>& judgement, const AdjudicateCommandOptions& options,
                       Console& console) {
  if (!judgement) return Error{judgement.error()};
  console.print("{}",
                options.format == AnswerFormat::Json ? json_of(*judgement) : text_of(*judgement));
  return status_of(*judgement);
}

Result<ExitCode> run(const AdjudicateCommandOptions& options, Console& console) {
  if (options.words.words != std::vector<std::string>{"-"}) {
    return print(judge(options), options, console);
  }
  auto input = GamesFile::open("-");
  if (!input) return Error{input.error()};
  if (!input->has_fens())
    return print(judge_case(options, read_case(options.words, *input)), options, console);
  return answer_lines(
      input->source(), [&](const QuestionLine& line) { return answer_to(line, options); },
      options.format, console);
}

void bind_case(CommandLine& app, AdjudicateCommandOptions& options) {
  add_text(app, "FEN|FILE", options.words.words,
           "Position of the event as a FEN, in quotes or not; or a game file; - "
           "reads a game from standard input, or FENs, one per line, each followed by EVENT and "
           "PLAYER if they differ from --event and --by");
  add_text(app, "--moves MOVES", options.words.moves,
           "Moves from the FEN to the event, in quotes: 'e4 c5 Nf3'");
  add_game_number(app, options.words.game, " (default: the only game)");
  add_number(app, "--ply", options.words.ply, {},
             "Number of half-moves before the event (default: all)");
}

}  // namespace

CommandRun bind_adjudicate(CommandLine& app) {
  const auto options = std::make_shared<AdjudicateCommandOptions>();
  bind_case(app, *options);
  add_choice(app, "--event", options->event, kEvents, "Event to rule on: " + names_of_events())
      ->type_name("EVENT");
  add_choice(app, "--by", options->by, kPlayers,
             "Player concerned: whose flag fell, who resigned, claimed, made the illegal move, or "
             "was absent");
  add_choice(app, "--pace", options->pace, kPaces, "Pace of the game (default: rule on all three)");
  add_switch(app, "--full-supervision", options->is_supervised,
             "Use the Competitive Rules of Play in rapid and blitz: an arbiter supervises at most "
             "three rapid games, or one blitz game, and the moves are recorded");
  add_switch(app, "--increment", options->has_increment,
             "Use a time control with increment, to which Guidelines III do not apply");
  add_switch(app, "--announced", options->guidelines_announced,
             "Use Guidelines III (games without increment), announced before the event");
  add_number(app, "--illegal-before", options->earlier_illegal_moves, {},
             "Number of earlier illegal moves by the player, if the event is an illegal move");
  add_number(app, "--days", options->days_used, {.max = kMaxDays},
             "Whole days that the player used for the move, in correspondence play");
  add_number(app, "--days-left", options->days_left, {.max = kMaxDays},
             "Days that the player had left before the move");
  add_text(app, "--move MOVE", options->move,
           "Move written down or proposed for a claim but not played; or the sealed move");
  Option* rules = add_choice<Rules>(app, "--rules", options->rules, kRules)->type_name("NAME");
  rules->description(
      fmt::format("Rules to apply: {} (default: the Laws in force on the date of the game; for "
                  "a FEN, today's); all: the Laws, lichess, chesscom and uscf, side by side",
                  fmt::join(rules->choices(), ", ")));
  add_reading_options(app);
  add_format(app, options->format, kTextOrJson);
  app.footer(
      "Exit status: 0 decided, 1 undecided (the output states what is missing), "
      "2 cannot be judged; for several positions, the highest.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
