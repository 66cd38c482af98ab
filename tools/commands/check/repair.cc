// arbiter repair [FILE...]
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lib/io/input_files.h"
#include "lib/repair/file_repair.h"
#include "lib/repair/text_edits.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/files_given.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/choice.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/commands/check/check.h"
#include "tools/commands/check/repair_report.h"

namespace arbiter {
namespace {

struct Options {
  std::vector<std::string> files;
  bool apply = false;
  bool diff = false;
  OutputOption output;
  std::optional<std::uint64_t> game;  // nothing: all
  std::uint64_t candidates = 3;
  std::uint64_t sure = 90;  // percent
  AnswerFormat format = AnswerFormat::Text;
  std::optional<PieceLetters> piece_letters;  // nothing: those of each game
  bool quiet = false;
  bool ascii = false;
  ColorMode color = ColorMode::Auto;
};

class Repairing final : public FileRepairListener {
 public:
  Repairing(const Options& options, Console& console)
      : options_(options), console_(console), report_(console, view_of(options, console)) {}

  Result<ExitCode> run(const std::vector<std::string>& arguments);

 private:
  static RepairView view_of(const Options& options, Console& console) {
    const bool is_ascii = options.ascii || console.charset() == Charset::Ascii;
    const BoardLook look = is_ascii                  ? BoardLook::Ascii
                           : console.colors_output() ? BoardLook::Colors
                                                     : BoardLook::Unicode;
    return {.look = look, .is_json = options.format == AnswerFormat::Json};
  }
  bool writes_to_output() const { return options_.diff || options_.output.path == "-"; }
  bool is_in_place() const { return options_.apply && options_.output.path.empty(); }
  void fail(std::string_view why) {
    console_.complain(why);
    has_failed_ = true;
  }
  void fail(std::string_view path, std::string_view reason) {
    fail(fmt::format("{}: {}", path, reason));
  }

  void on_broken(const BrokenGameInFile& game, GameMending mending) override {
    if (!writes_to_output() && !options_.quiet) report_.add(name_, game, mending);
  }
  void on_stretch(std::string_view text, std::span<const TextChange> changes) override;
  void print_diff(std::string_view text, std::span<const TextChange> changes);

  void repair_input(const std::string& path);
  void repair_in_place(const std::string& path);
  void read(const std::string& path);
  void finish_target();
  InputsRead inputs() const { return has_failed_ ? InputsRead::NotAll : InputsRead::All; }
  void print_summary();

  const Options& options_;
  Console& console_;
  RepairReport report_;
  std::string name_;  // of the file that is read
  UnifiedDiff diff_;
  bool has_diff_ = false;              // of that file
  std::optional<GamesOutput> target_;  // with --apply
  FileRepairTotals totals_;
  bool has_failed_ = false;
};

void Repairing::on_stretch(std::string_view text, std::span<const TextChange> changes) {
  if (options_.diff) return print_diff(text, changes);
  if (options_.apply) target_->write(changed(text, changes));
}

void Repairing::print_diff(std::string_view text, std::span<const TextChange> changes) {
  const std::string hunks = diff_.add(text, changes);
  if (hunks.empty()) return;
  if (!has_diff_) console_.write_data(fmt::format("--- {}\n+++ {}\n", name_, name_));
  has_diff_ = true;
  console_.write_data(hunks);
}

// All games files that `path` stands for.
void Repairing::read(const std::string& path) {
  FileRepairOptions options;
  options.repair = {.piece_letters = options_.piece_letters,
                    .candidates = static_cast<std::size_t>(options_.candidates)};
  options.only_game = options_.game;
  if (options_.apply || options_.diff) {
    options.least_share = static_cast<double>(options_.sure) / 100;
  }
  auto input = open_input(path);
  if (!input) return fail(path, input.error());
  while (const auto member = (*input)->next_member()) {
    name_ = member->name;
    diff_ = UnifiedDiff();
    has_diff_ = false;
    const auto totals = repair_file(member->source, options, *this);
    if (!totals) {
      fail(name_, totals.error());
      continue;
    }
    totals_.games += totals->games;
    totals_.broken += totals->broken;
    totals_.mended += totals->mended;
    if (const auto damage = member->source.damage()) fail(name_, *damage);
  }
  if (const auto damage = (*input)->damage()) fail(path, *damage);
}

// The file is replaced only if nothing in it can get lost; one without repairs keeps its date.
void Repairing::repair_in_place(const std::string& path) {
  auto file = GamesOutput::in_place_of(path, console_);
  if (!file) return fail(file.error());
  target_ = *std::move(file);
  const bool failed_before = std::exchange(has_failed_, false);
  const std::uint64_t mended_before = totals_.mended;
  read(path);
  if (has_failed_ || totals_.mended > mended_before) finish_target();
  target_.reset();
  has_failed_ |= failed_before;
}

void Repairing::finish_target() {
  if (const auto error = target_->finish(inputs())) fail(error->message);
}

void Repairing::repair_input(const std::string& path) {
  if (is_in_place()) return repair_in_place(path);
  read(path);
}

void Repairing::print_summary() {
  if (options_.quiet) return;
  if (options_.format == AnswerFormat::Json && !writes_to_output()) {
    JsonLine json;
    json.add("type", "summary").add("games", totals_.games);
    json.add("broken", totals_.broken).add("mended", totals_.mended);
    console_.print(json.finish());
    return;
  }
  const std::string repaired = options_.apply ? fmt::format(", {} repaired", totals_.mended)
                               : options_.diff
                                   ? fmt::format(", {} repaired in the diff", totals_.mended)
                               : totals_.broken > 0 ? "; nothing is written without --apply"
                                                    : "";
  console_.say(fmt::format("{}, {} with illegal moves{}", counted(totals_.games, "game"),
                           totals_.broken, repaired));
}

Result<ExitCode> Repairing::run(const std::vector<std::string>& arguments) {
  const NamedFiles named = files_named(arguments);
  if (options_.apply && !is_in_place()) {
    auto output = GamesOutput::open(options_.output, named.files, console_);
    if (!output) return Error{output.error()};
    target_ = *std::move(output);
  }
  for (const NamedFiles::Unread& unread : named.unread) fail(unread.path, unread.reason);
  for (const std::string& path : named.files) repair_input(path);
  if (options_.game && !has_failed_ && *options_.game > totals_.games) {
    return Error{fmt::format("there is no game {}: {} has {}", *options_.game, named.files.front(),
                             counted(totals_.games, "game"))};
  }
  if (target_) finish_target();
  print_summary();
  if (has_failed_) return ExitCode::CouldNotRun;
  return totals_.broken > totals_.mended ? ExitCode::Findings : ExitCode::Clean;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  if (options.diff && (options.apply || !options.output.path.empty())) {
    return Error{"--diff shows what --apply would change, and writes no file"};
  }
  if (!options.output.path.empty() && !options.apply) {
    return Error{"-o needs --apply"};
  }
  const auto files = files_given(options.files, "repair");
  if (!files) return Error{files.error()};
  if (options.game && files_named(*files).files.size() > 1) {
    return Error{"--game needs exactly one file"};
  }
  return Repairing(options, console).run(*files);
}

}  // namespace

CommandRun bind_repair(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FILE...", options->files)
      ->type_name("FILE")
      ->description("Game files, compressed or not, archives, folders; - is standard input");
  add_switch(app, "--apply", options->apply,
             "Apply the likeliest repair to each game, keeping what the score has in a comment; "
             "replaces each FILE unless -o is given");
  add_output(app, options->output)
      ->description("With --apply: write all games here, repaired or not; - is standard output");
  add_switch(app, "--diff", options->diff,
             "Print what --apply would change, for 'patch' and 'patch -R'");
  add_number(app, "--sure", options->sure, {.min = 1, .max = 100})
      ->description(
          "With --apply or --diff: minimum probability of a repair, in percent (default: 90)");
  add_number(app, "--game", options->game, {.min = 1})
      ->description("Repair only game N of the file");
  add_number(app, "--candidates", options->candidates, {.min = 1, .max = 100})
      ->description("Number of repairs shown for each game (default: 3)");
  add_format(app, options->format, kTextOrJson);
  add_piece_letters(app, options->piece_letters);
  add_switch(app, "-q,--quiet", options->quiet, "Print no suggestions and no summary");
  add_switch(app, "--ascii", options->ascii, "Show pieces as letters instead of chess figures");
  add_color(app, options->color);
  app.footer(
      "In games damaged on purpose, at least 97 of 100 repairs rated 90 % or more were right.\n"
      "Exit status: 0 no illegal moves, or all are repaired, 1 some are not,\n"
      "2 something could not be read or written.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
