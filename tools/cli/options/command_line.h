// The options of a command as data. The parser, help, completions and the tests of the pages read
// them; only the parser knows the library behind it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

// Takes a value; returns a sentence where it cannot be read, else an empty string.
using OptionCallback = std::function<std::string(const std::string& text)>;

// Of several values the last counts. `take` is called for each in order and for the last one
// again, so it replaces what it took before.
struct LastValue {
  OptionCallback take;
};

// All values count, and are taken together, in order; what is wrong with one is a sentence.
struct EveryValue {
  std::function<std::string(const std::vector<std::string>& values)> take;
  std::size_t words = 1;  // that a value has: `values` has them one after the other
};

// Asks for help instead of a run.
struct HelpFlag {};

// Where the values of an option go. What it refers to lives as long as the option.
using OptionTarget =
    std::variant<bool*,                        // true where it is given; the option has no value
                 std::function<void()>,        // called where it is given; the option has no value
                 std::string*,                 // one value, as it is written
                 std::optional<std::string>*,  // the same
                 std::vector<std::string>*,    // as many as are given
                 LastValue, EveryValue, HelpFlag>;

// An option, or a positional: an argument without a name.
class Option {
 public:
  // `names` are "-o,--output", or a positional's name in help.
  Option(const std::string& names, OptionTarget target);

  // What help says of it. Each returns this option.
  Option* description(std::string text);
  Option* type_name(std::string name);  // of its value
  Option* group(std::string name);      // empty: hidden
  Option* required();
  // Help does not list it; completions offer it all the same.
  Option* unlisted();
  // All values that it can have. Of a list, several can be given with commas.
  Option* choices(std::vector<std::string> values);
  Option* list();

  // With their dashes, short ones first; of a positional, its name.
  const std::vector<std::string>& names() const { return names_; }
  const std::string& description() const { return description_; }
  const std::string& type_name() const { return type_name_; }
  const std::string& group() const { return group_; }
  const OptionTarget& target() const { return target_; }
  bool is_positional() const { return !names_.front().starts_with('-'); }
  const std::vector<std::string>& choices() const { return choices_; }
  bool is_hidden() const { return group_.empty(); }
  bool is_listed() const { return !is_hidden() && !is_unlisted_; }
  bool is_list() const { return is_list_; }
  bool is_required() const { return is_required_; }
  bool takes_value() const;
  bool asks_for_help() const { return std::holds_alternative<HelpFlag>(target_); }
  bool takes_many() const { return std::holds_alternative<std::vector<std::string>*>(target_); }

 private:
  std::vector<std::string> names_;
  std::string description_;
  std::string type_name_;
  std::string group_ = "Options";
  std::vector<std::string> choices_;
  bool is_required_ = false;
  bool is_unlisted_ = false;
  bool is_list_ = false;
  OptionTarget target_;
};

// The value of an option from elsewhere than the command line, which has precedence.
struct OptionSetting {
  std::string option;  // "--rules"
  std::vector<std::string> values = {};
  std::string place = {};    // for what is wrong with it: "games/.arbiter.toml:3:9"
  bool is_addition = false;  // of a list: values on the command line are added
};

// Asked for after the command line has been read.
using FindSettings = std::function<Result<std::vector<OptionSetting>>()>;

// What can stand behind the name of a command.
class CommandLine {
 public:
  // The option is this object's, and stays where it is.
  Option* add(const std::string& names, OptionTarget target);

  void settings(FindSettings find) { find_settings_ = std::move(find); }
  const FindSettings& settings() const { return find_settings_; }  // may be empty

  // What help ends with.
  void footer(std::string text) { footer_ = std::move(text); }

  const std::vector<std::unique_ptr<Option>>& options() const { return options_; }
  const std::string& footer() const { return footer_; }

 private:
  std::vector<std::unique_ptr<Option>> options_;
  std::string footer_;
  FindSettings find_settings_;
};

}  // namespace arbiter
