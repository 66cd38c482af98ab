// .arbiter.toml: how the games below a folder are checked.
//
//   rules = "fide"
//   ignore = ["name-form"]
//   [severity]
//   mate-vs-result = "warning"
//   [[paths]]
//   files = ["old/**", "blitz-*.pgn"]
//   ignore = ["clocks"]
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/diagnostics/catalogue.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// Diagnostics that are ignored in some files.
struct PathRule {
  std::vector<std::string> files;  // patterns; see matches_path()
  CodeSet ignored;
};

struct Configuration {
  std::string folder = {};                   // paths are relative to it; empty: no file was found
  std::vector<OptionSetting> settings = {};  // for options of the command
  std::vector<PathRule> paths = {};

  CodeSet ignored_in(std::string_view file) const;
};

// The choice of the file to read.
struct ConfigurationChoice {
  std::string path = {};  // empty: the nearest file
  bool is_off = false;
};

inline constexpr std::string_view kConfigurationName = ".arbiter.toml";

// Reads the nearest .arbiter.toml in the folders of the arguments and above (without arguments,
// from the current folder up). Fails if arguments have different ones, and at the first fault in
// the file: "games/.arbiter.toml:3:1: unknown key 'rule'; did you mean 'rules'?".
Result<Configuration> find_configuration(const std::vector<std::string>& arguments,
                                         const ConfigurationChoice& choice);

// `text` is TOML, `path` its file.
Result<Configuration> read_configuration(std::string_view text, const std::string& path);

// --config and --no-config, and the settings in the file for the other options of `app`.
void add_configuration(CommandLine& app, const std::vector<std::string>& files,
                       ConfigurationChoice& choice, Configuration& configuration);

// Returns whether a pattern matches: `*` and `?` stand for characters other than "/", `**` for any.
// A pattern without "/" is compared with each name of the path, and a folder stands for all that is
// in it.
bool matches_path(std::string_view pattern, std::string_view path);

}  // namespace arbiter
