// The configuration file .arbiter.toml, which sets how games below a folder are checked.
//
//   rules = "fide"
//   ignore = ["name-form"]
//   [severity]
//   mate-vs-result = "warning"
//   [[paths]]
//   files = ["old/**", "blitz-*.pgn"]
//   ignore = ["clocks"]
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/io/input_files.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// Diagnostics to ignore in some files.
struct PathRule {
  std::vector<std::string> files;  // patterns as in matches_path()
  CodeSet ignored;
};

struct Configuration {
  // Folder of the file, to which paths are relative; empty if no file was found.
  std::string folder = {};
  std::vector<OptionSetting> settings = {};  // settings for the command's options
  std::vector<PathRule> paths = {};
  std::vector<std::string> excluded = {};  // patterns of files to skip, as in matches_path()

  CodeSet ignored_in(std::string_view file) const;
  bool excludes(std::string_view file) const;

 private:
  std::string relative(std::string_view file) const;
};

struct ConfigurationChoice {
  std::string path = {};  // if empty, the nearest file
  bool is_off = false;
};

inline constexpr std::string_view kConfigurationName = ".arbiter.toml";

// Reads the nearest .arbiter.toml in the folders of the arguments and above (without arguments,
// from the current folder up). Fails if the arguments have different configuration files, or at the
// first error in the file, such as "games/.arbiter.toml:3:1: unknown key 'rule'; did you mean
// 'rules'?".
Result<Configuration> find_configuration(const std::vector<std::string>& arguments,
                                         const ConfigurationChoice& choice);

// Reads a configuration. `text` is TOML, and `path` the name of its file.
Result<Configuration> read_configuration(std::string_view text, const std::string& path);

// Returns the names of a command's files. Called after the command line has been parsed.
using FindNames = std::function<Result<std::vector<std::string>>()>;

// Adds --config and --no-config to `app`, and applies the settings of the file to its other
// options.
void add_configuration(CommandLine& app, FindNames names, ConfigurationChoice& choice,
                       Configuration& configuration);

// The files of a command in addition to its arguments.
struct FileChoice {
  std::string list;                              // file with a name per line
  mutable std::optional<std::string> text = {};  // content of the list, which is read once
  std::vector<std::string> excluded;             // patterns as in matches_path()
  const Configuration* configuration = nullptr;  // may exclude files too
};

void add_file_choice(CommandLine& app, FileChoice& choice);

// Returns the arguments and the names of the list. Fails if the list cannot be read.
Result<std::vector<std::string>> names_in(std::vector<std::string> arguments,
                                          const FileChoice& choice);

// Returns the files of the arguments and of the list, without the excluded ones; standard input if
// there are neither. Fails like names_in() and files_given().
Result<NamedFiles> chosen_files(std::vector<std::string> arguments, const FileChoice& choice,
                                std::string_view command);

// Returns whether a pattern matches. `*` and `?` match characters other than "/", and `**` matches
// any characters. A pattern without "/" is compared with each name in the path, and a folder
// matches all files inside.
bool matches_path(std::string_view pattern, std::string_view path);

}  // namespace arbiter
