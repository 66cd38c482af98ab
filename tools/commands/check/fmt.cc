// The command `arbiter fmt [FILE...]`.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/export/file_export.h"
#include "lib/export/json_source.h"
#include "lib/export/tag_fixes.h"
#include "lib/io/input_files.h"
#include "lib/os/file.h"
#include "lib/repair/text_edits.h"
#include "tools/cli/configuration.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/player_input.h"
#include "tools/commands/check/check.h"

namespace arbiter {
namespace {

// The maximum number of incomplete games to list. The others are only counted.
constexpr std::uint64_t kMaxListed = 20;

struct FmtCommandOptions {
  std::vector<std::string> files;
  OutputOption output;
  bool in_place = false;
  bool check = false;
  bool diff = false;
  FileChoice choice;
  bool lossless = false;
  bool quiet = false;
  GameShape shape;
  FormatOptions format;
  SourceFormat from = SourceFormat::Pgn;
  OpeningsOption openings;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::optional<PieceLetters> piece_letters;  // if missing, detected for each game
  std::string players;                        // a player list
  std::optional<ListMonth> players_month;     // if missing, the month of the list
};

constexpr Choice<TextFix> kFixes[] = {{"dates", TextFix::Dates},
                                      {"mojibake", TextFix::Mojibake},
                                      {"day-first", TextFix::DayFirst},
                                      {"month-first", TextFix::MonthFirst}};

// A comparison of the written text with the text that was read, regardless of how both are divided
// into chunks.
class Comparison {
 public:
  void add(std::string_view written, std::string_view source) {
    written_ += written;
    source_ += source;
    is_ascii_ = is_ascii_ && is_ascii(source);
    const std::size_t common = std::min(written_.size(), source_.size());
    is_same_ = is_same_ && written_.compare(0, common, source_, 0, common) == 0;
    if (!is_same_) return;
    written_.erase(0, common);
    source_.erase(0, common);
  }
  // Compares the form of the text before its conversion. Must be called after the text. Only ASCII
  // is the same in the converted encoding.
  void add_form(const TextForm& form) {
    const bool is_as_read = form.is_plain() || (form.has_own_bytes() && is_ascii_);
    is_same_ = is_same_ && is_as_read;
  }
  bool is_same() const { return is_same_ && written_.empty() && source_.empty(); }
  bool is_decided() const { return !is_same_; }

 private:
  std::string written_;
  std::string source_;
  bool is_same_ = true;
  bool is_ascii_ = true;
};

// Returns the number of corrections of each kind.
std::string corrections_in(const ExportTally& tally) {
  std::vector<std::string> parts;
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view many,
                       std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", counted(count, one, many), what));
  };
  add(tally.respelled_moves, "move", "moves", "respelled");
  add(tally.corrected_numbers, "move number", "move numbers", "corrected");
  add(tally.nags, "symbol", "symbols", "converted to NAG form");
  add(tally.line_comments, "comment", "comments", "put in braces");
  add(tally.unreadable_pieces, "unreadable text fragment", "unreadable text fragments",
      "kept as a comment");
  add(tally.empty_variations, "variation", "variations", "without moves dropped");
  add(tally.added_tags, "tag", "tags", "added");
  add(tally.dropped_tags, "repeated tag", "repeated tags", "dropped");
  add(tally.added_terminators, "missing result", "missing results", "added after the moves");
  add(tally.respelled_results, "result", "results", "respelled");
  add(tally.fixed_results, "result", "results", "corrected");
  add(tally.converted_texts, "text fragment", "text fragments", "converted to UTF-8");
  add(tally.redecoded_texts, "text fragment", "text fragments", "decoded again");
  add(tally.edited_tags, "tag", "tags", "corrected or added by --fix and --players");
  add(tally.skipped_lines, "line", "lines", "between games escaped with %");
  return fmt::format("{}", fmt::join(parts, ", "));
}

class Formatter {
 public:
  Formatter(const FmtCommandOptions& options, Console& console)
      : options_(options),
        console_(console),
        exporter_(options.lossless ? GameForm::Lossless : GameForm::Export, options.piece_letters,
                  options.shape) {
    exporter_.report_edits([this](const EditedGame& game) { report_edits(game); });
  }

  Result<ExitCode> run(const NamedFiles& named) {
    std::vector<std::string> read = named.files;
    if (!options_.players.empty()) read.push_back(options_.players);
    auto opened = GamesOutput::open(options_.output, read, console_);
    if (!opened) return Error{opened.error()};
    FramedOutput output(*std::move(opened), options_.shape, options_.format);
    print_skipped_folders(named, console_);
    for (const NamedFiles::Unread& unread : named.unread) fail(unread.path, unread.reason);
    for (const std::string& path : named.files) format_input(path, output);
    if (!options_.check && !options_.diff && !options_.in_place) {
      if (const auto error = output.finish(inputs())) fail(error->message);
    }
    if (!options_.quiet) {
      const ExportTally tally = exporter_.tally();
      const std::string changes = corrections_in(tally);
      if (!options_.check && tally.unplayed_games > listed_games_) {
        console_.say(fmt::format("... and {} with moves kept as a comment",
                                 counted(tally.unplayed_games - listed_games_, "other game")));
      }
      console_.say(fmt::format("{}{}{}", counted(tally.games, "game"), changes.empty() ? "" : ": ",
                               changes));
    }
    const auto& encoding = options_.output.encoding;
    const bool lacks_characters = encoding != nullptr && encoding->report_faults(console_);
    if (has_failed_) return ExitCode::CouldNotRun;
    const bool would_change = (options_.check || options_.diff) && changed_files_ > 0;
    return would_change || has_set_aside_ || lacks_characters ? ExitCode::Findings
                                                              : ExitCode::Clean;
  }

 private:
  void fail(std::string_view why) {
    console_.complain(why);
    has_failed_ = true;
  }
  void fail(const std::string& path, const std::string& reason) {
    fail(fmt::format("{}: {}", path, reason));
  }
  void format_input(const std::string& path, FramedOutput& output) {
    if (options_.check) return check(path);
    if (options_.diff) return print_diff(path);
    if (options_.in_place) return format_in_place(path);
    read(path, [&](std::string_view written, std::string_view) { output.write(written); });
  }
  void format_in_place(const std::string& path) {
    const bool is_utf8 = options_.output.encoding == nullptr;
    auto file = GamesOutput::in_place_of(path, console_, options_.output.encoding);
    if (!file) return fail(file.error());
    comparison_ = {};
    const bool failed_before = std::exchange(has_failed_, false);
    const std::uint64_t games = read(path, [&](std::string_view written, std::string_view source) {
      file->write(written);
      if (!comparison_.is_decided()) comparison_.add(written, source);
    });
    if (games == 0 && !has_failed_) {
      fail(path, "no games found; file left unchanged");
    } else if (has_failed_ || !is_utf8 || !comparison_.is_same()) {
      // A file that is already formatted keeps its modification date.
      if (const auto error = file->finish(inputs())) fail(error->message);
    }
    has_failed_ |= failed_before;
  }
  InputsRead inputs() const { return has_failed_ ? InputsRead::NotAll : InputsRead::All; }
  // Reads the games of a file. Returns their number.
  std::uint64_t read(const std::string& path, const WrittenReceiver& receive) {
    std::uint64_t games = 0;
    auto input = open_input(path);
    name_ = path;
    if (!input) {
      fail(path, input.error());
      return games;
    }
    while (const auto member = (*input)->next_member()) {
      JsonSource json(member->source);
      ByteSource& source = options_.from == SourceFormat::Json ? json : member->source;
      name_ = member->name;
      const Result<FileExport> file =
          exporter_.run(source, receive, static_cast<unsigned>(options_.jobs));
      if (!file) {
        fail(member->name, file.error());
        continue;
      }
      games += file->games;
      comparison_.add_form(member->form);
      report_doubtful(member->name, *file);
      report_set_aside(member->name, *file);
      if (const auto damage = source.damage()) fail(member->name, *damage);
    }
    if (const auto damage = (*input)->damage()) fail(path, *damage);
    return games;
  }
  // Prints the changes that --fix and --players make in a game, and contradictions in it.
  void report_edits(const EditedGame& game) {
    if (options_.quiet || options_.check) return;
    const auto say = [&](std::string_view note, std::string_view end) {
      console_.say(
          fmt::format("{}:{}: game {}: {}{}", shown_path(name_), game.line, game.game, note, end));
    };
    for (const std::string& change : game.notes.changes) say(change, "");
    for (const std::string& fault : game.notes.contradictions) say(fault, "; not changed");
  }
  // Prints what must be corrected or checked by hand.
  void report_doubtful(const std::string& name, const FileExport& file) {
    if (options_.quiet || options_.check) return;
    for (const ExportedMoveInFile& game : file.unplayed) {
      if (listed_games_ == kMaxListed) break;
      ++listed_games_;
      const std::string hint =
          game.move.letters.empty()
              ? ""
              : fmt::format("; --piece-letters {} reads this move", game.move.letters);
      console_.say(fmt::format("{}:{}: game {}: the moves from {} onwards are kept as a comment{}",
                               shown_path(name), game.line, game.game, game.move.text, hint));
    }
    for (const ExportedMoveInFile& game : file.translated) {
      if (listed_translations_ == kMaxListed) return;
      ++listed_translations_;
      console_.say(fmt::format("{}:{}: game {}: {} is read with the piece letters {}",
                               shown_path(name), game.line, game.game, game.move.text,
                               game.move.letters));
    }
  }
  // This message is printed with any options, because the formatted file may appear to have no
  // problems.
  void report_set_aside(const std::string& name, const FileExport& file) {
    if (file.set_aside == 0) return;
    has_set_aside_ = true;
    console_.say(fmt::format("{}: {}", name, set_aside_in_comments_text(file.set_aside)));
  }
  void print_diff(const std::string& path) {
    std::string before;
    std::string after;
    read(path, [&](std::string_view written, std::string_view source) {
      after += written;
      before += source;
    });
    const std::string hunks = UnifiedDiff().add(before, line_changes(before, after));
    if (hunks.empty()) return;
    ++changed_files_;
    const std::string name = path == "-" ? "<stdin>" : path;
    console_.write_data(fmt::format("--- {0}\n+++ {0}\n{1}", name, hunks));
  }
  void check(const std::string& path) {
    comparison_ = {};
    const bool was_set_aside = std::exchange(has_set_aside_, false);
    read(path, [&](std::string_view written, std::string_view source) {
      if (!comparison_.is_decided()) comparison_.add(written, source);
    });
    if (!comparison_.is_same()) {
      ++changed_files_;
      console_.print("{}\n", shown_path(path));
    } else if (has_set_aside_) {
      console_.say(fmt::format(
          "{}: formatted, but its unreadable text sets exit status 1; `arbiter fmt --check "
          "--lossless` accepts it",
          shown_path(path)));
    }
    has_set_aside_ |= was_set_aside;
  }

  const FmtCommandOptions& options_;
  Console& console_;
  FileExporter exporter_;
  std::string name_;       // name of the current file or member
  Comparison comparison_;  // for the current file
  std::uint64_t changed_files_ = 0;
  std::uint64_t listed_games_ = 0;
  std::uint64_t listed_translations_ = 0;
  bool has_set_aside_ = false;
  bool has_failed_ = false;
};

// Reads the names and FIDE ids of the games. Problems of the files are reported when they are read
// again.
void request_players(const FmtCommandOptions& options, const NamedFiles& named,
                     KnownPlayers& known) {
  const PlayerRequests requests(known);
  FileExporter exporter(GameForm::Export, options.piece_letters, {.editor = &requests});
  const auto drop = [](std::string_view, std::string_view) {};
  for (const std::string& path : named.files) {
    auto input = open_input(path);
    if (!input) continue;
    while (const auto member = (*input)->next_member()) {
      JsonSource json(member->source);
      ByteSource& source = options.from == SourceFormat::Json ? json : member->source;
      (void)exporter.run(source, drop, static_cast<unsigned>(options.jobs));
    }
  }
}

// Formats the files with the facts of the player list.
Result<ExitCode> run_with_players(FmtCommandOptions options, const NamedFiles& named,
                                  Console& console) {
  for (const std::string& path : named.files) {
    const auto state = state_of_file(path);
    if (path != "-" && (!state || state->is_regular())) continue;
    return Error{fmt::format("--players reads the games twice; {} can be read only once",
                             path == "-" ? "standard input" : shown_path(path))};
  }
  KnownPlayers known;
  request_players(options, named, known);
  const auto month = read_players(
      options.players, known,
      [&](const LocatedDiagnostic& fault) {
        console.say(fmt::format("{}:{}: {}", shown_path(options.players), fault.line,
                                fault.diagnostic.message));
      },
      options.quiet ? nullptr : &console);
  if (!month) return Error{month.error()};
  const PlayerTags players(known, options.players_month ? options.players_month : *month);
  options.shape.editor = &players;
  return Formatter(options, console).run(named);
}

Result<ExitCode> run(FmtCommandOptions options, Console& console) {
  if (auto error = choose_format(options.format, options.output.path)) return *std::move(error);
  const auto format = format_of(options.format, options.shape);
  if (!format) return Error{format.error()};
  options.shape.format = *format;
  const int targets = (options.check ? 1 : 0) + (options.diff ? 1 : 0) +
                      (options.in_place ? 1 : 0) + (options.output.path.empty() ? 0 : 1);
  if (targets > 1) return Error{"--output, --in-place, --check and --diff cannot be combined"};
  if (options.shape.adds(GamePart::Match)) {
    return Error{"--add match needs a position; use `arbiter filter` with --fen or --moves"};
  }
  if (options.lossless && (!options.shape.is_default() || !options.players.empty())) {
    return Error{
        "--lossless changes nothing but white space, so it cannot be combined with --strip, --fix, "
        "--players and similar options"};
  }
  if (auto error = fault_of_encoding(options.output, options.shape)) return *std::move(error);
  if (options.output.encoding && (options.check || options.diff)) {
    return Error{
        "--output-encoding cannot be combined with --check and --diff, which write nothing"};
  }
  const bool is_pgn = *format == GameFormat::Pgn && options.from == SourceFormat::Pgn;
  if (!is_pgn && (options.in_place || options.check || options.diff || options.lossless)) {
    return Error{"--in-place, --check, --diff and --lossless are for PGN"};
  }
  const auto files = chosen_files(options.files, options.choice, "fmt");
  if (!files) return Error{files.error()};
  if (!options.players.empty()) return run_with_players(options, *files, console);
  return Formatter(options, console).run(*files);
}

void add_corrections(CommandLine& app, FmtCommandOptions& options) {
  const auto fix = [&options](const std::string& list) {
    for (const std::string& word : split_by_comma(list)) {
      const auto* found = std::ranges::find(kFixes, word, &Choice<TextFix>::name);
      if (found == std::end(kFixes)) return not_a_choice(word, names_of(kFixes));
      options.shape.fixes.set(static_cast<std::size_t>(found->value));
    }
    return std::string();
  };
  app.add("--fix dates,mojibake", LastValue{fix})
      ->description(
          "Replace dates such as 1.5.1987 with PGN dates (dates; day-first or month-first also "
          "those such as 3/10/2018), or text such as MÃ¼ller with Müller (mojibake); "
          "comma-separated")
      ->choices({"dates", "mojibake", "day-first", "month-first"})
      ->list();
  add_text(app, "--players FILE", options.players,
           "Write missing FIDE ids, titles, federations and ratings from this player list: a FIDE "
           "rating list, a table with a \"name\" column, or a tournament report (TRF)");
  add_parsed(app, "--players-month YYYY-MM", options.players_month, parse_players_month,
             "Month of the player list, if it is not in the file");
}

}  // namespace

CommandRun bind_fmt(CommandLine& app) {
  const auto options = std::make_shared<FmtCommandOptions>();
  add_text(app, "FILE...", options->files,
           "Game files, compressed or not, archives, folders; - is standard input");
  add_output(app, options->output);
  add_output_encoding(app, options->output);
  add_switch(app, "-i,--in-place", options->in_place, "Replace each file by its formatted games");
  add_switch(app, "--check", options->check,
             "Print only the names of files that would change; exit status 1 if there are any, or "
             "if text was kept as {unreadable...} (not with --lossless)");
  add_switch(app, "--diff", options->diff,
             "Print the changes as a diff instead of the games; exit status 1 if there are any");
  add_file_choice(app, options->choice);
  add_switch(app, "--lossless", options->lossless,
             "Keep words and tags as written; change only white space");
  add_corrections(app, *options);
  add_piece_letters(app, options->piece_letters);
  add_jobs(app, options->jobs);
  add_reading_options(app);
  add_quiet(app, options->quiet);
  add_source_format(app, options->from);
  add_game_format(app, options->format);
  add_unique(app, options->format, "Write each position only once, with a line per position");
  add_shape(app, options->shape);
  add_openings(app, options->openings);
  return [options](Console& console) {
    options->shape.openings = &options->openings.table();
    return run(*options, console);
  };
}

}  // namespace arbiter
