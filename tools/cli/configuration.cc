#include "tools/cli/configuration.h"

#include <fmt/format.h>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "lib/base/text.h"
#include "lib/diagnostics/selection.h"
#include "lib/io/byte_source.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/path_pattern.h"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

enum class KeyKind : std::uint8_t { Text, Switch, List, File, Severities, Paths };

// What may stand at the top of the file; texts, switches, lists and files are options by that name.
struct Key {
  std::string_view name;
  KeyKind kind;
  bool is_addition = false;
};
constexpr Key kKeys[] = {
    {"rules", KeyKind::Text},
    {"piece-letters", KeyKind::Text},
    {"allow-illegal", KeyKind::Switch},
    {"event", KeyKind::Text},
    {"players", KeyKind::File},
    {"players-month", KeyKind::Text},
    {"select", KeyKind::List},
    {"ignore", KeyKind::List, true},
    {"severity", KeyKind::Severities, true},
    {"strict", KeyKind::Switch},
    {"notes", KeyKind::Switch},
    {"fail-on", KeyKind::Text},
    {"baseline", KeyKind::File},
    {"paths", KeyKind::Paths},
};
constexpr Key kPathKeys[] = {{"files", KeyKind::List}, {"ignore", KeyKind::List}};

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {
    configuration_.folder = fs::path(path).parent_path().string();
    if (configuration_.folder.empty()) configuration_.folder = ".";
  }

  Result<Configuration> read(std::string_view text) {
    const toml::parse_result parsed = toml::parse(text, path_);
    if (!parsed) return fault(parsed.error().source(), std::string(parsed.error().description()));
    for (const auto& [key, node] : parsed.table()) {
      const Key* known = find(kKeys, key.str());
      if (known == nullptr) return unknown(kKeys, key);
      if (auto wrong = take(*known, node)) return *std::move(wrong);
    }
    return std::move(configuration_);
  }

 private:
  Error fault(const toml::source_region& where, std::string message) const {
    return {fmt::format("{}: {}", place(where), message)};
  }

  std::string place(const toml::source_region& where) const {
    return fmt::format("{}:{}:{}", path_, where.begin.line, where.begin.column);
  }

  template <std::size_t N>
  static const Key* find(const Key (&keys)[N], std::string_view name) {
    const auto* const found = std::ranges::find(keys, name, &Key::name);
    return found == std::end(keys) ? nullptr : found;
  }

  template <std::size_t N>
  Error unknown(const Key (&keys)[N], const toml::key& key) const {
    std::vector<std::string_view> names;
    for (const Key& one : keys) names.push_back(one.name);
    const auto near = nearest_words(key.str(), names, 1);
    return fault(
        key.source(),
        fmt::format("unknown key '{}'{}", key.str(),
                    near.empty() ? "" : fmt::format("; did you mean '{}'?", near.front())));
  }

  std::optional<Error> take(const Key& key, const toml::node& node) {
    switch (key.kind) {
      case KeyKind::Text:
      case KeyKind::File:
        if (!node.is_string()) return fault(node.source(), expects(key, "a text in quotes"));
        set(key, node, {text_of(key, node.as_string()->get())});
        return {};
      case KeyKind::Switch:
        if (!node.is_boolean()) return fault(node.source(), expects(key, "true or false"));
        set(key, node, {node.as_boolean()->get() ? "true" : "false"});
        return {};
      case KeyKind::List: {
        auto texts = texts_of(key, node);
        if (!texts) return Error{texts.error()};
        set(key, node, *std::move(texts));
        return {};
      }
      case KeyKind::Severities:
        return take_severities(key, node);
      case KeyKind::Paths:
        break;
    }
    return take_paths(key, node);
  }

  // Files are named from the folder of the configuration.
  std::string text_of(const Key& key, const std::string& text) const {
    if (key.kind != KeyKind::File || fs::path(text).is_absolute()) return text;
    return (fs::path(configuration_.folder) / text).string();
  }

  static std::string expects(const Key& key, std::string_view what) {
    return fmt::format("'{}' must be {}", key.name, what);
  }

  void set(const Key& key, const toml::node& node, std::vector<std::string> values) {
    configuration_.settings.push_back({.option = fmt::format("--{}", key.name),
                                       .values = std::move(values),
                                       .place = place(node.source()),
                                       .is_addition = key.is_addition});
  }

  Result<std::vector<std::string>> texts_of(const Key& key, const toml::node& node) const {
    const toml::array* array = node.as_array();
    const std::string wanted = expects(key, "a list of texts: [\"...\"]");
    if (array == nullptr) return fault(node.source(), wanted);
    std::vector<std::string> texts;
    for (const toml::node& one : *array) {
      if (!one.is_string()) return fault(one.source(), wanted);
      texts.push_back(one.as_string()->get());
      if (key.name == "files") continue;
      const auto codes = parse_codes(texts.back());
      if (!codes) return fault(one.source(), codes.error());
    }
    return texts;
  }

  std::optional<Error> take_severities(const Key& key, const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return fault(node.source(), expects(key, "a table: [severity]"));
    for (const auto& [id, level] : *table) {
      if (!level.is_string()) return fault(level.source(), expects(key, "a table of texts"));
      const std::string change = fmt::format("{}={}", id.str(), level.as_string()->get());
      const auto selection = make_selection({.severity = {change}});
      if (!selection) return fault(id.source(), selection.error());
      set(key, level, {change});
    }
    return {};
  }

  std::optional<Error> take_paths(const Key& key, const toml::node& node) {
    const toml::array* array = node.as_array();
    const std::string wanted = expects(key, "tables: [[paths]]");
    if (array == nullptr) return fault(node.source(), wanted);
    for (const toml::node& one : *array) {
      const toml::table* table = one.as_table();
      if (table == nullptr) return fault(one.source(), wanted);
      if (auto wrong = take_path_rule(*table)) return wrong;
    }
    return {};
  }

  std::optional<Error> take_path_rule(const toml::table& table) {
    PathRule rule;
    for (const auto& [name, node] : table) {
      const Key* known = find(kPathKeys, name.str());
      if (known == nullptr) return unknown(kPathKeys, name);
      auto texts = texts_of(*known, node);
      if (!texts) return Error{texts.error()};
      if (known->name == "files") {
        rule.files = *std::move(texts);
      } else {
        for (const std::string& word : *texts) rule.ignored |= *parse_codes(word);
      }
    }
    if (rule.files.empty()) return fault(table.source(), "[[paths]] needs 'files'");
    configuration_.paths.push_back(std::move(rule));
    return {};
  }

  const std::string& path_;
  Configuration configuration_;
};

// The folder to begin in; a file that is not there yet has one too.
fs::path folder_of(const std::string& argument) {
  std::error_code error;
  const fs::path path = fs::absolute(argument, error);
  return fs::is_directory(path, error) ? path : path.parent_path();
}

std::string found_from(fs::path folder) {
  std::error_code error;
  while (true) {
    const fs::path file = folder / kConfigurationName;
    if (fs::is_regular_file(file, error)) return file.string();
    if (!folder.has_relative_path()) return {};
    folder = folder.parent_path();
  }
}

// Below the present folder without it.
std::string shortened(const std::string& path) {
  std::error_code error;
  const fs::path relative = fs::relative(path, error);
  const bool is_below = !error && !relative.empty() && *relative.begin() != "..";
  return is_below ? relative.string() : path;
}

Result<std::string> text_of_file(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  const auto file = FileSource::open(path);
  if (!file) return Error{file.error()};
  std::string text(kMost + 1, '\0');
  text.resize(read_fully(**file, text));
  if (text.size() > kMost) return Error{"too large for a configuration"};
  return text;
}

}  // namespace

CodeSet Configuration::ignored_in(std::string_view file) const {
  CodeSet ignored;
  if (paths.empty()) return ignored;
  std::error_code error;
  const fs::path relative = fs::relative(std::string(file), folder, error);
  const std::string path = error ? std::string(file) : relative.string();
  for (const PathRule& rule : paths) {
    const bool is_meant = std::ranges::any_of(
        rule.files, [&](const std::string& pattern) { return matches_path(pattern, path); });
    if (is_meant) ignored |= rule.ignored;
  }
  return ignored;
}

Result<Configuration> read_configuration(std::string_view text, const std::string& path) {
  return Reader(path).read(text);
}

Result<Configuration> find_configuration(const std::vector<std::string>& arguments,
                                         const ConfigurationChoice& choice) {
  if (choice.is_off) return Configuration{};
  std::string path = choice.path;
  if (path.empty()) {
    std::set<std::string> found;
    for (const std::string& argument : arguments) {
      found.insert(found_from(argument == "-" ? fs::current_path() : folder_of(argument)));
    }
    if (arguments.empty()) found.insert(found_from(fs::current_path()));
    if (found.size() > 1) {
      return Error{fmt::format(
          "the files have different configurations ({} and {}); choose with --config FILE or "
          "--no-config",
          found.begin()->empty() ? "none" : shortened(*found.begin()),
          shortened(*std::next(found.begin())))};
    }
    if (found.begin()->empty()) return Configuration{};
    path = shortened(*found.begin());
  }
  const auto text = text_of_file(path);
  if (!text) return Error{fmt::format("{}: {}", path, text.error())};
  return read_configuration(*text, path);
}

void add_configuration(CommandLine& app, const std::vector<std::string>& files,
                       ConfigurationChoice& choice, Configuration& configuration) {
  constexpr const char* kGroup = "Configuration";
  add_text(app, "--config", choice.path)
      ->type_name("FILE")
      ->description(
          "Read this configuration (default: the nearest .arbiter.toml in the folder of the files "
          "or above)")
      ->group(kGroup);
  add_switch(app, "--no-config", choice.is_off, "Read no configuration")->group(kGroup);
  app.settings([&]() -> Result<std::vector<OptionSetting>> {
    auto found = find_configuration(files, choice);
    if (!found) return Error{found.error()};
    configuration = *std::move(found);
    return configuration.settings;
  });
}

}  // namespace arbiter::cli
