// The options of a command as data. Used by the parser, help, completions and documentation tests;
// only the parser depends on CLI11.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"
#include "tools/cli/output/console.h"

namespace arbiter {

class Storage;

// The target of an option whose last value wins. `take` is called for each value in order. It
// returns an error about the value, or an empty string.
struct LastValue {
  std::function<std::string(const std::string& text)> take;
};

// A function that receives all values of an option together. Returns an error about one of them, or
// an empty string.
using TakeValues = std::function<std::string(const std::vector<std::string>& values)>;

// The target of an option whose values all count.
struct EveryValue {
  TakeValues take;
  std::size_t words = 1;  // words per value; `take` receives them one by one
};

// The target of an option that prints help instead of running the command.
struct HelpFlag {};

// The target of an option's values. Referenced objects must outlive the option.
struct OptionTarget {
  enum class Kind : std::uint8_t { Help, Switch, Once, Last, Every };

  OptionTarget(HelpFlag) : kind(Kind::Help) {}
  // Sets `*value` to true if the option is given. The option has no value.
  OptionTarget(bool* value);
  // Calls `call` if the option is given.
  OptionTarget(std::function<void()> call);
  // Stores one value unchanged.
  OptionTarget(std::string* value);
  OptionTarget(std::optional<std::string>* value);
  // Stores all values unchanged.
  OptionTarget(std::vector<std::string>* values);
  OptionTarget(LastValue last);
  OptionTarget(EveryValue every) : kind(Kind::Every), take(std::move(every.take)) {
    words = every.words;
  }

  Kind kind;
  TakeValues take = {};  // for a switch, the value is "true" or "false"
  std::size_t words = 1;
  std::string type_name = {};  // value name in help
};

// An option, or a positional, which is an argument without a name.
class Option {
 public:
  // `names` is a string such as "-o,--output FILE", which ends with the value name, or the name of
  // a positional in help.
  Option(std::string names, OptionTarget target, std::string group);

  // Set the contents of help. Each function returns this option.
  Option* description(std::string text) { return set(description_, std::move(text)); }
  Option* type_name(std::string name) { return set(target_.type_name, std::move(name)); }
  Option* group(std::string name) { return set(group_, std::move(name)); }  // empty if hidden
  Option* required() { return set(is_required_, true); }
  // Hides the option in help. Completions still offer it.
  Option* unlisted() { return set(is_unlisted_, true); }
  // Sets the value that is used if the option is given without one. A value in a separate word
  // after the option must be one of the choices.
  Option* optional_value(std::string value) { return set(optional_value_, std::move(value)); }
  // For an option with an optional value: sets words that are rejected as its value instead of
  // being read as arguments.
  Option* wrong_values(std::vector<std::string> values) {
    return set(wrong_values_, std::move(values));
  }
  // Sets a name that is accepted but hidden, such as that of other programs or former versions.
  Option* alias(std::string name) { return set(alias_, std::move(name)); }
  // Sets all possible values of the option. Values of lists are separated by commas.
  Option* choices(std::vector<std::string> values) { return set(choices_, std::move(values)); }
  Option* list() { return set(is_list_, true); }

  // Returns the names with dashes, short ones first. For a positional, returns its name.
  const std::vector<std::string>& names() const { return names_; }
  // Returns whether the option has this name or alias.
  bool is_named(std::string_view name) const;
  const std::string& alias() const { return alias_; }  // may be empty
  // Returns the default value; empty if a value is required.
  const std::string& optional_value() const { return optional_value_; }
  const std::string& description() const { return description_; }
  const std::string& type_name() const { return target_.type_name; }
  const std::string& group() const { return group_; }
  const OptionTarget& target() const { return target_; }
  const std::vector<std::string>& choices() const { return choices_; }
  const std::vector<std::string>& wrong_values() const { return wrong_values_; }
  bool is_positional() const { return !names_.front().starts_with('-'); }
  bool is_hidden() const { return group_.empty(); }
  bool is_listed() const { return !is_hidden() && !is_unlisted_; }
  bool is_list() const { return is_list_; }
  bool is_required() const { return is_required_; }
  bool takes_value() const { return target_.kind > OptionTarget::Kind::Switch; }
  bool asks_for_help() const { return target_.kind == OptionTarget::Kind::Help; }

 private:
  template <class T>
  Option* set(T& member, T value) {
    member = std::move(value);
    return this;
  }

  std::vector<std::string> names_;
  std::string alias_;
  std::string optional_value_;
  std::string description_;
  OptionTarget target_;
  std::string group_;
  std::vector<std::string> choices_;
  std::vector<std::string> wrong_values_;
  bool is_required_ = false;
  bool is_unlisted_ = false;
  bool is_list_ = false;
};

// The value of an option from a source other than the command line, which takes precedence.
struct OptionSetting {
  std::string option;  // such as "--rules"
  std::vector<std::string> values = {};
  std::string place = {};    // place in error messages, such as "games/.arbiter.toml:3:9"
  bool is_addition = false;  // for a list: values on the command line are added
};

// A function that finds settings after the command line has been read.
using FindSettings = std::function<Result<std::vector<OptionSetting>>()>;

// The arguments that a command accepts.
class CommandLine {
 public:
  // Adds an option, which is owned by this object. Its address is stable.
  Option* add(const std::string& names, OptionTarget target);
  // Moves the option with this name, if any, to the end.
  void move_to_end(std::string_view name);
  void settings(FindSettings find) { find_settings_ = std::move(find); }
  const FindSettings& settings() const { return find_settings_; }  // may be empty

  // Sets the function that chooses the format by output name, unless --format was given. It returns
  // an error if the name does not select a format.
  void format_by_name(std::function<std::optional<Error>(const std::string& output)> choose) {
    choose_format_ = std::move(choose);
  }
  const auto& format_by_name() const { return choose_format_; }  // null if the only format is text

  // Sets the text at the end of the help.
  void footer(std::string text) { footer_ = std::move(text); }

  const std::vector<std::unique_ptr<Option>>& options() const { return options_; }
  const std::string& footer() const { return footer_; }

  // Returns the colour mode. Its address is stable when the command line is moved.
  ColorMode& color() const { return common_->color; }
  // Return values of options that every command has without declaring them. Their addresses are
  // stable.
  bool& is_quiet() const { return common_->is_quiet; }
  std::string& output() const { return common_->output; }
  // Returns the open store that replaces the command's game files; null if there is none. Set by
  // servers.
  std::shared_ptr<Storage>& games() const { return common_->games; }

 private:
  friend class OptionGroup;

  std::vector<std::unique_ptr<Option>> options_;
  std::string group_ = "Options";
  std::string footer_;
  FindSettings find_settings_;
  std::function<std::optional<Error>(const std::string& output)> choose_format_;

  struct Common {
    ColorMode color = ColorMode::Auto;
    bool is_quiet = false;
    std::string output;  // empty or "-" for standard output
    std::shared_ptr<Storage> games;
  };
  std::unique_ptr<Common> common_ = std::make_unique<Common>();
};

// A scope in which options are added under a help heading.
class OptionGroup {
 public:
  OptionGroup(CommandLine& app, std::string heading) : app_(app), heading_(std::move(heading)) {
    std::swap(app_.group_, heading_);
  }
  OptionGroup(const OptionGroup&) = delete;
  OptionGroup& operator=(const OptionGroup&) = delete;
  ~OptionGroup() { std::swap(app_.group_, heading_); }

 private:
  CommandLine& app_;
  std::string heading_;
};

}  // namespace arbiter
