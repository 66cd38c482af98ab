// The command `arbiter report [FILE...]`.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "db/store/open_storage.h"
#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/laws/date.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "lib/tournament/crosscheck.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"
#include "tools/cli/configuration.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/player_input.h"
#include "tools/commands/tournament/event_input.h"
#include "tools/commands/tournament/tournament.h"
#include "tools/report/page.h"
#include "tools/report/qr_code.h"
#include "tools/report/report_reader.h"

namespace arbiter {
namespace {

constexpr Choice<Language> kLanguages[] = {{"en", Language::English},
                                           {"de", Language::German},
                                           {"fr", Language::French},
                                           {"es", Language::Spanish},
                                           {"ru", Language::Russian}};
constexpr std::uint32_t kReloadTime = 15;  // in seconds, with --watch

// The part of a page that another page shows in a frame.
struct EmbeddedPart {
  // The game number, from 1; nothing for the page without its heading.
  std::optional<std::uint64_t> game;
};

struct ReportCommandOptions {
  std::vector<std::string> files;
  OutputOption output;
  std::string title;
  bool no_findings = false;
  std::vector<std::string> trf;
  std::string players;
  std::string baseline;
  std::optional<PlayedSystem> system;
  TieBreakOptions tie_breaks;
  std::optional<Scoring> scoring;
  Language language = Language::English;
  std::optional<Rgb> accent;
  std::string logo;
  std::optional<EmbeddedPart> embedded;
  std::string url;
  bool one_page = false;
  bool watch = false;
  std::optional<std::uint64_t> reload;
  SelectionOptions selection;
  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters;  // if missing, detected for each game
  std::optional<std::uint64_t> games;
  std::optional<std::uint64_t> findings;
  bool quiet = false;
  std::uint64_t jobs = default_jobs();
  ConfigurationChoice configuration_choice;
  Configuration configuration;
};

PageLimits limits_of(const ReportCommandOptions& options) {
  PageLimits limits;
  if (options.games) limits.played = static_cast<std::size_t>(*options.games);
  if (options.findings) limits.of_kind = static_cast<std::size_t>(*options.findings);
  if (options.embedded && options.embedded->game) {
    limits.played = std::max(limits.played, static_cast<std::size_t>(*options.embedded->game));
  }
  limits.listed = std::max(limits.listed, limits.played);
  return limits;
}

// Returns the city and federation, the arbiter and the time control.
std::vector<std::string> facts_of(const TrfReport& report) {
  std::vector<std::string> facts;
  const std::string place = report.city + (report.city.empty() ? "" : " ") + report.federation;
  for (const std::string& fact : {place, report.chief_arbiter, report.time_control}) {
    if (!fact.empty()) facts.push_back(fact);
  }
  return facts;
}

using AddFinding = std::function<void(const std::string& file, LocatedDiagnostic located)>;

// Adds the differences between the games and their report, and returns them merged into one
// tournament.
Tournament joined_with(const NamedReport& named, const ReportData& data, const AddFinding& add,
                       const std::function<void(DiagnosticCode, std::uint64_t)>& add_withheld) {
  const std::vector<EventGame>& games = data.event.games();
  const TournamentOfGames event = data.event.tournament();
  const std::vector<std::string> files = data.files;
  const Crosscheck checked = crosscheck(games, event, named.report, files);
  FindingPlaces places({named.path, named.report, games, files});
  for (const CrosscheckFinding& finding : checked.findings) {
    FileFinding found = places.in_file(finding);
    add(found.file, std::move(found.located));
  }
  for (const auto& [code, count] : checked.withheld) add_withheld(code, count);
  return joined_event(games, event, checked).tournament;
}

// Adds the report to the only page.
std::optional<Error> add_report(const std::vector<NamedReport>& reports, ReportReader& reader) {
  if (reports.empty()) return {};
  if (reader.data().totals.games == 0) {
    reader.join(reports.front().tournament, facts_of(reports.front().report));
    return {};
  }
  if (reader.data().event.games().empty()) {
    return Error{"--trf: too many games for one tournament"};
  }
  const NamedReport* report = report_for(reader.data().event.tournament().tournament, reports);
  if (report == nullptr && reports.size() == 1) report = &reports.front();
  if (report == nullptr) return Error{"no report given with --trf contains half of the players"};
  Tournament joined = joined_with(
      *report, reader.data(),
      [&](const std::string& file, LocatedDiagnostic found) { reader.add(file, std::move(found)); },
      [&](DiagnosticCode code, std::uint64_t count) { reader.count(code, count); });
  reader.join(std::move(joined), facts_of(report->report));
  return {};
}

// Adds to each page the report that contains half of its players. Returns the reports without a
// page.
std::vector<std::string> add_reports(const std::vector<NamedReport>& reports, ReportReader& reader,
                                     const std::vector<std::unique_ptr<EventPage>>& pages) {
  std::set<std::string> unused;
  for (const NamedReport& report : reports) unused.insert(report.path);
  for (const auto& page : pages) {
    if (reports.empty() || !page->data.event.is_one_event()) continue;
    const Tournament games = page->data.event.tournament().tournament;
    const NamedReport* const report = report_for(games, reports);
    if (report == nullptr) continue;
    unused.erase(report->path);
    page->data.joined = joined_with(
        *report, page->data,
        [&](const std::string& file, LocatedDiagnostic found) {
          reader.add(*page, file, std::move(found));
        },
        [&](DiagnosticCode code, std::uint64_t count) { page->tally.add_finding(code, count); });
    page->data.facts = facts_of(report->report);
  }
  return {unused.begin(), unused.end()};
}

// Adds the differences between the games and the player list.
std::optional<Error> add_player_list(const ReportCommandOptions& options, ReportReader& reader,
                                     Console& console) {
  PlayerMentions mentions;
  const std::vector<std::string> files = reader.data().files;
  std::size_t file = SIZE_MAX;
  for (const EventGame& game : reader.data().event.games()) {
    if (game.file != file) mentions.begin_file(files[file = game.file]);
    mentions.add(game);
  }
  return compare_with_list(
      mentions, {.path = options.players, .is_quiet = options.quiet},
      [&reader](const std::string& name, LocatedDiagnostic finding) {
        reader.add(name, std::move(finding));
      },
      console);
}

void print_summary(const ReportReader& reader, Console& console) {
  const Tally& tally = reader.tally();
  std::string line =
      fmt::format("{}, {}: {}, {}", counted(tally.files(), "file"), counted(tally.games(), "game"),
                  counted(tally.findings(Severity::Error), "error"),
                  counted(tally.findings(Severity::Warning), "warning"));
  if (const auto known = reader.known()) {
    line += fmt::format("; {} not shown", counted(*known, "known finding"));
  }
  console.say(line);
}

// Browsers do not open links to compressed pages.
bool is_compressed(const OutputOption& output) {
  const std::string extension = std::filesystem::path(output.path).extension().string();
  return extension == ".gz" || extension == ".zst";
}

bool splits_pages(const ReportCommandOptions& options) {
  return !options.one_page && !options.embedded && options.output.names_file();
}

Result<ReadingOptions> make_reading_options(const ReportCommandOptions& options) {
  const auto selection = make_selection(options.selection);
  if (!selection) return Error{selection.error()};
  ReadingOptions reading{.selection = *selection,
                         .limits = limits_of(options),
                         .validator = {.rules = options.rules,
                                       .piece_letters = options.piece_letters,
                                       .today = today()},
                         .system = options.system,
                         .splits_events = splits_pages(options),
                         .splits_rounds = splits_pages(options) && !is_compressed(options.output),
                         .jobs = static_cast<unsigned>(options.jobs)};
  if (options.baseline.empty()) return reading;
  auto baseline = Baseline::read(options.baseline);
  if (!baseline) return Error{baseline.error()};
  reading.known = KnownFindings(*std::move(baseline));
  return reading;
}

Result<std::string> parse_address(const std::string& text) {
  const bool is_address = text.starts_with("https://") || text.starts_with("http://");
  const bool is_plain = std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
  if (is_address && is_plain && text.size() <= kMaxQrText) return text;
  return Error{fmt::format("invalid value '{}' (expected https://... of at most {} characters)",
                           text, kMaxQrText)};
}

Result<std::optional<EmbeddedPart>> parse_embedded(const std::string& text) {
  if (text == "page") return std::optional(EmbeddedPart());
  const auto game = parse_number<std::uint64_t>(text);
  if (game && *game >= 1 && *game <= 100'000) return std::optional(EmbeddedPart{*game});
  return Error{fmt::format("invalid value '{}' (expected a game number, or page)", text)};
}

std::optional<Error> fault_of_output(const OutputOption& output) {
  if (!output.names_file()) {
    if (!is_terminal(kStandardOutput)) return std::nullopt;
    return Error{"cannot print HTML to a terminal; use --output FILE"};
  }
  constexpr std::string_view kNames[] = {"html"};
  const auto named = format_by_name(output.path, kNames);
  if (named) return std::nullopt;
  return Error{named.error() + "; only HTML is supported"};
}

Result<std::string> read_logo(const std::string& path) {
  if (path.empty()) return std::string();
  const auto file = FileSource::open(path);
  if (!file) return Error{fmt::format("{}: {}", path, file.error())};
  std::string bytes(kMaxLogoBytes + 1, '\0');
  bytes.resize(read_fully(**file, bytes));
  auto address = image_address(bytes);
  if (!address) return Error{fmt::format("{}: {}", path, address.error())};
  return address;
}

Result<PageOptions> page_options_of(const ReportCommandOptions& options) {
  auto tie_breaks = parse_tie_breaks(options.tie_breaks, false);
  if (!tie_breaks) return Error{tie_breaks.error()};
  auto logo = read_logo(options.logo);
  if (!logo) return Error{logo.error()};
  PageOptions page{.title = options.title,
                   .has_findings = !options.no_findings,
                   .language = options.language,
                   .accent = options.accent,
                   .logo = *std::move(logo),
                   .tie_breaks = *std::move(tie_breaks),
                   .edition = options.tie_breaks.edition,
                   .scoring = options.scoring};
  page.address = options.url;
  page.is_framed = options.embedded && !options.embedded->game;
  if (options.embedded && options.embedded->game) {
    page.only_game = static_cast<std::size_t>(*options.embedded->game - 1);
  }
  if (options.watch) page.reload_time = kReloadTime;
  if (options.reload) page.reload_time = static_cast<std::uint32_t>(*options.reload);
  return page;
}

std::optional<Error> fault_of_embedded(const ReportData& data, const PageOptions& page) {
  if (!page.only_game) return std::nullopt;
  if (*page.only_game >= data.games.size()) {
    return Error{fmt::format("--embed {}: there are only {}", *page.only_game + 1,
                             counted(data.games.size(), "game"))};
  }
  if (!data.games[*page.only_game].moves.empty()) return std::nullopt;
  return Error{fmt::format("--embed {}: the game is too large", *page.only_game + 1)};
}

std::vector<std::string> other_inputs(const ReportCommandOptions& options) {
  std::vector<std::string> inputs = options.trf;
  for (const std::string& path : {options.players, options.baseline, options.logo}) {
    if (!path.empty()) inputs.push_back(path);
  }
  return inputs;
}

// Returns the event name as part of a file name, such as "lindenau-open".
std::string file_part(const std::string& event) {
  constexpr std::size_t kMaxSize = 60;
  std::string part;
  for (const char c : event_key(event).substr(0, kMaxSize)) {
    const bool is_plain = is_letter(c) || is_digit(c);
    if (is_plain || (!part.empty() && part.back() != '-')) part += is_plain ? c : '-';
  }
  while (part.ends_with('-')) part.pop_back();
  return part.empty() ? "event" : part;
}

// A page in the folder of its index.
struct NamedPage {
  std::string file;   // path such as "page/lindenau-open.html"
  std::string event;  // empty for games without a tournament
};

std::vector<NamedPage> names_of_pages(const std::vector<std::unique_ptr<EventPage>>& pages,
                                      const std::filesystem::path& index) {
  std::set<std::string> names;
  std::vector<NamedPage> named;
  for (const auto& page : pages) {
    const bool is_tournament = page->data.event.is_one_event();
    std::string event =
        is_tournament ? page->data.event.tournament().tournament.name : std::string();
    const std::string part = is_tournament ? file_part(event) : "other-games";
    const std::string folder = index.stem().string();
    std::string name = part;
    for (int number = 2; !names.insert(name).second; ++number) {
      name = fmt::format("{}-{}", part, number);
    }
    named.push_back(
        {fmt::format("{}/{}{}", folder, name, index.extension().string()), std::move(event)});
  }
  return named;
}

// Returns the inputs that the pages would overwrite.
std::vector<std::string> inputs_among(const std::vector<NamedPage>& pages,
                                      const std::filesystem::path& folder,
                                      const std::vector<std::string>& inputs) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> written;
  for (const NamedPage& page : pages) {
    if (const auto file = identity_of((folder / page.file).string())) {
      written.emplace(file->device, file->inode);
    }
  }
  std::vector<std::string> found;
  for (const std::string& input : inputs) {
    if (written.empty()) break;
    const auto file = identity_of(input);
    if (file && written.contains({file->device, file->inode})) found.push_back(input);
  }
  return found;
}

struct PagesOutput {
  const ReportCommandOptions& options;
  const PageOptions& page;
  const std::vector<std::string>& inputs;
  InputsRead read;
};

std::optional<Error> fault_of_index(const OutputOption& output, std::size_t pages) {
  if (!is_compressed(output)) return std::nullopt;
  const std::string extension = std::filesystem::path(output.path).extension().string();
  return Error{
      fmt::format("{}: the games need {} and an index, which cannot link to compressed pages; omit "
                  "{} from the name, or use --one-page",
                  output.path, counted(pages, "page"), extension)};
}

// Writes the pages of the rounds of a large tournament into their folder. Returns the tournament's
// page, to be written to `path`.
Result<std::string> page_with_rounds(const ReportData& data, const Tally& tally,
                                     const std::filesystem::path& path, PageOptions options,
                                     const PagesOutput& target, Console& console) {
  options.file = path.filename().string();
  std::vector<std::string> pages = pages_of(data, tally, options);
  if (data.rounds.empty()) return std::move(pages.front());
  std::vector<NamedPage> named;
  for (const RoundPage& round : data.rounds) {
    named.push_back({file_of_round(round, options.file), {}});
  }
  const auto inputs = inputs_among(named, path.parent_path(), target.inputs);
  const std::filesystem::path folder = path.parent_path() / folder_of_rounds(options.file);
  std::error_code failure;  // opening the pages reports the error
  std::filesystem::create_directory(folder, failure);
  for (std::size_t i = 0; i < named.size(); ++i) {
    const std::string file = (path.parent_path() / named[i].file).string();
    if (const auto fault = fault_of_link(file, folder.string())) {
      return Error{fmt::format("{}: {}", file, *fault)};
    }
    OutputOption option = target.options.output;
    option.path = file;
    auto output = GamesOutput::open(option, inputs, console);
    if (!output) return Error{output.error()};
    output->write(pages[i + 1]);
    if (const auto failed = output->finish(target.read)) return *failed;
  }
  if (!target.options.quiet) {
    console.say(fmt::format("wrote {} to the folder {}", counted(named.size(), "round page"),
                            shown_path(folder.string())));
  }
  return std::move(pages.front());
}

// Writes the pages into a folder named after their index without its extension, such as
// "page/lindenau-open.html" for "page.html". Returns the index.
Result<std::string> write_pages(const std::vector<std::unique_ptr<EventPage>>& pages,
                                const PagesOutput& target, Console& console) {
  const std::filesystem::path index(target.options.output.path);
  const std::vector<NamedPage> named = names_of_pages(pages, index);
  const auto inputs = inputs_among(named, index.parent_path(), target.inputs);
  std::vector<IndexedPage> indexed;
  const std::filesystem::path folder = index.parent_path() / index.stem();
  std::error_code unused;  // opening the pages reports the error
  std::filesystem::create_directory(folder, unused);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const EventPage& page = *pages[i];
    const auto& [file, event] = named[i];
    const std::string path = (index.parent_path() / file).string();
    // The name comes from the games, so it must not follow a link to another folder.
    if (const auto fault = fault_of_link(path, index.parent_path().string())) {
      return Error{fmt::format("{}: {}", path, *fault)};
    }
    auto output = GamesOutput::open({.path = path}, inputs, console);
    if (!output) return Error{output.error()};
    PageOptions options = target.page;
    options.index = "../" + uri_of(index.filename().string());
    options.address.clear();  // this is the URL of the index
    options.title = page.data.event.is_one_event() ? "" : Words(options.language)("Other games");
    const auto html = page_with_rounds(page.data, page.tally, path, options, target, console);
    if (!html) return Error{html.error()};
    output->write(*html);
    if (const auto failure = output->finish(target.read)) return *failure;
    indexed.push_back({uri_of(file), event, page.data, page.tally});
  }
  if (!target.options.quiet) {
    console.say(fmt::format("wrote {} to the folder {}", counted(pages.size(), "page"),
                            shown_path(folder.string())));
  }
  return index_of_pages(indexed, target.page);
}

// Removes all reports of a folder except the report of the event, if any.
void keep_report_of(const EventCollector& event, std::vector<NamedReport>& reports,
                    const ReportCommandOptions& options, Console& console) {
  const NamedReport* const found =
      event.games().empty() ? nullptr : report_for(event.tournament().tournament, reports);
  if (found == nullptr) return reports.clear();
  if (!options.quiet) print_used_report(*found, console);
  std::vector<NamedReport> kept{*found};
  reports = std::move(kept);
}

Result<ExitCode> write_page(const ReportCommandOptions& options, Console& console) {
  auto reading = make_reading_options(options);
  if (!reading) return Error{reading.error()};
  const auto page = page_options_of(options);
  if (!page) return Error{page.error()};
  const auto arguments = files_given(options.files, "report");
  if (!arguments) return Error{arguments.error()};
  // Reports among the files are treated like those of --trf.
  const NamedInputs given = named_inputs(*arguments, options.trf, console);
  auto reports = read_reports(given.reports);
  if (!reports) return Error{reports.error()};
  if (given.games.empty() && reports->size() > 1) {
    return Error{"a page without games needs exactly one report (TRF)"};
  }
  const NamedFiles named = files_named(given.games);
  // Opened before the games are read, so that an invalid path fails immediately.
  std::vector<std::string> inputs = named.files;
  inputs.insert(inputs.end(), given.reports.begin(), given.reports.end());
  std::ranges::move(other_inputs(options), std::back_inserter(inputs));
  auto output = GamesOutput::open(options.output, inputs, console);
  if (!output) return Error{output.error()};

  ReportReader reader(*std::move(reading));
  const InputsRead read = read_files(
      named,
      [&](const std::string& name, ByteSource& source) -> std::optional<std::string> {
        const CodeSet ignored =
            is_storage(name) ? CodeSet() : options.configuration.ignored_in(name);
        return reason_without_games(reader.read(name, source, ignored));
      },
      console);
  reader.finish();
  if (reader.data().totals.games == 0 && !given.games.empty()) return Error{"there are no games"};
  if (!options.players.empty()) {
    if (auto failure = add_player_list(options, reader, console)) return *std::move(failure);
  }
  if (auto failure = fault_of_embedded(reader.data(), *page)) return *std::move(failure);
  const auto pages = reader.pages();
  if (pages.empty()) {
    if (given.is_found && !reports->empty()) {
      keep_report_of(reader.data().event, *reports, options, console);
    }
    if (auto failure = add_report(*reports, reader)) return *std::move(failure);
    reader.limit_page();
    const auto html = page_with_rounds(reader.data(), reader.tally(), options.output.path, *page,
                                       {options, *page, inputs, read}, console);
    if (!html) return Error{html.error()};
    output->write(*html);
  } else {
    if (auto failure = fault_of_index(options.output, pages.size())) return *std::move(failure);
    for (const std::string& path : add_reports(*reports, reader, pages)) {
      if (!options.quiet) print_unused_report(path, console);
    }
    const auto index = write_pages(pages, {options, *page, inputs, read}, console);
    if (!index) return Error{index.error()};
    output->write(*index);
  }
  if (auto failure = output->finish(read)) return *std::move(failure);
  if (!options.quiet) {
    const EventCollector& event = reader.data().event;
    if (event.is_one_event() && reports->empty()) {
      Tournament tournament = event.tournament().tournament;
      print_assumed_byes(tournament, add_probable_byes(tournament), console);
      print_missing_rounds(tournament, console);
    }
    if (given.games.empty()) {
      console.say("wrote a page without games; use `arbiter standings` to check the report");
    } else {
      print_summary(reader, console);
    }
  }
  return read == InputsRead::All ? ExitCode::Clean : ExitCode::CouldNotRun;
}

// The state of an input: its size and modification time, or that it does not exist.
struct InputState {
  std::string path;
  std::uintmax_t size = 0;
  std::filesystem::file_time_type changed = {};

  bool operator==(const InputState&) const = default;
};

std::vector<InputState> states_of_inputs(const ReportCommandOptions& options) {
  std::vector<std::string> paths = files_named(options.files).files;
  std::ranges::move(other_inputs(options), std::back_inserter(paths));
  std::vector<InputState> states;
  for (std::string& path : paths) {
    std::error_code missing;
    const auto size = std::filesystem::file_size(path, missing);
    const auto changed = std::filesystem::last_write_time(path, missing);
    states.push_back({std::move(path), size, changed});
  }
  return states;
}

void watch_folders(const ReportCommandOptions& options, ChangeWatch& changes) {
  for (const std::string& path : options.files) changes.add_around(path);
  for (const std::string& path : other_inputs(options)) changes.add_around(path);
}

// Writes the page each time an input has changed, until a signal arrives.
ExitCode watch_inputs(const ReportCommandOptions& options, Console& console) {
  using std::chrono::milliseconds;
  constexpr milliseconds kAtMost{2000};  // some file systems do not report changes
  constexpr milliseconds kPause{300};    // programs write in several steps
  InterruptWatch interrupts;
  ChangeWatch changes(ChangeWatch::Kind::Notified);
  std::vector<InputState> written;
  while (!interrupts.was_interrupted()) {
    watch_folders(options, changes);
    std::vector<InputState> now = states_of_inputs(options);
    if (now != written) {
      const auto exit_code = write_page(options, console);
      if (!exit_code) console.complain(exit_code.error());
      console.flush();
      written = std::move(now);
    }
    changes.wait(kAtMost);
    if (!interrupts.was_interrupted()) std::this_thread::sleep_for(kPause);
  }
  interrupts.accept();
  return ExitCode::Clean;
}

Result<ExitCode> run(const ReportCommandOptions& options, Console& console) {
  if (!options.files.empty() && options.files.front() == "player" &&
      !std::filesystem::exists(options.files.front())) {
    return Error{"for a report on a player, use `arbiter prepare PLAYER FILE`"};
  }
  if (auto error = fault_of_output(options.output)) return *std::move(error);
  if (!options.watch) return write_page(options, console);
  if (!options.output.names_file()) return Error{"--watch needs --output FILE"};
  std::vector<std::string> inputs = other_inputs(options);
  std::ranges::copy(options.files, std::back_inserter(inputs));
  // A pipe can be read only once.
  const bool has_stream = std::ranges::any_of(inputs, [](const std::string& path) {
    std::error_code failure;
    return path == "-" || std::filesystem::is_fifo(path, failure);
  });
  if (options.files.empty() || has_stream) {
    return Error{"--watch needs files or folders, not standard input or a pipe"};
  }
  if (const auto page = page_options_of(options); !page) return Error{page.error()};
  return watch_inputs(options, console);
}

}  // namespace

CommandRun bind_report(CommandLine& app) {
  const auto options = std::make_shared<ReportCommandOptions>();
  add_text(app, "FILE...", options->files,
           "Game files, archives, folders or databases, and tournament reports (TRF); - or none: "
           "standard input");
  add_shared(app, "--output", &options->output.path);
  add_text(app, "--title TEXT", options->title, "Page heading (default: the event name)");
  add_switch(app, "--no-findings", options->no_findings,
             "Omit the findings, for spectators rather than arbiters");
  add_choice(app, "--language", options->language, kLanguages,
             "Language of the page; findings are always in English (default: en)");
  add_parsed(app, "--accent COLOUR", options->accent, parse_color,
             "Colour of links and marks, such as #0a5c57");
  add_text(app, "--logo FILE", options->logo, "Picture at the top of the page, at most 1 MB");
  add_parsed(app, "--embed PART", options->embedded, parse_embedded,
             "Write a page to embed in another one: the game with this number, or page: everything "
             "except the heading");
  add_parsed(app, "--url ADDRESS", options->url, parse_address,
             "Show the address of the published page, with its QR code");
  add_switch(app, "--one-page", options->one_page,
             "Write one page, even if the games belong to several events (default: a page for each "
             "event, and an index)");
  add_switch(app, "--watch", options->watch,
             "Write the page again whenever a file changes, until Ctrl-C");
  add_number(app, "--reload", options->reload, {.min = 1, .max = 3600},
             "Interval in seconds at which browsers reload the page (default: 15 with --watch, "
             "otherwise never)");
  add_system(app, options->system);
  add_tie_breaks(app, options->tie_breaks);
  add_scoring(app, options->scoring);
  add_text(
      app, "--trf FILE", options->trf,
      "Use the byes, forfeits and players of this tournament report (TRF), and check the games "
      "against it, as `arbiter crosscheck` does; give one report for each event");
  add_text(app, "--players FILE", options->players,
           "Check the players against this player list, as `arbiter validate` does");
  add_text(app, "--baseline FILE", options->baseline,
           "Omit findings recorded in FILE (see --write-baseline of `arbiter validate`)");
  add_selection(app, options->selection, "Options");
  add_rules(app, options->rules);
  add_piece_letters(app, options->piece_letters);
  add_switch(app, "--notes", options->selection.notes, "Show notes too (default: only count them)");
  add_number(
      app, "--games", options->games, {.max = 100'000},
      "Maximum number of replayable games, in addition to those with findings (default: 1,000)");
  add_number(app, "--findings", options->findings, {.min = 1, .max = 1000},
             "Maximum number of findings of each kind (default: 5)");
  add_jobs(app, options->jobs);
  add_reading_options(app);
  add_quiet(app, options->quiet);
  add_configuration(
      app, [options] { return options->files; }, options->configuration_choice,
      options->configuration);
  app.footer(
      "Exit status: 0 success, 1 an encoding is uncertain, 2 a file could not be read, or there "
      "are no games.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
