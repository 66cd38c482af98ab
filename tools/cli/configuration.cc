#include "tools/cli/configuration.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

// Returns the folder where the search begins. A file that does not exist yet also has a folder.
fs::path folder_of(const std::string& argument) {
  std::error_code error;
  const fs::path path = fs::absolute(argument, error);
  return fs::is_directory(path, error) ? path : path.parent_path();
}

// Returns the nearest configuration file above a folder; empty if there is none.
std::string found_from(fs::path folder) {
  std::error_code error;
  while (true) {
    const fs::path file = folder / kConfigurationName;
    if (fs::exists(file, error)) return file.string();
    if (!folder.has_relative_path()) return {};
    folder = folder.parent_path();
  }
}

// Returns a path relative to the current folder, if it is inside.
std::string shortened(const std::string& path) {
  std::error_code error;
  const fs::path relative = fs::path(path).lexically_relative(fs::current_path(error));
  const bool is_below = !error && !relative.empty() && *relative.begin() != "..";
  return is_below ? relative.string() : path;
}

Result<std::string> text_of_file(const std::string& path) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
  const auto file = FileSource::open(path);
  if (!file) return Error{file.error()};
  std::string text(kMaxBytes + 1, '\0');
  text.resize(read_fully(**file, text));
  if (text.size() > kMaxBytes) return Error{"too large for a configuration"};
  return text;
}

bool matches_from(std::string_view pattern, std::string_view path) {
  while (!pattern.empty()) {
    if (pattern.starts_with("**")) {
      const std::string_view rest = pattern.substr(2);
      const std::string_view after = rest.starts_with('/') ? rest.substr(1) : rest;
      for (std::size_t i = 0; i <= path.size(); ++i) {
        const bool is_start = i == 0 || path[i - 1] == '/' || after.size() == rest.size();
        if (is_start && matches_from(after, path.substr(i))) return true;
      }
      return false;
    }
    if (pattern.front() == '*') {
      for (std::size_t i = 0; i <= path.size(); ++i) {
        if (matches_from(pattern.substr(1), path.substr(i))) return true;
        if (i < path.size() && path[i] == '/') break;
      }
      return false;
    }
    if (path.empty()) return false;
    if (pattern.front() == '?' ? path.front() == '/' : pattern.front() != path.front())
      return false;
    pattern.remove_prefix(1);
    path.remove_prefix(1);
  }
  return path.empty() || path.front() == '/' || path.front() == ':';
}

}  // namespace

CodeSet Configuration::ignored_in(std::string_view file) const {
  CodeSet ignored;
  if (paths.empty()) return ignored;
  const std::string path = relative(file);
  for (const PathRule& rule : paths) {
    const bool is_meant = std::ranges::any_of(
        rule.files, [&](const std::string& pattern) { return matches_path(pattern, path); });
    if (is_meant) ignored |= rule.ignored;
  }
  return ignored;
}

bool Configuration::excludes(std::string_view file) const {
  if (excluded.empty()) return false;
  return std::ranges::any_of(excluded, [path = relative(file)](const std::string& pattern) {
    return matches_path(pattern, path);
  });
}

std::string Configuration::relative(std::string_view file) const {
  std::error_code error;
  const fs::path path = fs::relative(std::string(file), folder, error);
  return error ? std::string(file) : path.generic_string();
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
    std::error_code error;
    if (!fs::is_regular_file(path, error)) {
      return Error{fmt::format("{}: a configuration must be a regular file", path)};
    }
    if (fault_of_link(path, fs::path(path).parent_path().string())) {
      return Error{fmt::format(
          "{}: the link leads out of its folder; use --config FILE or --no-config", path)};
    }
  }
  const auto text = text_of_file(path);
  if (!text) return Error{fmt::format("{}: {}", path, text.error())};
  return read_configuration(*text, path);
}

void add_configuration(CommandLine& app, FindNames names, ConfigurationChoice& choice,
                       Configuration& configuration) {
  const OptionGroup group(app, "Configuration");
  add_text(app, "--config FILE", choice.path,
           "Read this configuration (default: the nearest .arbiter.toml in the folder of the files "
           "or above)");
  add_switch(app, "--no-config", choice.is_off, "Read no configuration");
  app.settings(
      [names = std::move(names), &choice, &configuration]() -> Result<std::vector<OptionSetting>> {
        const auto files = names();
        if (!files) return Error{files.error()};
        auto found = find_configuration(*files, choice);
        if (!found) return Error{found.error()};
        configuration = *std::move(found);
        return configuration.settings;
      });
}

bool matches_path(std::string_view pattern, std::string_view path) {
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  if (pattern.starts_with("./")) pattern.remove_prefix(2);
  if (pattern.find('/') != std::string_view::npos) return matches_from(pattern, path);
  for (std::size_t at = 0; at <= path.size(); ++at) {
    if (matches_from(pattern, path.substr(at))) return true;
    at = std::min(path.find('/', at), path.size());
  }
  return false;
}

void add_file_choice(CommandLine& app, FileChoice& choice) {
  add_text(app, "--files-from FILE", choice.list,
           "Read further file names from FILE, one per line; - is standard input");
  add_text(app, "--exclude GLOB", choice.excluded,
           "Skip files that match, such as 'drafts' or '**/old/*.pgn'; may be repeated");
}

Result<std::vector<std::string>> names_in(std::vector<std::string> arguments,
                                          const FileChoice& choice) {
  if (choice.list.empty()) return arguments;
  if (!choice.text) {
    auto text = read_option_file(choice.list);
    if (!text) return Error{text.error()};
    choice.text = *std::move(text);
  }
  // Lists of `find -print0` and `git ls-files -z` are separated by zero bytes.
  const char end = choice.text->find('\0') == std::string::npos ? '\n' : '\0';
  for (std::string_view rest = *choice.text; !rest.empty();) {
    std::string_view name = rest.substr(0, rest.find(end));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    if (end == '\n' && name.ends_with('\r')) name.remove_suffix(1);
    if (!name.empty()) arguments.emplace_back(name);
  }
  return arguments;
}

Result<NamedFiles> chosen_files(std::vector<std::string> arguments, const FileChoice& choice,
                                std::string_view command) {
  auto names = names_in(std::move(arguments), choice);
  if (!names) return Error{names.error()};
  if (names->empty() && !choice.list.empty()) return NamedFiles();
  const auto given = files_given(*std::move(names), command);
  if (!given) return Error{given.error()};
  NamedFiles named = files_named(*given);
  const auto is_excluded = [&](const std::string& path) {
    return (choice.configuration != nullptr && choice.configuration->excludes(path)) ||
           std::ranges::any_of(choice.excluded, [&](const std::string& pattern) {
             return matches_path(pattern, path);
           });
  };
  std::erase_if(named.files, is_excluded);
  std::erase_if(named.unread, [&](const auto& unread) { return is_excluded(unread.path); });
  return named;
}

}  // namespace arbiter
