#include <fmt/format.h>

// toml++ 3.3.0 asserts where the text is to blame, such as in "[%]": that is no end of the program.
namespace arbiter::cli {
namespace {
struct TomlAssertion {};
[[noreturn]] void throw_assertion() { throw TomlAssertion(); }
}  // namespace
}  // namespace arbiter::cli
#define TOML_ASSERT(claim) ((claim) ? void() : ::arbiter::cli::throw_assertion())
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "lib/base/text.h"
#include "lib/diagnostics/selection.h"
#include "tools/cli/configuration.h"

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
    if (configuration_.folder.empty()) configuration_.folder.assign(1, '.');
  }

  Result<Configuration> read(std::string_view text) {
    try {
      return read_table(toml::parse(text, path_));
    } catch (const toml::parse_error& error) {
      return fault(error.source(), std::string(error.description()));
    } catch (const TomlAssertion&) {
      return Error{fmt::format("{}:{}:1: not TOML: a table needs a name in letters and digits",
                               path_, line_of_nameless_table(text))};
    }
  }

 private:
  Result<Configuration> read_table(const toml::table& table) {
    for (const auto& [key, node] : table) {
      const Key* known = find(kKeys, key.str());
      if (known == nullptr) return unknown(kKeys, key);
      if (auto wrong = take(*known, node)) return *std::move(wrong);
    }
    return std::move(configuration_);
  }

  static std::size_t line_of_nameless_table(std::string_view text) {
    std::size_t number = 1;
    for (; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = trim(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      const std::size_t brackets = line.starts_with("[[") ? 2 : line.starts_with('[') ? 1 : 0;
      line = trim(line.substr(brackets));
      const bool is_name =
          !line.empty() && (is_letter(line[0]) || is_digit(line[0]) ||
                            std::string_view("_-\"'").find(line[0]) != std::string_view::npos);
      if (brackets > 0 && !is_name) return number;
    }
    return 1;
  }

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

}  // namespace

Result<Configuration> read_configuration(std::string_view text, const std::string& path) {
  return Reader(path).read(text);
}

}  // namespace arbiter::cli
