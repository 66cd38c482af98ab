// The command `arbiter repair [FILE...]`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/io/input_files.h"
#include "lib/laws/wording.h"
#include "lib/notation/board_drawing.h"
#include "lib/notation/fen.h"
#include "lib/pgn/pgn_game.h"
#include "lib/repair/file_repair.h"
#include "lib/repair/text_edits.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/check/check.h"

namespace arbiter {
namespace {

struct RepairView {
  BoardLook look = BoardLook::Unicode;
  bool is_json = false;
  std::uint64_t named = 1;  // number of the repair to apply
};

std::string tag_text(const PgnGame& game, KnownTag known) {
  const PgnTag* tag = game.tag(known);
  return tag == nullptr ? "?" : utf8_value(tag->value);
}

std::string text_of_token(const BrokenGameInFile& game, std::uint32_t token) {
  return decode_text(game.game.text_of(game.game.tokens[token])).utf8;
}

std::string written_at(const BrokenGameInFile& game, std::size_t ply) {
  return text_of_token(game, game.broken.line.moves[ply].token);
}

// Returns moves as written, such as "Nf3 Nc6", or one move.
std::string written_row(const BrokenGameInFile& game, std::size_t ply, std::size_t count) {
  return written_at(game, ply) + (count == 2 ? " " + written_at(game, ply + 1) : "");
}

// Returns a numbered move, such as "12... Nf4" if Black is to move in `before`.
std::string numbered(const Position& before, std::string_view move) {
  return fmt::format("{} {}", number_text(before), move);
}

std::string place_text(Place place) {
  return fmt::format("line {}, column {}", place.line, place.column);
}

// Returns a description of the change, such as "Nf3 instead of Nf4".
std::string change_text(const BrokenGameInFile& game, const Repair& repair) {
  const std::string written = written_at(game, repair.at);
  switch (repair.kind) {
    case RepairKind::Replace:
      return fmt::format("{} instead of {}", numbered(repair.before, repair.text), written);
    case RepairKind::Insert:
      if (repair.word) {
        return fmt::format("{} instead of {}", numbered(repair.before, repair.text),
                           text_of_token(game, *repair.word));
      }
      return fmt::format("{} before {}", numbered(repair.before, repair.text), written);
    case RepairKind::Remove:
      return fmt::format("without {}",
                         numbered(repair.before, written_row(game, repair.at, repair.count)));
    case RepairKind::Swap:
      return fmt::format("{} and {} swapped",
                         numbered(repair.before, written_row(game, repair.at, repair.count)),
                         written_row(game, repair.at + repair.distance, repair.count));
    case RepairKind::Shift:
      return fmt::format("{} before {}", numbered(repair.before, written_at(game, repair.at + 1)),
                         written);
    case RepairKind::CutOff:
      return fmt::format("without {}{}", numbered(repair.before, written),
                         repair.count > 1 ? " and the moves after it" : "");
    case RepairKind::Start:
      return fmt::format("the initial position {}", fen_of(repair.start));
  }
  return "";
}

// Returns the evidence for the change in the rest of the game.
std::string evidence_text(const Repair& repair) {
  std::string text =
      repair.kind == RepairKind::CutOff ? "every remaining move is legal"
      : repair.reaches_end
          ? fmt::format("the game is legal to its end, {} from here on",
                        counted(repair.run, "half-move"))
          : fmt::format("{} more before the next illegal move", counted(repair.run, "half-move"));
  std::string signs;
  if (repair.checks > 0) signs += counted(repair.checks, "check");
  if (repair.captures > 0) {
    signs += fmt::format("{}{}", signs.empty() ? "" : " and ", counted(repair.captures, "capture"));
  }
  if (!signs.empty()) {
    text += fmt::format("; {} {} the score", signs,
                        repair.checks + repair.captures == 1 ? "matches" : "match");
  }
  return text;
}

// Returns a text such as "probability 57 %". No repair is certain, and a displayed repair is never
// excluded.
std::string share_text(double share) {
  const std::uint64_t cases = percent_of(share);
  return fmt::format("probability {} %", cases == 0    ? "below 1"
                                         : cases == 99 ? "above 98"
                                                       : std::to_string(cases));
}

std::string others_text(const Repair& repair) {
  if (repair.other_count == 0) return "";
  if (repair.others.empty()) {
    const bool is_row = repair.kind == RepairKind::Insert;
    return fmt::format(
        "     {}{} {} too\n",
        counted(repair.other_count, is_row ? "other pair" : "other initial position"),
        is_row ? " of moves" : "", repair.other_count == 1 ? "fits" : "fit");
  }
  const std::size_t untold = repair.other_count - repair.others.size();
  return fmt::format("     {} {} too: {}{}\n", counted(repair.other_count, "other move"),
                     repair.other_count == 1 ? "fits" : "fit", fmt::join(repair.others, ", "),
                     untold > 0 ? ", ..." : "");
}

// Returns a phrase such as "moves 12 to 21 seem to be missing" or "Black's move 12 ...".
std::string missing_text(const MissingPart& missing) {
  const std::string whose = missing.player ? fmt::format("{}'s ", to_string(*missing.player)) : "";
  const bool is_one = missing.first == missing.last;
  return is_one ? fmt::format("{}move {} seems to be missing", whose, missing.first)
                : fmt::format("{}moves {} to {} seem to be missing", whose, missing.first,
                              missing.last);
}

std::string missing_json(const std::optional<MissingPart>& missing) {
  if (!missing) return "null";
  JsonLine json;
  json.add("first", missing->first).add("last", missing->last);
  json.add_or_null("player", missing->player ? std::string(to_string(*missing->player)) : "");
  return std::string(json.object());
}

std::string fault_text(const BrokenGame& broken) {
  if (broken.fault.empty()) return "it cannot be read as a move";
  return fmt::format("{} ({})", broken.fault, broken.article);
}

JsonLine json_of(const BrokenGameInFile& game, std::size_t index) {
  const Repair& repair = game.broken.repairs[index];
  JsonLine json;
  json.add("kind", to_string(repair.kind)).add("ply", std::uint64_t{repair.at + 1});
  json.add("line", game.changes[index].line).add("column", game.changes[index].column);
  json.add("written", written_at(game, repair.at)).add_or_null("san", repair.san);
  json.add_or_null("text", repair.text).add("reason", repair.reason);
  json.add("share", repair.share ? std::optional(percent_of(*repair.share)) : std::nullopt);
  json.add("run", std::uint64_t{repair.run}).add("complete", repair.reaches_end);
  json.add("checks", repair.checks).add("captures", repair.captures);
  json.add("other_count", std::uint64_t{repair.other_count});
  json.add("others", repair.others);
  json.add("fen", fen_of(repair.before));
  return json;
}

class RepairReport {
 public:
  RepairReport(Console& console, RepairView view) : console_(console), view_(view) {}

  // Adds a game. `file` is the displayed name of its file.
  void add(std::string_view file, const BrokenGameInFile& game, std::uint32_t applied) {
    if (view_.is_json) return add_json(file, game, applied);
    add_text(file, game, applied);
  }

 private:
  void add_text(std::string_view file, const BrokenGameInFile& game, std::uint32_t applied) {
    const BrokenGame& broken = game.broken;
    console_.print("{}:{}:{}: game {}, {} - {}: {} is not legal: {}\n", shown_path(file),
                   game.place.line, game.place.column, game.game.number,
                   shown_name(tag_text(game.game, KnownTag::White)),
                   shown_name(tag_text(game.game, KnownTag::Black)),
                   numbered(broken.last, written_at(game, broken.broken)), fault_text(broken));
    if (broken.missing) console_.print("  {}\n", missing_text(*broken.missing));
    if (broken.missing && broken.repairs.empty()) return console_.print("\n");
    if (broken.repairs.empty()) {
      console_.print("  no small change makes it legal\n\n");
      return;
    }
    for (std::size_t i = 0; i < broken.repairs.size(); ++i) print_repair(game, i);
    if (broken.may_have_stood) {
      console_.print("  Or it was played and stood (Laws A.5.2): the moves after it are legal.\n");
    }
    const Repair& likeliest = broken.repairs.front();
    console_.print("\n  The board before the first of these moves:\n{}",
                   drawing_of(likeliest.before.board(), {.look = view_.look}));
    if (applied == 1) console_.print("  Applied repair {}.\n", view_.named);
    if (applied > 1) {
      console_.print("  Applied repair 1, and {} further on.\n", counted(applied - 1, "other"));
    }
    console_.print("\n");
  }
  void add_json(std::string_view file, const BrokenGameInFile& game, std::uint32_t applied) {
    const BrokenGame& broken = game.broken;
    std::vector<JsonLine> repairs;
    for (std::size_t i = 0; i < broken.repairs.size(); ++i) repairs.push_back(json_of(game, i));
    JsonLine json;
    json.add("type", "game").add("file", file).add("game", game.game.number);
    json.add("line", game.place.line).add("column", game.place.column);
    json.add("white", tag_text(game.game, KnownTag::White));
    json.add("black", tag_text(game.game, KnownTag::Black));
    json.add("ply", std::uint64_t{broken.broken + 1});
    json.add("written", written_at(game, broken.broken)).add("fen", fen_of(broken.last));
    json.add("message", broken.fault.empty() ? "it cannot be read as a move" : broken.fault);
    json.add_or_null("article", broken.article).add("may_have_stood", broken.may_have_stood);
    json.add_written("missing", missing_json(broken.missing));
    json.add("repairs", repairs);
    json.add("mended", applied);
    console_.print(json.finish());
  }
  void print_repair(const BrokenGameInFile& game, std::size_t index) {
    const Repair& repair = game.broken.repairs[index];
    console_.print("  {}. {}: {} ({})\n", index + 1, change_text(game, repair), repair.reason,
                   place_text(game.changes[index]));
    const std::string share = repair.share          ? share_text(*repair.share) + "; "
                              : !repair.reaches_end ? "incomplete: "
                                                    : "";
    console_.print("     {}{}\n{}", share, evidence_text(repair), others_text(repair));
  }

  Console& console_;
  RepairView view_;
};

constexpr std::uint64_t kMinSure = 95;
constexpr std::uint64_t kMaxRepairs = 100;
constexpr const char* kLikeliest = "likeliest";  // value of --apply without a number

struct RepairCommandOptions {
  std::vector<std::string> files;
  bool apply = false;
  std::optional<std::uint64_t> named;  // with `apply`: the number of the repair
  bool diff = false;
  OutputOption output;
  std::optional<std::uint64_t> game;  // nothing means all games
  std::uint64_t candidates = 3;
  std::uint64_t sure = kMinSure;  // in percent
  AnswerFormat format = AnswerFormat::Text;
  std::optional<PieceLetters> piece_letters;  // if missing, detected for each game
  bool quiet = false;
  bool ascii = false;
  std::uint64_t jobs = default_jobs();
};

class Repairing final : public FileRepairListener {
 public:
  Repairing(const RepairCommandOptions& options, Console& console)
      : options_(options), console_(console), report_(console, view_of(options, console)) {}

  Result<ExitCode> run(const std::vector<std::string>& arguments) {
    const NamedFiles named = files_named(arguments);
    if (options_.apply && !is_in_place()) {
      auto output = GamesOutput::open(options_.output, named.files, console_);
      if (!output) return Error{output.error()};
      target_ = *std::move(output);
    }
    print_skipped_folders(named, console_);
    for (const NamedFiles::Unread& unread : named.unread) fail(unread.path, unread.reason);
    for (const std::string& path : named.files) repair_input(path);
    if (options_.game && !has_failed_ && *options_.game > totals_.games) {
      return Error{fmt::format("there is no game {}: {} has {}", *options_.game,
                               named.files.front(), counted(totals_.games, "game"))};
    }
    if (target_) finish_target();
    if (options_.named && !has_failed_ && totals_.changed == 0) {
      return Error{fmt::format("game {} has no repair {}", *options_.game, *options_.named)};
    }
    print_summary();
    if (has_failed_) return ExitCode::CouldNotRun;
    return totals_.broken > totals_.repaired ? ExitCode::Findings : ExitCode::Clean;
  }

 private:
  static RepairView view_of(const RepairCommandOptions& options, Console& console) {
    const bool is_ascii = options.ascii || console.charset() == Charset::Ascii;
    const BoardLook look = is_ascii                  ? BoardLook::Ascii
                           : console.colors_output() ? BoardLook::Colors
                                                     : BoardLook::Unicode;
    return {.look = look,
            .is_json = options.format == AnswerFormat::Json,
            .named = options.named.value_or(1)};
  }
  // Returns whether repairs are printed. With --apply, the files are the result.
  bool shows_repairs() const { return !writes_to_output() && !(options_.quiet && options_.apply); }
  bool writes_to_output() const { return options_.diff || options_.output.path == "-"; }
  bool is_in_place() const { return options_.apply && options_.output.path.empty(); }
  void fail(std::string_view why) {
    console_.complain(why);
    has_failed_ = true;
  }
  void fail(std::string_view path, std::string_view reason) {
    fail(fmt::format("{}: {}", path, reason));
  }

  void on_broken(const BrokenGameInFile& game, std::uint32_t applied) override {
    if (shows_repairs()) report_.add(name_, game, applied);
  }
  void on_chunk(std::string_view text, std::span<const TextChange> changes) override {
    if (options_.diff) return print_diff(text, changes);
    if (options_.apply) target_->write(changed(text, changes));
  }
  void print_diff(std::string_view text, std::span<const TextChange> changes) {
    const std::string hunks = diff_.add(text, changes);
    if (hunks.empty()) return;
    if (!has_diff_) console_.write_data(fmt::format("--- {}\n+++ {}\n", name_, name_));
    has_diff_ = true;
    console_.write_data(hunks);
  }

  void repair_input(const std::string& path) {
    if (is_in_place()) return repair_in_place(path);
    read(path);
  }
  // Repairs a file in place. The file is replaced only if no content is lost. A file without
  // repairs keeps its modification date.
  void repair_in_place(const std::string& path) {
    auto file = GamesOutput::in_place_of(path, console_);
    if (!file) return fail(file.error());
    target_ = *std::move(file);
    const bool failed_before = std::exchange(has_failed_, false);
    const std::uint64_t changed_before = totals_.changed;
    read(path);
    if (has_failed_ || totals_.changed > changed_before) finish_target();
    target_.reset();
    has_failed_ |= failed_before;
  }
  // Reads all game files at `path`.
  void read(const std::string& path) {
    FileRepairOptions options;
    options.repair = {.piece_letters = options_.piece_letters,
                      .candidates = static_cast<std::size_t>(
                          std::max(options_.candidates, options_.named.value_or(1)))};
    options.only_game = options_.game;
    options.named = options_.named;
    options.jobs = static_cast<unsigned>(options_.jobs);
    if (options_.apply || options_.diff) {
      options.min_share = static_cast<double>(options_.sure) / 100;
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
      totals_.repaired += totals->repaired;
      totals_.changed += totals->changed;
      if (const auto damage = member->source.damage()) fail(name_, *damage);
    }
    if (const auto damage = (*input)->damage()) fail(path, *damage);
  }
  void finish_target() {
    if (const auto error = target_->finish(inputs())) fail(error->message);
  }
  InputsRead inputs() const { return has_failed_ ? InputsRead::NotAll : InputsRead::All; }
  void print_summary() {
    if (options_.format == AnswerFormat::Json && shows_repairs()) {
      JsonLine json;
      json.add("type", "summary").add("games", totals_.games);
      json.add("broken", totals_.broken).add("mended", totals_.repaired);
      console_.print(json.finish());
      return;
    }
    if (options_.quiet) return;
    const std::string repaired = options_.apply ? fmt::format(", {} repaired", totals_.repaired)
                                 : options_.diff
                                     ? fmt::format(", {} repaired in the diff", totals_.repaired)
                                 : totals_.broken > 0 ? "; use --apply to write the repairs"
                                                      : "";
    console_.say(fmt::format("{}, {} with illegal moves{}", counted(totals_.games, "game"),
                             totals_.broken, repaired));
  }

  const RepairCommandOptions& options_;
  Console& console_;
  RepairReport report_;
  std::string name_;  // name of the file being read
  UnifiedDiff diff_;
  bool has_diff_ = false;              // true if that file has a diff
  std::optional<GamesOutput> target_;  // output file of --apply
  FileRepairTotals totals_;
  bool has_failed_ = false;
};

Result<ExitCode> run(const RepairCommandOptions& options, Console& console) {
  if (options.diff && (options.apply || !options.output.path.empty())) {
    return Error{"--diff shows what --apply would change, and writes no file"};
  }
  if (!options.output.path.empty() && !options.apply) {
    return Error{"-o needs --apply"};
  }
  if (auto error = fault_of_pgn_name(options.output.path)) return *std::move(error);
  if (options.named && !options.game) {
    return Error{fmt::format("--apply {} needs --game N, the number of the game", *options.named)};
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
  const auto options = std::make_shared<RepairCommandOptions>();
  add_text(app, "FILE...", options->files,
           "Game files, compressed or not, archives, folders; - is standard input");
  const auto set_apply = [options](const std::string& text) {
    options->apply = true;
    options->named.reset();
    if (text == kLikeliest) return std::string();
    const auto number = parse_number(text, {.min = 1, .max = kMaxRepairs});
    if (!number) return number.error();
    options->named = *number;
    return std::string();
  };
  app.add("--apply [N]", LastValue{set_apply})
      ->optional_value(kLikeliest)
      ->choices({"1", "2", "3", "4", "5", "6", "7", "8", "9"})
      ->description(
          "Use the likeliest repair of each game, or number N for --game; the original moves stay "
          "in a comment. Replaces each FILE, or writes all games to -o");
  add_output(app, options->output);
  add_switch(app, "--diff", options->diff,
             "Print the changes of --apply as a diff, for 'patch' and 'patch -R'");
  add_number(app, "--sure", options->sure, {.min = kMinSure, .max = 100},
             "Minimum probability of a repair with --apply or --diff, in percent (default: 95)");
  add_game_number(app, options->game, ", the only one to repair");
  add_number(app, "--candidates", options->candidates, {.min = 1, .max = kMaxRepairs},
             "Number of repairs shown for each game (default: 3)");
  add_format(app, options->format, kTextOrJson);
  add_piece_letters(app, options->piece_letters);
  add_jobs(app, options->jobs);
  add_reading_options(app);
  add_quiet(app, options->quiet);
  add_switch(app, "--ascii", options->ascii,
             "Show pieces as letters instead of Unicode chess symbols");
  app.footer(
      "Probabilities were measured on games with one deliberate error each.\n"
      "Exit status: 0 no illegal moves, or all are repaired, 1 some are not, "
      "2 something could not be read or written.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
