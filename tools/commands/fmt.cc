// arbiter fmt [FILE...]
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lib/pgn/byte_sink.h"
#include "lib/pgn/container.h"
#include "lib/pgn/input_files.h"
#include "lib/rules/file_export.h"
#include "tools/cli/option_helpers.h"
#include "tools/cli/quantities.h"
#include "tools/commands/commands.h"

namespace arbiter {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string output;
  bool in_place = false;
  bool check = false;
  bool lossless = false;
  bool quiet = false;
  PieceLetters piece_letters;
};

// Compares what is written with what was read, wherever the two are cut.
class Comparison {
 public:
  void add(std::string_view written, std::string_view source) {
    written_ += written;
    source_ += source;
    const std::size_t common = std::min(written_.size(), source_.size());
    is_same_ = is_same_ && written_.compare(0, common, source_, 0, common) == 0;
    if (!is_same_) return;
    written_.erase(0, common);
    source_.erase(0, common);
  }
  bool is_same() const { return is_same_ && written_.empty() && source_.empty(); }
  bool is_decided() const { return !is_same_; }

 private:
  std::string written_;
  std::string source_;
  bool is_same_ = true;
};

class Formatter {
 public:
  Formatter(const Options& options, Console& console);

  Result<ExitCode> run(const std::vector<std::string>& arguments);

 private:
  void fail(const std::string& path, const std::string& reason) {
    console_.complain(fmt::format("{}: {}", path, reason));
    has_failed_ = true;
  }
  std::vector<std::string> expand(const std::vector<std::string>& arguments);
  void format_input(const std::string& path);
  void format_in_place(const std::string& path);
  void read(const std::string& path, const WrittenReceiver& receive);
  void check(const std::string& path);
  void write(std::string_view text);

  const Options& options_;
  Console& console_;
  FileExporter exporter_;
  std::unique_ptr<ByteSink> output_;  // nothing: standard output
  std::uint64_t changed_files_ = 0;
  bool has_failed_ = false;
};

Formatter::Formatter(const Options& options, Console& console)
    : options_(options),
      console_(console),
      exporter_(options.lossless ? GameForm::Lossless : GameForm::Export, options.piece_letters) {}

std::vector<std::string> Formatter::expand(const std::vector<std::string>& arguments) {
  std::vector<std::string> paths;
  for (const std::string& argument : arguments) {
    auto expanded = expand_path(argument);
    if (!expanded) {
      fail(argument, expanded.error());
      continue;
    }
    paths.insert(paths.end(), expanded->begin(), expanded->end());
  }
  return paths;
}

void Formatter::write(std::string_view text) {
  if (output_) {
    output_->write(text);
  } else {
    console_.print(text);
  }
}

// All games files that `path` stands for.
void Formatter::read(const std::string& path, const WrittenReceiver& receive) {
  auto input = open_input(path);
  if (!input) return fail(path, input.error());
  while (const auto member = (*input)->next_member()) {
    exporter_.run(member->source, receive);
    if (const auto damage = member->source.damage()) fail(member->name, *damage);
  }
  if (const auto damage = (*input)->damage()) fail(path, *damage);
}

void Formatter::check(const std::string& path) {
  Comparison comparison;
  read(path, [&](std::string_view written, std::string_view source) {
    if (!comparison.is_decided()) comparison.add(written, source);
  });
  if (comparison.is_same()) return;
  ++changed_files_;
  console_.print("{}\n", path);
}

// Why the file cannot be replaced by its games in another form.
std::optional<std::string> replacement_fault(const std::string& path) {
  auto file = FileSource::open(path);
  if (!file) return file.error();
  if (path == "-" || !(*file)->is_regular()) return "only a file can be rewritten in place";
  std::string start(512, '\0');
  start.resize(read_fully(**file, start));
  if (container_of(start) == Container::None) return std::nullopt;
  return "it is compressed; -o writes its games to another file";
}

void Formatter::format_in_place(const std::string& path) {
  if (const auto fault = replacement_fault(path)) return fail(path, *fault);
  auto file = create_file(path);
  if (!file) return fail(path, file.error());
  Comparison comparison;
  const bool failed_before = std::exchange(has_failed_, false);
  read(path, [&](std::string_view written, std::string_view source) {
    (*file)->write(written);
    if (!comparison.is_decided()) comparison.add(written, source);
  });
  // A file that is in this form already keeps its date.
  if (!has_failed_ && !comparison.is_same()) {
    (*file)->finish();
    ++changed_files_;
  }
  has_failed_ |= failed_before;
}

void Formatter::format_input(const std::string& path) {
  if (options_.check) return check(path);
  if (options_.in_place) return format_in_place(path);
  read(path, [&](std::string_view written, std::string_view) { write(written); });
}

// What was mended, beside the number of games.
std::string mended(const ExportTally& tally) {
  std::vector<std::string> parts;
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view many,
                       std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", counted(count, one, many), what));
  };
  add(tally.respelled_moves, "move", "moves", "respelled");
  add(tally.corrected_numbers, "move number", "move numbers", "corrected");
  add(tally.nags, "sign", "signs", "made a NAG");
  add(tally.line_comments, "comment", "comments", "put in braces");
  add(tally.unreadable_pieces, "piece", "pieces", "of unreadable text kept as a comment");
  add(tally.added_tags, "tag", "tags", "added");
  add(tally.dropped_tags, "repeated tag", "repeated tags", "left out");
  add(tally.added_terminators, "missing result", "missing results", "added behind the moves");
  add(tally.respelled_results, "result", "results", "respelled");
  add(tally.converted_texts, "text", "texts", "made UTF-8");
  add(tally.skipped_lines, "line", "lines", "between games put behind %");
  return fmt::format("{}", fmt::join(parts, ", "));
}

Result<ExitCode> Formatter::run(const std::vector<std::string>& arguments) {
  if (!options_.output.empty() && options_.output != "-") {
    auto output = create_file(options_.output);
    if (!output) return Error{fmt::format("{}: {}", options_.output, output.error())};
    output_ = std::move(*output);
  }
  const std::vector<std::string> paths = expand(arguments);
  for (const std::string& path : paths) format_input(path);
  if (output_ && !has_failed_) output_->finish();
  if (!options_.quiet) {
    const ExportTally& tally = exporter_.tally();
    const std::string changes = mended(tally);
    console_.say(
        fmt::format("{}{}{}", counted(tally.games, "game"), changes.empty() ? "" : ": ", changes));
    if (output_ && has_failed_) console_.say(fmt::format("{} is not written", options_.output));
  }
  if (has_failed_) return ExitCode::CouldNotRun;
  return options_.check && changed_files_ > 0 ? ExitCode::Findings : ExitCode::Clean;
}

Result<ExitCode> run(const Options& options, Console& console) {
  const int targets =
      (options.check ? 1 : 0) + (options.in_place ? 1 : 0) + (options.output.empty() ? 0 : 1);
  if (targets > 1) return Error{"only one of --output, --in-place and --check can be asked for"};
  std::vector<std::string> files = options.files;
  if (files.empty() && ::isatty(STDIN_FILENO) == 1) {
    return Error{
        "no file given; name files or folders, or pipe games in ('arbiter fmt --help' says more)"};
  }
  if (files.empty()) files.push_back("-");
  return Formatter(options, console).run(files);
}

}  // namespace

CommandRun bind_fmt(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FILE...", options->files)
      ->type_name("FILE")
      ->description("Games files, compressed or not, archives, folders; - is standard input");
  app.add_option("-o,--output", options->output)
      ->type_name("FILE")
      ->description(
          "Where the games go; compressed if the name ends in .gz or .zst (default: standard "
          "output)");
  app.add_flag("--in-place", options->in_place, "Each file is replaced by its games");
  app.add_flag("--check", options->check,
               "Only name the files that would change; exit status 1 if there are any");
  app.add_flag("--lossless", options->lossless,
               "Change white space only: words and tags stay as they are written");
  add_piece_letters(app, options->piece_letters);
  app.add_flag("-q,--quiet", options->quiet, "Do not say what was mended");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
