// The command `arbiter filter [FILE...]`.
#include "tools/commands/database/filter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "db/model/filter_text.h"
#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "db/stream/file_filter.h"
#include "lib/base/text.h"
#include "lib/export/json_source.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/laws/date.h"
#include "lib/pgn/pgn_game.h"
#include "lib/repair/tag_replacement.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/player_input.h"
#include "tools/commands/database/database.h"

namespace arbiter {
namespace {

bool is_in(const std::vector<ValueRange>& ranges, std::uint64_t number) {
  return std::ranges::any_of(ranges,
                             [number](const ValueRange& range) { return range.contains(number); });
}

struct Outputs {
  std::optional<FramedOutput> games = {};  // nothing with --split
  std::optional<FramedOutput> duplicates = {};
  std::optional<SplitOutput> split = {};
  std::optional<GamesOutput> rest = {};
};

class FilterRun {
 public:
  FilterRun(const Filtering& options, FileFilterOptions filter, Outputs outputs, Console& console)
      : options_(options),
        filter_(std::move(filter)),
        outputs_(std::move(outputs)),
        console_(console),
        progress_(console) {
    if (options.sample) sample_.emplace(*options.sample, options.seed);
  }

  // Reads files whose games are treated as already written.
  void read_known(const std::vector<std::string>& paths) {
    FileFilterOptions all;
    all.text = StreamedText::Nothing;
    all.has_fingerprints = true;
    all.query.validator = filter_.query.validator;
    all.jobs = filter_.jobs;
    const auto add = [this](const StreamedChunk& chunk) {
      for (const GameFingerprint& game : chunk.wanted.fingerprints) seen_.contains_or_add(game);
      return true;
    };
    const auto read = [&](ByteSource& source, const std::string& name) {
      const auto error = filter_file(source, name, all, add);
      if (error) fail(fmt::format("{}: {}", name, error->message));
    };
    for (const std::string& path : paths) {
      if (is_storage(path)) {
        const auto storage = open_storage(path, {.jobs = filter_.jobs});
        if (!storage) {
          fail(fmt::format("{}: {}", path, storage.error()));
          continue;
        }
        StoredText text(**storage, {}, filter_.jobs);
        read(text, path);
        continue;
      }
      auto input = open_input(path);
      if (!input) {
        fail(fmt::format("{}: {}", path, input.error()));
        continue;
      }
      while (const auto member = (*input)->next_member()) {
        read(member->source, member->name);
        if (const auto damage = member->source.damage()) {
          fail(fmt::format("{}: {}", member->name, *damage));
        }
      }
      if (const auto damage = (*input)->damage()) fail(fmt::format("{}: {}", path, *damage));
    }
  }

  void read(const std::vector<std::string>& paths) {
    if (std::ranges::none_of(paths, is_storage)) total_bytes_ = total_size_of(paths);
    for (const std::string& path : paths) {
      if (is_enough()) return;
      read_input(path);
    }
  }

  void fail(std::string_view reason) {
    console_.complain(reason);
    has_failed_ = true;
  }

  void finish() {
    if (sample_) {
      for (const GameSample::Game& game : sample_->sorted()) write(game.text, game.set_aside);
    }
    if (options_.count) return;
    const InputsRead read = has_failed_ ? InputsRead::NotAll : InputsRead::All;
    std::vector<std::string> written;
    const auto finish = [&](auto& output, const std::string& path) {
      if (!output || (has_failed_ && read == InputsRead::All)) return;
      try {
        if (const auto error = output->finish(read)) return fail(error->message);
      } catch (const IoError& failure) {
        return fail(failure.what());
      }
      if (!path.empty() && path != "-") written.push_back(shown_path(path));
    };
    // All outputs are complete before the first file is replaced. After a failure, no further file
    // is replaced.
    if (read == InputsRead::All) {
      if (outputs_.duplicates) outputs_.duplicates->complete();
      if (outputs_.rest) outputs_.rest->complete();
    }
    finish(outputs_.games, options_.output.path);
    finish(outputs_.duplicates, options_.duplicates);
    if (outputs_.split && read == InputsRead::All) {
      if (const auto error = outputs_.split->finish()) fail(error->message);
    }
    finish(outputs_.rest, options_.rest);
    if (has_failed_ && read == InputsRead::All && !written.empty()) {
      console_.say(fmt::format("only {} {} written", fmt::join(written, " and "),
                               written.size() == 1 ? "was" : "were"));
    }
  }

  void report() {
    if (!options_.quiet) console_.clear_status();
    if (options_.count) console_.print("{}\n", written_);
    // This message is printed even with --quiet, because the output does not show the loss.
    if (set_aside_ > 0) console_.say(set_aside_in_comments_text(set_aside_));
    const auto& encoding = options_.output.encoding;
    lacks_characters_ = encoding != nullptr && encoding->report_faults(console_);
    if (is_cut_empty()) console_.say(std::string(kEmptyCut));
    if (!options_.count && lines_between_ > 0) console_.say(lines_between_text(lines_between_));
    if (options_.quiet || options_.count) return;
    if (has_failed_ && outputs_.split) return report_incomplete_split();
    if (has_failed_ && outputs_.games->is_file()) return;
    if (outputs_.split) console_.say(counted(outputs_.split->files(), "file"));
    const std::string duplicates =
        duplicates_ == 0 ? "" : fmt::format(", {} dropped", counted(duplicates_, "duplicate"));
    // The number of all games is unknown if the rest was not read.
    const std::string games =
        is_enough()
            ? fmt::format("{} written (limit reached)", counted(written_, "game"))
            : fmt::format("{} of {} written", with_commas(written_), counted(games_, "game"));
    console_.say(fmt::format("{}{} in {}", games, duplicates,
                             duration_text(std::chrono::steady_clock::now() - begin_)));
  }

  ExitCode exit_code() const {
    if (has_failed_) return ExitCode::CouldNotRun;
    if (is_cut_empty() || lacks_characters_) return ExitCode::Findings;
    const bool is_all_kept = options_.count || set_aside_ + lines_between_ == 0;
    return is_all_kept ? ExitCode::Clean : ExitCode::Findings;
  }

 private:
  void read_input(const std::string& path) {
    if (is_storage(path)) return read_storage(path);
    auto input = open_input(path);
    if (!input) return fail(fmt::format("{}: {}", path, input.error()));
    input_ = input->get();
    while (const auto member = input_->next_member()) {
      JsonSource json(member->source);
      ByteSource& source = options_.from == SourceFormat::Json ? json : member->source;
      filter_.games_before = games_;
      read_games(source, member->name, filter_);
      if (is_enough()) return;
      if (const auto damage = source.damage()) {
        fail(fmt::format("{}: {}", member->name, *damage));
      }
    }
    if (const auto damage = input_->damage()) fail(fmt::format("{}: {}", path, *damage));
    bytes_before_ += input_->consumed_bytes();
  }

  // Reads a database, which applies the filter, including findings and numbers. It does not store
  // the positions of variations, so with --anywhere the matching games are searched for the
  // position.
  void read_storage(const std::string& path) {
    const auto storage = open_storage(path, {.jobs = filter_.jobs});
    if (!storage) return fail(fmt::format("{}: {}", path, storage.error()));
    if (!options_.quiet) print_matched_players(filter_.query.filter, **storage, console_);
    FindQuery query{.filter = filter_.query.filter};
    if (!filter_.query.is_anywhere) query.position = filter_.query.position;
    FileFilterOptions filter = filter_;
    filter.query.filter = {};
    filter.has_rest = false;
    input_ = nullptr;
    {
      StoredText text(**storage, query, filter_.jobs);
      read_games(text, path, filter);
    }
    if (outputs_.rest) write_rest(**storage, query);
  }

  void read_games(ByteSource& source, std::string_view name, const FileFilterOptions& filter) {
    const auto error = filter_file(source, name, filter,
                                   [&](const StreamedChunk& chunk) { return receive(chunk); });
    if (error) fail(fmt::format("{}: {}", name, error->message));
  }

  void write_rest(Storage& storage, const FindQuery& query) {
    const FoundGames found = storage.games(query);
    std::vector<GameId> wanted;
    for (const FoundGame& game : found.games) wanted.push_back(game.id);
    const auto receive = [this](const ExportedGames& games) {
      outputs_.rest->write(games.pgn);
      set_aside_ += games.set_aside;
    };
    export_games(storage, {.jobs = filter_.jobs, .excluded = wanted, .receive = receive});
  }

  bool receive(const StreamedChunk& chunk) {
    games_ += chunk.games;
    lines_between_ += chunk.lines_between;
    if (outputs_.rest) outputs_.rest->write(chunk.rest.text);
    for (const std::uint64_t pieces : chunk.rest.set_aside) set_aside_ += pieces;
    for (std::size_t i = 0; i < chunk.wanted.count(); ++i) {
      if (filter_.has_fingerprints && seen_.contains_or_add(chunk.wanted.fingerprints[i])) {
        write_duplicate(chunk.wanted, i);
        continue;
      }
      if (++matching_ <= options_.skip || is_in(options_.skipped, matching_)) continue;
      if (!options_.selected.empty() && !is_in(options_.selected, matching_)) continue;
      emptied_ += chunk.wanted.emptied[i] ? 1 : 0;
      if (sample_) {
        sample_->add(chunk.wanted.game(i), chunk.wanted.set_aside[i]);
      } else {
        const bool has_keys = !chunk.wanted.keys.empty();
        write(chunk.wanted.game(i), chunk.wanted.set_aside[i],
              has_keys ? chunk.wanted.keys[i] : std::span<const std::string>());
      }
    }
    show_progress();
    return !is_enough();
  }

  void write_duplicate(const StreamedGames& games, std::size_t index) {
    ++duplicates_;
    if (!outputs_.duplicates) return;
    set_aside_ += games.set_aside[index];
    outputs_.duplicates->write(games.game(index));
  }

  // Writes a game, unless the --limit was reached.
  void write(std::string_view game, std::uint64_t set_aside,
             std::span<const std::string> keys = {}) {
    if (options_.limit && written_ == *options_.limit) return;
    ++written_;
    set_aside_ += set_aside;
    if (options_.count) return;
    if (outputs_.games) return outputs_.games->write(game);
    if (is_stopped_) return;
    const auto error = outputs_.split->add(game, keys);
    is_stopped_ = error.has_value();
    if (error) fail(error->message);
  }

  void show_progress() {
    if (options_.quiet || !console_.shows_status()) return;
    const std::uint64_t read = input_ == nullptr ? 0 : input_->consumed_bytes();
    progress_.show({.read_bytes = bytes_before_ + read,
                    .total_bytes = total_bytes_,
                    .games = games_,
                    .time = std::chrono::steady_clock::now() - begin_});
  }

  void report_incomplete_split() {
    const std::size_t files = outputs_.split->files();
    console_.say(files == 0 ? "no file was written"
                            : fmt::format("only {} {} written", counted(files, "file"),
                                          files == 1 ? "was" : "were"));
  }

  bool is_cut_empty() const { return !options_.count && emptied_ > 0 && emptied_ >= written_; }

  bool is_enough() const {
    if (is_stopped_) return true;
    if (outputs_.rest || outputs_.duplicates) return false;
    const bool has_last = !options_.selected.empty() &&
                          std::ranges::none_of(options_.selected, [this](const ValueRange& range) {
                            return !range.max || *range.max > matching_;
                          });
    if (has_last) return true;
    return options_.limit && !options_.sample && written_ >= *options_.limit;
  }

  const Filtering& options_;
  FileFilterOptions filter_;
  Outputs outputs_;
  Console& console_;
  Progress progress_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::optional<std::uint64_t> total_bytes_;
  std::uint64_t bytes_before_ = 0;  // size on disk of the earlier inputs
  Input* input_ = nullptr;          // null if the source is a database

  std::optional<GameSample> sample_;
  SeenGames seen_;
  std::uint64_t games_ = 0;     // number of games read
  std::uint64_t matching_ = 0;  // number of games that match the filter, without duplicates
  std::uint64_t duplicates_ = 0;
  std::uint64_t written_ = 0;  // number of games written
  std::uint64_t emptied_ = 0;  // number of games that end before --from-ply
  std::uint64_t set_aside_ = 0;
  std::uint64_t lines_between_ = 0;
  bool lacks_characters_ = false;  // true if a character is missing from the output's encoding
  bool has_failed_ = false;
  bool is_stopped_ = false;  // true after an output has failed
};

// Returns the absolute path of an output; "-" for standard output.
std::filesystem::path target_of(const std::string& path) {
  if (path.empty() || path == "-") return "-";
  std::error_code failure;
  const auto target = std::filesystem::weakly_canonical(std::filesystem::absolute(path), failure);
  return failure ? std::filesystem::path(path) : target;
}

std::size_t count_of_braces(const std::string& path) {
  std::size_t places = 0;
  for (std::size_t at = path.find("{}"); at != std::string::npos; at = path.find("{}", at + 2)) {
    ++places;
  }
  return places;
}

std::optional<Error> contradiction(const Filtering& options) {
  const bool has_rest = !options.rest.empty();
  const bool has_split = options.split.is_given();
  const bool names_file = options.output.names_file();
  const bool is_mixed = std::ranges::any_of(options.inputs, is_storage) &&
                        !std::ranges::all_of(options.inputs, is_storage);
  const bool is_selected = !options.selected.empty() || !options.skipped.empty();
  const std::pair<bool, const char*> contradictions[] = {
      {uses_number(options.filter, GameNumber::Id) && is_mixed,
       "--game needs either databases or files: they number their games separately"},
      {options.is_anywhere && has_rest && std::ranges::any_of(options.inputs, is_storage),
       "--rest cannot be combined with --anywhere for games of a database"},
      {options.count && (names_file || has_rest),
       "--count writes no games; omit --output and --rest"},
      {options.count && !options.duplicates.empty(), "--count writes no games; omit --duplicates"},
      {has_rest && (options.limit || options.skip > 0 || options.sample || is_selected),
       "--rest writes the games that do not match; it cannot be combined with --limit, --offset, "
       "--select or --sample"},
      {!options.duplicates.empty() && has_split, "--duplicates cannot be combined with --split"},
      {has_split && (options.count || options.sample),
       "--split cannot be combined with --count or --sample"},
      {has_split && count_of_braces(options.output.path) > 1,
       "--split needs only one {} in the name of --output, such as 'games/{}.pgn'"},
      {options.shape.adds(GamePart::Match) && !options.position.is_given() &&
           options.named_positions.positions == nullptr,
       "--add match needs --fen, --moves or --positions-from"},
      {options.is_anywhere && !options.position.is_given(),
       "--anywhere needs a position: --fen or --moves"},
      {has_rest && target_of(options.rest) == target_of(options.output.path),
       "--output and --rest name the same file"},
      {!options.duplicates.empty() &&
           (target_of(options.duplicates) == target_of(options.output.path) ||
            (has_rest && target_of(options.duplicates) == target_of(options.rest))),
       "--duplicates names the file of another output"}};
  for (const auto& [is_given, message] : contradictions) {
    if (is_given) return Error{message};
  }
  return std::nullopt;
}

Result<FileFilterOptions> file_filter_of(const Filtering& options) {
  FileFilterOptions filter;
  filter.query.filter = options.filter;
  filter.query.validator.piece_letters = options.piece_letters;
  filter.query.validator.today = today();
  if (options.position.is_given()) {
    auto position = read_position(options.position);
    if (!position) return Error{position.error()};
    filter.query.position = *position;
  }
  filter.query.is_anywhere = options.is_anywhere;
  filter.query.openings = &options.openings.table();
  filter.text = options.count ? StreamedText::Nothing : StreamedText::Export;
  filter.shape = options.shape;
  filter.shape.openings = &options.openings.table();
  FormatOptions chosen = options.format;
  if (auto error = choose_format(chosen, options.output.path)) return *std::move(error);
  if (auto error = fault_of_pgn_name(options.rest)) return *std::move(error);
  FormatOptions of_duplicates = options.format;
  if (auto error = choose_format(of_duplicates, options.duplicates)) return *std::move(error);
  if (!options.duplicates.empty() && of_duplicates.format != chosen.format) {
    return Error{fmt::format("--duplicates: the name '{}' means another format than --output",
                             options.duplicates)};
  }
  // With --unique, formats with one line per position omit duplicate positions, and other formats
  // duplicate games.
  const bool is_unique = std::exchange(chosen.is_unique, false);
  const auto format = format_of(chosen, options.shape);
  if (!format) return Error{format.error()};
  filter.shape.format = *format;
  if (auto error = fault_of_encoding(options.output, filter.shape)) return *std::move(error);
  filter.has_fingerprints = options.drops_duplicates() && !(is_unique && is_of_positions(*format));
  filter.marked = options.named_positions;
  filter.split = options.split.keys;
  filter.has_rest = !options.rest.empty();
  filter.jobs = static_cast<unsigned>(options.jobs);
  return filter;
}

// Returns the file name of --output. A name without {} becomes a folder: "games/{}.pgn.gz" for
// "games.pgn.gz". The default is "{}.pgn" with the extension of the format.
std::string split_path(const Filtering& options, GameFormat format) {
  constexpr std::string_view kEndings[] = {".pgn", ".json", ".jsonl", ".csv", ".txt",
                                           ".epd", ".fen",  ".jsonl", ".csv"};
  const std::string usual = fmt::format("{{}}{}", kEndings[static_cast<std::size_t>(format)]);
  if (!options.output.names_file()) return usual;
  const std::string& path = options.output.path;
  if (path.find("{}") != std::string::npos) return path;
  const std::string plain(without_compression_ending(path));
  const std::string ending = path.substr(plain.size());
  const std::size_t extension = extension_of(path).size();
  if (extension == 0) return fmt::format("{}/{}{}", plain, usual, ending);
  const std::size_t stem = plain.size() - extension - 1;
  return fmt::format("{}/{{}}{}{}", plain.substr(0, stem), plain.substr(stem), ending);
}

Result<Outputs> open_outputs(const Filtering& options, const GameShape& shape,
                             const std::vector<std::string>& inputs, Console& console) {
  Outputs outputs;
  const bool replaces = options.output.replaces_databases;
  FormatOptions format = options.format;
  format.is_unique = format.is_unique && is_of_positions(shape.format);
  const auto beside = [&](const std::string& path) {
    OutputOption output = options.output;
    output.path = path;
    return output;
  };
  if (options.split.is_given()) {
    outputs.split.emplace(options.split,
                          SplitTarget{split_path(options, shape.format), replaces,
                                      options.output.encoding, inputs, shape, format},
                          console);
  } else {
    auto games = GamesOutput::open(options.output, inputs, console);
    if (!games) return Error{games.error()};
    outputs.games.emplace(*std::move(games), shape, format);
  }
  if (!options.duplicates.empty()) {
    auto duplicates = GamesOutput::open(beside(options.duplicates), inputs, console);
    if (!duplicates) return Error{duplicates.error()};
    outputs.duplicates.emplace(*std::move(duplicates), shape, format);
  }
  if (options.rest.empty()) return outputs;
  auto rest = GamesOutput::open(beside(options.rest), inputs, console);
  if (!rest) return Error{rest.error()};
  outputs.rest.emplace(*std::move(rest));
  return outputs;
}

// Adds an option whose value is a list of ranges of game numbers.
void add_ranges(CommandLine& app, const std::string& name, std::vector<ValueRange>& ranges,
                std::string description) {
  const auto take = [&ranges](const std::string& list) {
    ranges.clear();
    for (const std::string& text : split_by_comma(list)) {
      const auto range = parse_range(text, Comparison::Equal, kIdForm);
      if (!range) return range.error();
      ranges.push_back(*range);
    }
    return std::string();
  };
  app.add(name + " RANGES", LastValue{take})->description(std::move(description))->list();
}

// Returns the game whose result --set replaces, counted over all files. Returns 0 if --set has no
// Result, or if the filter is not a single --game N.
std::uint64_t game_with_result(const Filtering& options) {
  const std::vector<GameId> games = games_by_id(options.filter);
  std::size_t tests = 0;
  for_each_test(options.filter, [&tests](const GameTest&) { ++tests; });
  if (new_result(options.shape).empty() || games.size() != 1 || tests != 1) return 0;
  return static_cast<std::uint64_t>(games.front());
}

// Renames players in files, or replaces the result of a game; all other bytes are unchanged. Each
// file is replaced atomically.
class InPlaceReplacement {
 public:
  InPlaceReplacement(const Filtering& options, Console& console)
      : options_(options), renames_(options.shape.tags.renamed), console_(console) {}

  ExitCode run(const std::vector<std::string>& arguments) {
    const NamedFiles named = files_named(arguments);
    print_skipped_folders(named, console_);
    for (const NamedFiles::Unread& unread : named.unread) fail(unread.path, unread.reason);
    for (const std::string& path : named.files) rename_in(path);
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      const bool is_name = i < renames_.size();
      if (counts_[i] > 0 || (has_failed_ && !is_name)) continue;
      console_.complain(
          is_name ? fmt::format("no game has the player '{}'", renames_[i].first)
                  : fmt::format("game {} not found, or it already has this result", game_));
    }
    if (!options_.quiet && listed_ > kMaxListed) {
      console_.print("... and {}\n", counted(listed_ - kMaxListed, "other name"));
    }
    if (!options_.quiet) {
      console_.say(fmt::format("{} of {} changed: {} replaced", with_commas(changed_files_),
                               counted(named.files.size(), "file"),
                               counted(changed_, game_ > 0 ? "result" : "name")));
    }
    if (has_failed_) return ExitCode::CouldNotRun;
    return std::ranges::find(counts_, 0U) == counts_.end() ? ExitCode::Clean : ExitCode::Findings;
  }

 private:
  static constexpr std::uint64_t kMaxListed = 20;

  void fail(std::string_view path, std::string_view reason) {
    console_.complain(fmt::format("{}: {}", path, reason));
    has_failed_ = true;
  }

  void rename_in(const std::string& path) {
    auto output = GamesOutput::in_place_of(path, console_);
    if (!output) {
      console_.complain(output.error());
      has_failed_ = true;
      return;
    }
    auto input = open_input(path);
    if (!input) return fail(path, input.error());
    // The changes are printed after the file has been replaced.
    std::vector<ReplacedValue> replaced;
    std::uint64_t all = 0;
    const ReplacementListener listener{
        .on_replaced = [&](const ReplacedValue& value) { replaced.push_back(value); },
        .on_chunk =
            [&](std::string_view text, std::span<const TextChange> changes) {
              output->write(changed(text, changes));
            }};
    while (const auto member = (*input)->next_member()) {
      std::optional<NewResult> result;
      if (game_ > games_before_) result = {game_ - games_before_, new_result(options_.shape)};
      const auto games = replace_values(member->source, renames_, result, listener);
      if (!games) return fail(member->name, games.error());
      all += *games;
      games_before_ += *games;
      if (const auto damage = member->source.damage()) return fail(member->name, *damage);
    }
    if (const auto damage = (*input)->damage()) return fail(path, *damage);
    if (all == 0) return fail(path, "no games found; file left unchanged");
    if (replaced.empty()) return;
    if (const auto error = output->finish(InputsRead::All)) {
      console_.complain(error->message);
      has_failed_ = true;
      return;
    }
    ++changed_files_;
    changed_ += replaced.size();
    for (const ReplacedValue& value : replaced) {
      ++counts_[value.rename];
      if (options_.quiet || ++listed_ > kMaxListed) continue;
      if (value.tag == KnownTag::Result) {
        console_.print("{}:{}: game {}: the result is now {}\n", shown_path(path), value.line,
                       value.game, new_result(options_.shape));
        continue;
      }
      const auto& [from, to] = renames_[value.rename];
      console_.print("{}:{}: game {}: {} {} is now {}\n", shown_path(path), value.line, value.game,
                     to_string(value.tag), shown_name(from), shown_name(to));
    }
  }

  const Filtering& options_;
  const PlayerRenames& renames_;
  Console& console_;
  std::uint64_t game_ = game_with_result(options_);  // 0: none
  std::uint64_t games_before_ = 0;                   // number of games in earlier files
  // The number of changes for each rename, and then for the result.
  std::vector<std::size_t> counts_ = std::vector<std::size_t>(renames_.size() + (game_ > 0));
  std::uint64_t changed_ = 0;
  std::uint64_t listed_ = 0;
  std::size_t changed_files_ = 0;
  bool has_failed_ = false;
};

std::optional<Error> fault_in_place(const Filtering& options) {
  const bool has_result = !new_result(options.shape).empty();
  if (options.shape.tags.renamed.empty() && !has_result) {
    return Error{
        "--in-place needs --rename-player, or --set Result=1-0 and --game N; `arbiter fmt "
        "--in-place` writes games in another form"};
  }
  if (has_result && game_with_result(options) == 0) {
    return Error{"--set Result=1-0 replaces the result of one game; use --game N alone"};
  }
  GameShape others = options.shape;
  others.tags.renamed.clear();
  std::erase_if(others.tags.values,
                [](const auto& tag) { return known_tag(tag.first) == KnownTag::Result; });
  const bool selects = (!options.filter.is_empty() && !has_result) || options.position.is_given() ||
                       options.named_positions.positions != nullptr || options.limit ||
                       options.skip > 0 || options.sample || !options.selected.empty() ||
                       !options.skipped.empty() || options.drops_duplicates() ||
                       options.split.is_given() || !options.rest.empty() || options.count;
  const bool writes_otherwise = !options.output.path.empty() || !others.is_default() ||
                                options.output.encoding || options.from != SourceFormat::Pgn ||
                                options.format.has_positions ||
                                options.format.format != FileFormat::ByName;
  if (!selects && !writes_otherwise) return {};
  return Error{
      "--in-place only renames players or replaces a result; it cannot be combined with options "
      "that select games or change them in other ways"};
}

}  // namespace

void add_outputs(CommandLine& app, Filtering& filtering) {
  add_output(app, filtering.output);
  add_output_encoding(app, filtering.output);
  add_switch(app, "--count", filtering.count, "Print only the number of matching games");
  add_limit(app, filtering.limit, "games (default: all)");
  add_offset(app, filtering.skip);
  add_split(app, filtering.split);
  add_text(app, "--rest FILE", filtering.rest,
           "Write the games that do not match to this file, as PGN");
  add_number(app, "--sample", filtering.sample, {.min = 1},
             "Write a random sample of N matching games, in their original order");
  add_number(app, "--seed", filtering.seed, {.min = 0}, "Random seed for --sample (default: 0)");
  add_ranges(app, "--select", filtering.selected,
             "Write only the matching games with these numbers, counted from 1: 1..10,15");
  add_ranges(app, "--not-select", filtering.skipped, "Omit the matching games with these numbers");
  add_text(app, "--duplicates FILE", filtering.duplicates,
           "Write the games that --unique omits to this file; implies --unique");
  add_text(app, "--check-file FILE", filtering.known,
           "Omit games that this file, folder or database contains; implies --unique; may be "
           "repeated")
      ->alias("--checkfile");
  add_unique(app, filtering.format,
             "Write each game only once (a duplicate has the same moves, and no different player, "
             "date or result); with a line per position, write each position only once");
}

void add_anywhere(CommandLine& app, Filtering& filtering) {
  add_switch(app, "--anywhere", filtering.is_anywhere,
             "Include positions of variations, not only of main lines")
      ->group(kPositionGroup);
}

Result<ExitCode> run_filtering(const Filtering& options, Console& console) {
  if (auto error = contradiction(options)) return std::move(*error);
  const auto files = files_given(options.inputs, "filter");
  if (!files) return Error{files.error()};
  if (options.in_place) {
    if (auto error = fault_in_place(options)) return *std::move(error);
    return InPlaceReplacement(options, console).run(*files);
  }
  auto filter = file_filter_of(options);
  if (!filter) return Error{filter.error()};
  const NamedFiles named = files_named(*files);
  const NamedFiles known = files_named(options.known);
  std::vector<std::string> inputs = named.files;
  inputs.insert(inputs.end(), known.files.begin(), known.files.end());
  auto outputs = open_outputs(options, filter->shape, inputs, console);
  if (!outputs) return Error{outputs.error()};
  FilterRun filtering(options, *std::move(filter), *std::move(outputs), console);
  for (const NamedFiles* files_of : {&named, &known}) {
    print_skipped_folders(*files_of, console);
    for (const NamedFiles::Unread& unread : files_of->unread) {
      filtering.fail(fmt::format("{}: {}", unread.path, unread.reason));
    }
  }
  filtering.read_known(known.files);
  filtering.read(named.files);
  filtering.finish();
  filtering.report();
  return filtering.exit_code();
}

CommandRun bind_filter(CommandLine& app) {
  const auto options = std::make_shared<Filtering>();
  options->jobs = default_jobs();
  add_text(app, "FILE...", options->inputs,
           "Game files, compressed or not, archives, folders, databases; - is standard input");
  add_outputs(app, *options);
  add_switch(
      app, "-i,--in-place", options->in_place,
      "Rename the players of --rename-player in the files, or replace the result of --game N "
      "with --set Result=1-0, and change nothing else");
  add_jobs(app, options->jobs);
  add_reading_options(app);
  add_piece_letters(app, options->piece_letters);
  add_quiet(app, options->quiet);
  add_source_format(app, options->from);
  add_game_format(app, options->format);
  add_shape(app, options->shape);
  add_openings(app, options->openings);
  add_position(app, options->position);
  add_anywhere(app, *options);
  add_filters(app, options->filter, {.positions = &options->named_positions});
  return [options](Console& console) { return run_filtering(*options, console); };
}

}  // namespace arbiter
