// arbiter repair FILE
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "lib/io/input_files.h"
#include "lib/repair/file_repair.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/choice.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/commands/commands.h"
#include "tools/commands/repair_report.h"

namespace arbiter::commands {
namespace {

struct Options {
  std::string file;
  bool apply = false;
  OutputOption output;
  std::optional<std::uint64_t> game;  // nothing: all
  std::uint64_t candidates = 3;
  std::uint64_t sure = 90;  // percent
  AnswerFormat format = AnswerFormat::Text;
  std::optional<PieceLetters> piece_letters;  // nothing: those of each game
  bool ascii = false;
  ColorMode color = ColorMode::Auto;
};

class Repairing final : public FileRepairListener {
 public:
  Repairing(const Options& options, Console& console)
      : options_(options), console_(console), report_(console, view_of(options, console)) {}

  Result<ExitCode> run();

 private:
  static RepairView view_of(const Options& options, Console& console) {
    const bool is_ascii = options.ascii || console.charset() == Charset::Ascii;
    const BoardLook look = is_ascii                  ? BoardLook::Ascii
                           : console.colors_output() ? BoardLook::Colors
                                                     : BoardLook::Unicode;
    return {.look = look, .is_json = options.format == AnswerFormat::Json};
  }
  bool writes_to_output() const { return options_.output.path == "-"; }
  void on_broken(const BrokenGameInFile& game, GameMending mending) override {
    if (!writes_to_output()) report_.add(name_, game, mending);
  }
  void on_text(std::string_view text) override {
    if (!options_.apply) return;
    if (writes_to_output()) return console_.write_data(text);
    target_->write(text);
  }
  Result<ExitCode> open_target();
  Result<ExitCode> read();
  std::optional<Error> finish();

  const Options& options_;
  Console& console_;
  RepairReport report_;
  std::string name_;  // of the file that is read
  std::optional<GamesOutput> target_;
  FileRepairTotals totals_;
};

// Where mended games go: to the file itself only if nothing in it can get lost.
Result<ExitCode> Repairing::open_target() {
  if (!options_.apply || writes_to_output()) return ExitCode::Clean;
  auto target = options_.output.path.empty()
                    ? GamesOutput::in_place_of(options_.file, console_)
                    : GamesOutput::open(options_.output, {options_.file}, console_);
  if (!target) return Error{target.error()};
  target_ = *std::move(target);
  return ExitCode::Clean;
}

Result<ExitCode> Repairing::read() {
  FileRepairOptions options;
  options.repair = {.piece_letters = options_.piece_letters,
                    .candidates = static_cast<std::size_t>(options_.candidates)};
  options.only_game = options_.game;
  if (options_.apply) options.least_share = static_cast<double>(options_.sure) / 100;
  auto input = open_input(options_.file);
  if (!input) return Error{fmt::format("{}: {}", options_.file, input.error())};
  while (const auto member = (*input)->next_member()) {
    name_ = member->name;
    const auto totals = repair_file(member->source, options, *this);
    if (!totals) return Error{fmt::format("{}: {}", name_, totals.error())};
    totals_.games += totals->games;
    totals_.broken += totals->broken;
    totals_.mended += totals->mended;
    if (const auto damage = member->source.damage())
      return Error{fmt::format("{}: {}", name_, *damage)};
  }
  if (const auto damage = (*input)->damage())
    return Error{fmt::format("{}: {}", options_.file, *damage)};
  return ExitCode::Clean;
}

std::optional<Error> Repairing::finish() {
  // A file in which nothing was mended keeps its date.
  if (target_ && (totals_.mended > 0 || !options_.output.path.empty())) {
    if (auto error = target_->finish()) return error;
  }
  if (options_.format == AnswerFormat::Json && !writes_to_output()) {
    JsonLine json;
    json.add("type", "summary").add("games", totals_.games);
    json.add("broken", totals_.broken).add("mended", totals_.mended);
    console_.print(json.finish());
    return std::nullopt;
  }
  const std::string mended = options_.apply       ? fmt::format(", {} mended", totals_.mended)
                             : totals_.broken > 0 ? ", nothing is written without --apply"
                                                  : "";
  console_.say(fmt::format("{}, {} with illegal moves{}", counted(totals_.games, "game"),
                           totals_.broken, mended));
  return std::nullopt;
}

Result<ExitCode> Repairing::run() {
  if (auto target = open_target(); !target) return target;
  if (auto done = read(); !done) return done;
  if (options_.game && *options_.game > totals_.games) {
    return Error{fmt::format("there is no game {}: {} has {}", *options_.game, options_.file,
                             counted(totals_.games, "game"))};
  }
  if (auto error = finish()) return std::move(*error);
  return totals_.broken > totals_.mended ? ExitCode::Findings : ExitCode::Clean;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  if (!options.output.path.empty() && !options.apply) {
    return Error{"-o says where the mended games go, and games are mended only with --apply"};
  }
  return Repairing(options, console).run();
}

}  // namespace

CommandRun bind_repair(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_text(app, "FILE", options->file)
      ->type_name("FILE")
      ->description("Games, compressed or not; - is standard input")
      ->required();
  add_switch(app, "--apply", options->apply,
             "Make the likeliest repair of each game, with what is written kept in a comment; "
             "FILE is replaced unless -o is given");
  add_output(app, options->output)
      ->description("With --apply: where all games go, mended or not; - is standard output");
  add_number(app, "--sure", options->sure, {.min = 1, .max = 100})
      ->description("With --apply: only repairs of at least so many percent (default: 90)");
  add_number(app, "--game", options->game, {.min = 1})
      ->description("Only the game of this number in the file, from 1");
  add_number(app, "--candidates", options->candidates, {.min = 1, .max = 100})
      ->description("How many repairs are shown of each game (default: 3)");
  add_format(app, options->format, kTextOrJson);
  add_piece_letters(app, options->piece_letters);
  add_switch(app, "--ascii", options->ascii, "Letters for the pieces in place of chess figures");
  add_color(app, options->color);
  app.footer(
      "The percentages share what is likely among the guesses; they prove nothing.\n"
      "Exit status: 0 no game has illegal moves, or all that had are mended, 1 some\n"
      "have, 2 it could not be done.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
