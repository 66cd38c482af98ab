#include "tools/cli/options/option_helpers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/io/legacy_encoding.h"
#include "lib/io/output_file.h"
#include "lib/io/text_conversion.h"

namespace arbiter {
namespace {

std::string described(NumberRange range) {
  if (range.max == UINT64_MAX) return fmt::format("an integer from {}", range.min);
  return fmt::format("an integer from {} to {}", range.min, range.max);
}

// Returns the shift for the units k, M and G.
std::optional<unsigned> shift_of(std::string_view unit) {
  if (unit.ends_with('B') || unit.ends_with('b')) unit.remove_suffix(1);
  const std::size_t prefix = std::string_view("kmgKMG").find(unit);
  if (unit.size() != 1 || prefix == std::string_view::npos) return std::nullopt;
  return static_cast<unsigned>(prefix % 3 + 1) * 10;
}

constexpr auto kRules = [] {
  std::array<Choice<std::optional<RulesProfile>>, 1 + kRulesProfiles.size()> choices{};
  choices[0].name = "date";
  for (std::size_t i = 0; i < kRulesProfiles.size(); ++i) {
    choices[1 + i] = {kRulesProfiles[i].name, kRulesProfiles[i].profile};
  }
  return choices;
}();

constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;

Result<OpeningsOption> read_table(const std::string& name) {
  const auto text = read_option_file(name);
  if (!text) return Error{text.error()};
  auto file = OpeningFile::parse(*text);
  if (!file) return Error{fmt::format("{}: {}", name, file.error())};
  return OpeningsOption{name, *std::move(file)};
}

}  // namespace

Result<std::string> read_option_file(const std::string& name) {
  const auto input = FileSource::open(name);
  if (!input) return Error{fmt::format("{}: {}", name, input.error())};
  std::string text(kMaxFileBytes + 1, '\0');
  text.resize(read_fully(**input, text));
  if (text.size() > kMaxFileBytes) return Error{fmt::format("{}: larger than 64 MB", name)};
  return text;
}

Result<std::uint64_t> parse_number(std::string_view text, NumberRange range) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  if (fault != std::errc() || stop != end || number < range.min || number > range.max) {
    return Error{fmt::format("'{}' must be {}", text, described(range))};
  }
  return number;
}

unsigned default_jobs() { return std::max(1U, std::thread::hardware_concurrency()); }

Option* add_database(CommandLine& app, std::string& path) {
  return add_text(app, "DB", path, "The database")->type_name("FILE")->required();
}

Option* add_output(CommandLine& app, OutputOption& output) {
  Option* option = add_shared(app, "--output", &output.path);
  add_switch(app, "--force", output.replaces_databases, "Allow -o to overwrite a database");
  output.has_force = true;
  return option;
}

Option* add_piece_letters(CommandLine& app, std::optional<PieceLetters>& letters) {
  using Letters = std::optional<PieceLetters>;
  const auto parse = [](std::string_view text) -> Result<Letters> {
    if (text == "auto") return Letters();
    auto parsed = parse_piece_letters(text);
    if (!parsed) return Error{parsed.error()};
    return Letters(*std::move(parsed));
  };
  return add_parsed(
      app, "--piece-letters auto|KQRBN", letters, parse,
      "Letters for king, queen, rook, bishop and knight in the moves, such as KDTLS for German; "
      "auto: the letters that make each game legal (default: auto)");
}

Option* add_format(CommandLine& app, AnswerFormat& format, std::span<const AnswerFormat> formats) {
  std::vector<Choice<AnswerFormat>> choices;
  for (const AnswerFormat one : formats) choices.push_back({to_string(one), one});
  return add_format_of(
      app, format, std::move(choices),
      "; json: one object per line (default: by the name of the output, otherwise text)");
}

std::vector<std::string> split_by_comma(std::string_view list) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t end = list.find(',');
    words.emplace_back(trim(list.substr(0, end)));
    if (end == std::string_view::npos) return words;
    list.remove_prefix(end + 1);
  }
}

namespace {

// Returns a hint about a format that other commands write, such as "; `arbiter report` writes it".
std::string other_writer(std::string_view format) {
  constexpr std::pair<std::string_view, std::string_view> kWriters[] = {
      {"pgn", "export"}, {"html", "report"}, {"parquet", "export"}, {"sqlite", "import"}};
  const auto* const found =
      std::ranges::find(kWriters, format, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(kWriters) ? "" : fmt::format("; `arbiter {}` writes it", found->second);
}

}  // namespace

std::string not_a_choice(std::string_view text, std::span<const std::string_view> names) {
  // Words that users may write instead of a choice.
  constexpr std::pair<std::string_view, std::string_view> kSynonyms[] = {
      {"phone", "electronic-device"},
      {"mobile", "electronic-device"},
      {"mobile-phone", "electronic-device"},
      {"timeout", "flag"},
      {"time", "flag"},
      {"agreement", "draw-agreed"},
      {"draw", "draw-agreed"},
      {"repetition", "threefold-claim"},
      {"fifty-moves", "fifty-claim"},
      {"absent", "no-show"},
      {"table", "text"},
      {"moves", "plies"},
      {"length", "plies"},
      {"rating", "elo"}};
  auto near = nearest_words(text, names, 1);
  for (const auto& [word, meant] : kSynonyms) {
    if (word == text && std::ranges::find(names, meant) != names.end()) near = {meant};
  }
  std::string hint = near.empty() ? "" : fmt::format("; did you mean {}?", near.front());
  const bool is_format = std::ranges::find(names, "text") != names.end() ||
                         std::ranges::find(names, "json") != names.end();
  if (const std::string writer = other_writer(text); is_format && !writer.empty()) hint = writer;
  return fmt::format("invalid value '{}'{} (expected one of {})", text, hint,
                     fmt::join(names, ", "));
}

std::string joined_choices(std::span<const std::string_view> names) {
  return fmt::format("{}", fmt::join(names, "|"));
}

std::string sort_help(std::span<const std::string_view> names, std::string_view addition) {
  return fmt::format("{} or {} (comma-separated); -KEY for descending order{}",
                     fmt::join(names.first(names.size() - 1), ", "), names.back(), addition);
}

Result<std::uint64_t> parse_size(std::string_view text, std::string_view what) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  const auto shift = shift_of({stop, static_cast<std::size_t>(end - stop)});
  if (fault != std::errc() || !shift || number == 0) {
    return Error{fmt::format("invalid {} '{}' (expected a form such as 512M or 2G)", what, text)};
  }
  if (number > UINT64_MAX >> *shift) return Error{fmt::format("{} is too large", text)};
  return number << *shift;
}

Result<std::chrono::milliseconds> parse_seconds(std::string_view text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !(seconds >= 0.01 && seconds <= 3600)) {
    return Error{fmt::format("'{}' is not a number of seconds from 0.01 to 3600", text)};
  }
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

Result<std::uint64_t> parse_memory_size(std::string_view text) {
  auto size = parse_size(text, "memory limit");
  if (size && *size < kMinMemorySize) {
    return Error{
        fmt::format("{} is too little memory; the minimum is {}M", text, kMinMemorySize >> 20)};
  }
  return size;
}

Option* add_memory_size(CommandLine& app, const std::string& name, std::uint64_t& bytes) {
  return add_parsed(app, name + " SIZE", bytes, parse_memory_size);
}

namespace {

std::string take_encoding(const std::string& name) {
  if (name == "auto") {
    set_legacy_text(LegacyText::Guess);
  } else if (equal_ignoring_case(name, "utf-8") || equal_ignoring_case(name, "utf8")) {
    set_legacy_text(LegacyText::Keep);
  } else {
    if (const auto fault = fault_of_encoding(name)) return fault->message;
    set_legacy_text(LegacyText::Convert, name);
  }
  return std::string();
}

}  // namespace

void add_reading_options(CommandLine& app) {
  std::string names;
  for (const std::string_view name : legacy_encoding_names()) names += fmt::format("{}, ", name);
  app.add("--encoding NAME", LastValue{take_encoding})
      ->description(fmt::format(
          "Encoding of text that is not UTF-8 ({}or any other iconv encoding, such as GBK; "
          "utf-8: convert nothing; auto: detect it from the text; default: auto)",
          names));
  const auto take = [](const std::string& text) {
    const auto size = parse_size(text, "size");
    if (!size) return size.error();
    set_max_unpacked(*size);
    return std::string();
  };
  app.add("--max-unpacked SIZE", LastValue{take})
      ->description(fmt::format("Size limit of the temporary file for archives that are piped or "
                                "nested (default: {} times the compressed size, at least {}M)",
                                kMaxUnpackedRatio, kMinUnpackedLimit >> 20));
}

Option* add_rules(CommandLine& app, std::optional<RulesProfile>& rules) {
  Option* option = add_choice<std::optional<RulesProfile>>(app, "--rules", rules, kRules);
  return option->type_name("NAME")->description(
      fmt::format("Rules on how a game ends: {}; date: those in force when the game was played "
                  "(default: date)",
                  fmt::join(option->choices(), ", ")));
}

void add_selection(CommandLine& app, SelectionOptions& selection, const std::string& group) {
  add_text(app, "--select IDS", selection.select,
           "Show only these findings: comma-separated ids, groups or levels (all, errors, "
           "warnings, notes, style)")
      ->group(group);
  add_text(app, "--ignore IDS", selection.ignore,
           "Ignore these findings: comma-separated ids and groups; overrides every other option")
      ->group(group);
  add_text(app, "--severity ID=LEVEL", selection.severity,
           "Set the severity of an id or a group: note, warning, error or off")
      ->group(group);
}

Option* add_openings(CommandLine& app, OpeningsOption& openings) {
  return add_parsed(app, "--openings FILE", openings, read_table,
                    "Opening table to use: tab-separated code, name and moves (default: built in)");
}

namespace {

constexpr NumberRange kJobs{.min = 1, .max = 1024};

constexpr SharedOption kSharedOptions[] = {
    {"--game N", "Game number in the database or in the files"},
    {"--format", "Output format"},
    {"--sort KEYS", "Sort by "},
    {"--limit N", "Limit the results to N "},
    {"--offset N", "Skip the first N matching games"},
    {"-q,--quiet", "Print results and errors only", true},
    {"-o,--output FILE",
     "Write the results to FILE, compressed if its name ends in .gz or .zst (default: standard "
     "output)",
     true},
    {"-j,--jobs N", "Number of threads (default: one per core)", true},
    {"--color auto|always|never",
     "Use of colours; auto: on a terminal unless NO_COLOR is set (default: auto; without a value: "
     "always)",
     true},
};

constexpr Choice<ColorMode> kColorModes[] = {
    {"auto", ColorMode::Auto},
    {"always", ColorMode::Always},
    {"never", ColorMode::Never},
};

// Stores a parsed value. Returns the error, or an empty string.
template <class T, class Parse>
LastValue stored(T& value, Parse parse) {
  return {[&value, parse](const std::string& text) {
    const auto parsed = parse(text);
    if (!parsed) return parsed.error();
    value = *parsed;
    return std::string();
  }};
}

auto number_parser(NumberRange range) {
  return [range](const std::string& text) { return parse_number(text, range); };
}

}  // namespace

std::string_view SharedOption::long_name() const {
  const std::string_view named = names.substr(names.find("--"));
  return named.substr(0, named.find(' '));
}

std::span<const SharedOption> shared_options() { return kSharedOptions; }

Option* add_shared(CommandLine& app, std::string_view long_name, OptionTarget target,
                   std::string_view addition) {
  const auto* const shared = std::ranges::find(kSharedOptions, long_name, &SharedOption::long_name);
  Option* option = app.add(std::string(shared->names), std::move(target))
                       ->description(fmt::format("{}{}", shared->meaning, addition));
  return shared->is_common ? option->group(std::string(kCommonGroup)) : option;
}

Option* add_quiet(CommandLine& app, bool& is_quiet) {
  return add_shared(app, "--quiet", &is_quiet);
}

Option* add_jobs(CommandLine& app, std::uint64_t& jobs) {
  return add_shared(app, "--jobs", stored(jobs, number_parser(kJobs)));
}

Option* add_color(CommandLine& app) {
  const auto parse = [](std::string_view text) -> Result<ColorMode> {
    if (text == "white" || text == "black") {
      return Error{fmt::format("this option sets the colours of the output; use --{} NAME", text)};
    }
    const auto* const found = std::ranges::find(kColorModes, text, &Choice<ColorMode>::name);
    if (found == std::end(kColorModes)) return Error{not_a_choice(text, names_of(kColorModes))};
    return found->value;
  };
  const auto names = names_of(kColorModes);
  return add_shared(app, "--color", stored(app.color(), parse))
      ->choices({names.begin(), names.end()})
      ->optional_value("always")
      ->wrong_values({"white", "black"});
}

Option* add_game_number(CommandLine& app, std::optional<std::uint64_t>& game,
                        std::string_view addition) {
  const auto parse = number_parser({.min = 1, .max = INT64_MAX});
  return add_shared(app, "--game", stored(game, parse), addition)->alias("--id");
}

Option* add_limit(CommandLine& app, std::optional<std::uint64_t>& limit, std::string_view what) {
  return add_shared(app, "--limit", stored(limit, parse_limit), what);
}

Option* add_offset(CommandLine& app, std::uint64_t& offset) {
  return add_shared(app, "--offset", stored(offset, number_parser({})))->alias("--skip");
}

Result<std::optional<std::uint64_t>> parse_limit(std::string_view text) {
  if (text == "all") return std::optional<std::uint64_t>();
  const auto number = parse_number(text, {});
  if (!number) return Error{number.error() + ", or 'all'"};
  return std::optional(*number);
}

namespace {

// The extensions of outputs, each with its format. The first row whose format the command supports
// applies.
constexpr std::pair<std::string_view, std::string_view> kExtensions[] = {
    {"pgn", "pgn"},           {"json", "json"},   {"jsonl", "jsonl"}, {"jsonl", "json"},
    {"ndjson", "jsonl"},      {"ndjson", "json"}, {"csv", "csv"},     {"md", "markdown"},
    {"markdown", "markdown"}, {"html", "html"},   {"htm", "html"},    {"sarif", "sarif"},
    {"xml", "junit"},         {"epd", "epd"},     {"fen", "fen"},     {"uci", "uci"},
    {"parquet", "parquet"},   {"svg", "svg"},     {"png", "png"},     {"bin", "book"},
    {"trf", "trf"},           {"trfx", "trf"},    {"txt", "text"},
};

}  // namespace

std::string extension_of(const std::string& path) {
  const std::filesystem::path plain(without_compression_ending(path));
  const std::string extension = to_small(plain.extension().string());
  const auto is_word = [](char c) { return is_letter(c) || is_digit(c) || c == '~'; };
  if (extension.empty() || !std::ranges::any_of(extension, is_letter) ||
      !std::ranges::all_of(extension.substr(1), is_word)) {
    return {};
  }
  return extension.substr(1);
}

Result<std::optional<std::string_view>> format_by_name(const std::string& output,
                                                       std::span<const std::string_view> formats) {
  using Format = std::optional<std::string_view>;
  if (auto fault = OutputFile::fault_of_name(output)) {
    return Error{fmt::format("{}: {}", output, *fault)};
  }
  const std::string extension = extension_of(output);
  if (extension.empty()) return Format();
  std::vector<std::string> known;
  for (const auto& [ending, format] : kExtensions) {
    if (std::ranges::find(formats, format) == formats.end()) continue;
    if (ending == extension) return Format(format);
    std::string text = fmt::format(".{}", ending);
    if (std::ranges::find(known, text) == known.end()) known.push_back(std::move(text));
  }
  const std::string last = known.back();
  known.pop_back();
  return Error{fmt::format("{}: unknown extension '.{}'{} (expected {}{}{})", output, extension,
                           other_writer(extension), fmt::join(known, ", "),
                           known.empty() ? "" : " or ", last)};
}

std::optional<Error> fault_of_games_name(const std::string& output) {
  if (extension_of(output) != "pgn") return std::nullopt;
  return Error{fmt::format("{}: the output is not PGN; choose a name for another format", output)};
}

}  // namespace arbiter
