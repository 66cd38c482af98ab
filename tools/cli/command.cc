#include "tools/cli/command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>

#include "lib/base/text.h"
#include "lib/base/version.h"
#include "lib/io/input_files.h"
#include "lib/io/text_conversion.h"
#include "lib/os/process.h"
#include "tools/cli/games_output.h"
#include "tools/cli/help.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

const Option* find_option(const BoundCommand& command, std::string_view argument) {
  const std::string_view name = argument.substr(0, argument.find('='));
  for (const auto& option : command.line.options()) {
    if (!option->is_positional() && option->is_named(name)) return option.get();
  }
  return nullptr;
}

// Returns the advice for an option that the command does not have; empty if it is unknown.
std::string advice_in(const BoundCommand& command, std::string_view name) {
  const auto has_option = [&](std::string_view option) {
    return find_option(command, option) != nullptr;
  };
  return advice_on(name, command.command.name, has_option).text;
}

// Returns the name without its dashes and without a negation, which is stored in `is_negated`.
std::string_view core_of(std::string_view name, bool& is_negated) {
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  for (const std::string_view no : {"not-", "no-", "without-", "no"}) {
    is_negated = name.starts_with(no);
    if (is_negated) return name.substr(no.size());
  }
  return name;
}

// Returns a suggestion of the most similar option, such as "; did you mean --limit?". At most a
// third of its letters differ, and it is negated if the name is.
std::string similar_option(std::string_view name, const std::vector<std::string>& names) {
  std::string_view best;
  std::size_t least = SIZE_MAX;
  bool is_negated = false;
  const std::string_view core = core_of(name, is_negated);
  for (const std::string& other : names) {
    bool is_other_negated = false;
    const std::string_view other_core = core_of(other, is_other_negated);
    const std::size_t distance = edit_distance(core, other_core);
    if (is_negated != is_other_negated || distance >= least ||
        3 * distance > std::max(core.size(), other_core.size())) {
      continue;
    }
    least = distance;
    best = other;
  }
  return best.empty() ? "" : fmt::format("; did you mean {}?", best);
}

Error unknown_option(const BoundCommand& command, const CLI::App& app,
                     const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  const std::string advice = advice_in(command, name);
  return {fmt::format("unknown option {}{} (`arbiter {} --help` lists the options)", name,
                      advice.empty() ? similar_option(name, option_names(app)) : "; " + advice,
                      app.get_name())};
}

Error wrong_count(const CLI::App& app, std::string_view message) {
  const std::string name(message.substr(0, message.find(':')));
  const CLI::Option* option = app.get_option_no_throw(name);
  if (option == nullptr) return {std::string(message)};
  const auto values = static_cast<int>(option->count());
  if (values > option->get_items_expected_max()) return {fmt::format("{} is given twice", name)};
  return {fmt::format("{} needs a value: {}", name, option->get_type_name())};
}

// Returns which required argument is missing.
Error missing_argument(const BoundCommand& command, const CLI::App& app) {
  for (const auto& option : command.line.options()) {
    if (!option->is_required() || app.get_option(option->names().back())->count() > 0) continue;
    const std::string& name = option->names().back();
    return {fmt::format("missing argument {}{} (see `arbiter {} --help`)", name,
                        name == "DB" ? "; `arbiter import DB FILE...` creates a database" : "",
                        app.get_name())};
  }
  return {fmt::format("missing argument (see `arbiter {} --help`)", app.get_name())};
}

// Removes and returns the words after "--", which are not options.
std::vector<std::string> take_words(std::vector<std::string>& arguments) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  if (mark == arguments.end()) return {};
  std::vector<std::string> words(mark + 1, arguments.end());
  arguments.erase(mark, arguments.end());
  return words;
}

// Returns whether CLI11 would read a known word with one dash as short options.
bool is_long_with_one_dash(const BoundCommand& command, std::string_view argument) {
  if (argument.size() <= 2 || argument[0] != '-' || argument[1] == '-') return false;
  const std::string name(argument.substr(0, argument.find('=')));
  if (find_option(command, argument.substr(0, 2)) == nullptr) {
    return !advice_in(command, name).empty();
  }
  // "-json" would be -j with the value "son". Short options in a row, such as "-qn", are not a long
  // option.
  return name.size() > 3 && !advice_in(command, "-" + name).empty();
}

bool starts_with_negative_number(std::string_view argument) {
  return argument.size() > 1 && argument[0] == '-' && is_digit(argument[1]);
}

// Adds the second dash to options that other programs write with one, so that "-csv" becomes
// "--csv".
void add_second_dashes(const BoundCommand& command, std::vector<std::string>& arguments) {
  bool is_value = false;
  for (std::string& argument : arguments) {
    const Option* option = find_option(command, argument);
    if (option == nullptr && !is_value && find_option(command, "-" + argument) != nullptr &&
        is_long_with_one_dash(command, argument)) {
      argument.insert(0, 1, '-');
    }
    is_value = option != nullptr && option->takes_value() && argument.find('=') == argument.npos;
  }
}

// Adds the default values of options that were given without their optional value.
void add_optional_values(const BoundCommand& command, std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Option* option = find_option(command, arguments[i]);
    if (option == nullptr || option->optional_value().empty() ||
        arguments[i].find('=') != std::string::npos) {
      continue;
    }
    const auto has_next = [&](const std::vector<std::string>& values) {
      return i + 1 < arguments.size() &&
             std::ranges::find(values, arguments[i + 1]) != values.end();
    };
    const bool has_value = has_next(option->choices()) || has_next(option->wrong_values());
    if (!has_value) arguments[i] += "=" + option->optional_value();
  }
}

// Checks the values. CLI11 would read the next option as a value, ignore the value of a switch, and
// read -7 as a file.
std::optional<Error> check_values(const BoundCommand& command, const CLI::App& app,
                                  const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const Option* option = find_option(command, argument);
    if (option == nullptr) {
      if (starts_with_negative_number(argument) || is_long_with_one_dash(command, argument)) {
        return unknown_option(command, app, argument);
      }
      continue;
    }
    const bool has_value = argument.find('=') != argument.npos;
    if (!option->takes_value()) {
      if (has_value) return Error{fmt::format("{} takes no value", option->names().back())};
      continue;
    }
    const std::size_t words = option->target().words - (has_value ? 1 : 0);
    for (std::size_t word = 1; word <= words; ++word) {
      if (i + word < arguments.size() && find_option(command, arguments[i + word]) == nullptr) {
        continue;
      }
      const std::size_t count = option->target().words;
      return Error{fmt::format("{} needs {}: {}", option->names().back(),
                               count == 1 ? "a value" : fmt::format("{} values", count),
                               option->type_name())};
    }
    i += words;
  }
  return {};
}

// CLI11 splits arguments in brackets, such as "[a,b]". This character after the bracket prevents
// the split.
constexpr char kAfterBracket = '\x01';

void protect_brackets(std::vector<std::string>& arguments) {
  for (std::string& argument : arguments) {
    if (argument.starts_with('[')) argument += kAfterBracket;
  }
}

std::vector<std::string> unprotected(std::vector<std::string> arguments) {
  for (std::string& argument : arguments) {
    if (argument.starts_with('[') && argument.ends_with(kAfterBracket)) argument.pop_back();
  }
  return arguments;
}

CLI::Option* positional_of(CLI::App& app) {
  const std::vector<CLI::Option*> options =
      app.get_options([](const CLI::Option* option) { return option->get_positional(); });
  return options.empty() ? nullptr : options.front();
}

void declare(CLI::App& app, const Option& option) {
  using Kind = OptionTarget::Kind;
  const OptionTarget& target = option.target();
  std::string names = fmt::format("{}", fmt::join(option.names(), ","));
  if (!option.alias().empty()) names += "," + option.alias();
  if (target.kind == Kind::Help) {
    app.set_help_flag(names);
    return;
  }
  const auto take = [&option](const CLI::results_t& values) {
    const std::string fault = option.target().take(unprotected(values));
    if (!fault.empty()) throw CLI::ValidationError(option.names().back(), fault);
    return true;
  };
  if (target.kind == Kind::Switch) {
    app.add_flag_callback(names, [take] { take({"true"}); });
    return;
  }
  CLI::Option* added = app.add_option(names, take);
  added->type_name(option.type_name())->required(option.is_required());
  if (option.is_positional() && target.kind == Kind::Every) {
    added->expected(CLI::detail::expected_max_vector_size);
  } else {
    added->type_size(static_cast<int>(target.words))->allow_extra_args(false);
  }
  if (target.kind != Kind::Once) added->take_all();
}

std::unique_ptr<CLI::App> parser_of(const BoundCommand& command) {
  auto app = std::make_unique<CLI::App>("", std::string(command.command.name));
  app->allow_extras();
  for (const auto& option : command.line.options()) declare(*app, *option);
  return app;
}

// Applies settings. Options on the command line take precedence, unless the setting is an addition.
std::optional<Error> apply_settings(const BoundCommand& command, const CLI::App& parser) {
  if (!command.line.settings()) return {};
  const auto settings = command.line.settings()();
  if (!settings) return Error{settings.error()};
  std::map<std::string, std::vector<std::string>> values;
  for (const OptionSetting& setting : *settings) {
    const auto option = std::ranges::find_if(
        command.line.options(), [&](const auto& one) { return one->is_named(setting.option); });
    if (option == command.line.options().end() || setting.values.empty()) continue;
    const CLI::results_t& given = parser.get_option(setting.option)->results();
    if (!given.empty() && !setting.is_addition) continue;
    std::vector<std::string>& all = values.try_emplace(setting.option, given).first->second;
    all.insert(all.begin(), setting.values.begin(), setting.values.end());
    const std::string fault = (*option)->target().take(all);
    if (!fault.empty()) return Error{fmt::format("{}: {}", setting.place, fault)};
  }
  return {};
}

std::string unknown_command(std::span<const Command> commands, const std::string& word) {
  if (word.starts_with('-')) return fmt::format("unknown option {} before the command", word);
  if (const Command* const command = find_synonym(commands, word)) {
    return fmt::format("unknown command '{}'; use `arbiter {}` to {}", word, command->name,
                       command->meaning);
  }
  const Advice advice = advice_on(word, "", [](std::string_view) { return true; });
  if (!advice.text.empty()) {
    return fmt::format("unknown command '{}'; {}{}", word, advice.text,
                       advice.commands.empty() ? "" : fmt::format(" of {}", advice.commands));
  }
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  const auto near = nearest_words(word, names, 1);
  if (!near.empty()) {
    return fmt::format("unknown command '{}'; did you mean `arbiter {}`?", word, near.front());
  }
  if (word.find(".pgn") != std::string::npos) {
    return fmt::format("unknown command '{0}'; did you mean `arbiter validate {0}`?", word);
  }
  return fmt::format("unknown command '{}'", word);
}

// Adds the options that every command has, except those that it declares itself. Puts common
// options last.
void add_common_options(BoundCommand& bound) {
  CommandLine& line = bound.line;
  if (find_option(bound, "--quiet") == nullptr) add_quiet(line, line.is_quiet());
  if (find_option(bound, "--output") == nullptr) add_shared(line, "--output", &line.output());
  add_color(line);
  for (const SharedOption& shared : shared_options()) {
    if (shared.is_common) line.move_to_end(shared.long_name());
  }
}

// Returns the files that the command may read. They are named by any argument except `output`, or
// are in a named folder.
std::vector<std::string> possible_inputs(std::vector<std::string> arguments,
                                         const std::string& output) {
  for (std::string& argument : arguments) {
    if (argument.starts_with("--")) argument.erase(0, argument.find('=') + 1);
  }
  const auto own = std::ranges::find(arguments, output);
  if (own != arguments.end()) arguments.erase(own);
  return files_named(arguments).files;
}

// The format of commands without --format.
constexpr std::string_view kText[] = {"text"};

// Opens the file of a common -o option, whose name decides the format.
Result<std::optional<GamesOutput>> open_output(const BoundCommand& bound,
                                               const std::vector<std::string>& arguments,
                                               Console& console) {
  const OutputOption option{.path = bound.line.output()};
  if (!option.names_file()) return std::optional<GamesOutput>();
  if (const auto& choose = bound.line.format_by_name()) {
    if (auto fault = choose(option.path)) return *std::move(fault);
  } else if (const auto text = format_by_name(option.path, kText); !text) {
    return Error{text.error()};
  }
  auto output = GamesOutput::open(option, possible_inputs(arguments, option.path), console);
  if (!output) return Error{output.error()};
  return std::optional<GamesOutput>(*std::move(output));
}

// A listener that prints the detected encoding of each file once.
class GuessPrinter {
 public:
  explicit GuessPrinter(Console& console) {
    set_guess_listener([this, &console](std::string_view name, const TextForm& form) {
      const std::scoped_lock lock(mutex_);
      is_uncertain_ |= form.is_unproved;
      if (!names_.emplace(name).second) return;
      console.say(fmt::format("{}: {}", shown_path(name), guess_text(form)));
    });
  }
  ~GuessPrinter() { set_guess_listener({}); }
  GuessPrinter(const GuessPrinter&) = delete;
  GuessPrinter& operator=(const GuessPrinter&) = delete;

  // Returns the exit status. An uncertain encoding is a finding of every command.
  ExitCode status(ExitCode code) const {
    return code == ExitCode::Clean && is_uncertain_ ? ExitCode::Findings : code;
  }

 private:
  std::mutex mutex_;
  std::set<std::string, std::less<>> names_;
  bool is_uncertain_ = false;
};

Result<ExitCode> run_bound(const BoundCommand& bound, const std::vector<std::string>& arguments,
                           Console& console) {
  console.set_color(bound.line.color());
  if (bound.line.is_quiet()) console.set_quiet();
  const GuessPrinter guesses(console);
  const auto status = [&](Result<ExitCode> code) {
    return code ? Result<ExitCode>(guesses.status(*code)) : code;
  };
  auto output = open_output(bound, arguments, console);
  if (!output) return Error{output.error()};
  if (!*output) return status(bound.run(console));
  console.redirect([&file = **output](std::string_view bytes) { file.write(bytes); });
  const auto code = bound.run(console);
  console.flush();
  const bool has_all = code && *code != ExitCode::CouldNotRun;
  auto error = (*output)->finish(has_all ? InputsRead::All : InputsRead::NotAll);
  if (code && error) return *std::move(error);
  return status(code);
}

std::string out_of_memory(const BoundCommand& bound) {
  const bool has_limit = find_option(bound, "--memory") != nullptr;
  return fmt::format("{}: out of memory{}", bound.command.name,
                     has_limit ? "; set a lower limit, such as --memory 128M" : "");
}

ExitCode run_command(const Command& command, const std::vector<std::string>& arguments,
                     Console& console) {
  const BoundCommand bound = bind_command(command);
  const auto parsed = parse_arguments(bound, arguments);
  if (!parsed) {
    console.complain(fmt::format("{}: {}", command.name, parsed.error()));
    return ExitCode::CouldNotRun;
  }
  if (*parsed != Parsed::Run) {
    const TextLayout layout = help_layout(console);
    print_paged(*parsed == Parsed::Help ? command_help(bound, layout) : short_help(bound, layout),
                console);
    return ExitCode::Clean;
  }
  try {
    const auto code = run_bound(bound, arguments, console);
    if (code) return *code;
    if (!is_ending()) console.complain(fmt::format("{}: {}", command.name, code.error()));
  } catch (const std::bad_alloc&) {
    console.complain(out_of_memory(bound));
  }
  return ExitCode::CouldNotRun;
}

// Returns a description of how the program was compiled and linked.
std::string build_description() {
#if defined(__SSP_STRONG__)
  constexpr std::string_view kStack = "strong";
#elif defined(__SSP__)
  constexpr std::string_view kStack = "yes";
#else
  constexpr std::string_view kStack = "no";
#endif
#if defined(_FORTIFY_SOURCE)
  constexpr int kFortified = _FORTIFY_SOURCE;
#else
  constexpr int kFortified = 0;
#endif
#if defined(NDEBUG)
  constexpr std::string_view kAsserts = "off";
#else
  constexpr std::string_view kAsserts = "on";
#endif
#if defined(__PIE__)
  constexpr std::string_view kAddresses = "random";
#else
  constexpr std::string_view kAddresses = "fixed";
#endif
  return fmt::format(
      "  compiler         {}\n"
      "  linked           {}\n"
      "  asserts          {}\n"
      "  stack protector  {}\n"
      "  FORTIFY_SOURCE   {}\n"
      "  addresses        {}\n",
      __VERSION__, linkage_text(), kAsserts, kStack, kFortified, kAddresses);
}

}  // namespace

BoundCommand bind_command(const Command& command) {
  BoundCommand bound{command, {}, {}};
  bound.line.add("-h,--help", HelpFlag())
      ->description("Print this help; -h prints a short version");
  bound.run = command.bind(bound.line);
  add_common_options(bound);
  return bound;
}

Result<Parsed> parse_arguments(const BoundCommand& command, std::vector<std::string> arguments) {
  const std::unique_ptr<CLI::App> parser = parser_of(command);
  CLI::App& app = *parser;
  std::vector<std::string> words = take_words(arguments);
  const bool is_in_full = std::ranges::find(arguments, "--help") != arguments.end();
  add_second_dashes(command, arguments);
  add_optional_values(command, arguments);
  if (auto fault = check_values(command, app, arguments)) return *std::move(fault);
  CLI::Option* const positional = words.empty() ? nullptr : positional_of(app);
  if (positional != nullptr) positional->required(false);
  try {
    protect_brackets(arguments);
    protect_brackets(words);
    std::reverse(arguments.begin(), arguments.end());  // CLI11 expects the reverse order
    app.parse(std::move(arguments));
    if (positional != nullptr) {
      positional->add_result(words);
      positional->run_callback();
    }
  } catch (const CLI::CallForHelp&) {
    return is_in_full ? Parsed::Help : Parsed::ShortHelp;
  } catch (const CLI::ArgumentMismatch& mismatch) {
    return wrong_count(app, mismatch.what());
  } catch (const CLI::RequiredError&) {
    return missing_argument(command, app);
  } catch (const CLI::ParseError& fault) {
    return Error{fault.what()};
  }
  const std::vector<std::string> rest = unprotected(app.remaining());
  if (rest.empty()) {
    if (auto fault = apply_settings(command, app)) return *std::move(fault);
    return Parsed::Run;
  }
  const auto option = std::find_if(rest.begin(), rest.end(),
                                   [](const std::string& word) { return word.starts_with('-'); });
  if (option != rest.end()) return unknown_option(command, app, *option);
  return Error{fmt::format("unexpected argument '{}' (see `arbiter {} --help`)", rest.front(),
                           app.get_name())};
}

const Command* find_command(std::span<const Command> commands, std::string_view name) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [=](const Command& command) { return command.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

const Command* find_synonym(std::span<const Command> commands, std::string_view word) {
  const auto found = std::ranges::find_if(commands, [=](const Command& command) {
    return fmt::format(" {} ", command.synonyms).find(fmt::format(" {} ", word)) !=
           std::string::npos;
  });
  return found == commands.end() ? nullptr : &*found;
}

ExitCode run_program(std::span<const Command> commands, std::vector<std::string> arguments,
                     Console& console) {
  if (arguments.empty()) {
    console.say(program_help(commands, {console.error_width(), console.charset(), kNoColors}));
    return ExitCode::CouldNotRun;
  }
  const std::string first = arguments.front();
  arguments.erase(arguments.begin());
  if (first == "--version" || first == "-V" || first == "version") {
    console.print("arbiter {}\n", kVersion);
    if (arguments == std::vector<std::string>{"--verbose"}) console.print(build_description());
    return ExitCode::Clean;
  }
  if (first == "__complete") {
    console.print("{}", completions(commands, std::move(arguments)));
    return ExitCode::Clean;
  }
  const bool asks_for_help = first == "--help" || first == "-h";
  if (asks_for_help && arguments.empty()) {
    print_paged(program_help(commands, help_layout(console)), console);
    return ExitCode::Clean;
  }
  if (const Command* command = find_command(commands, asks_for_help ? "help" : first)) {
    return run_command(*command, arguments, console);
  }
  console.complain(
      fmt::format("{} (`arbiter --help` lists the commands)", unknown_command(commands, first)));
  return ExitCode::CouldNotRun;
}

}  // namespace arbiter
