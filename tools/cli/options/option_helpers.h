// The kinds of options that commands have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/notation/piece_letters.h"
#include "tools/cli/options/parsed_option.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"

namespace arbiter {

struct NumberRange {
  std::uint64_t min = 0;
  std::uint64_t max = UINT64_MAX;
};

// An option without a value, which sets `value`.
Option* add_switch(CommandLine& app, const std::string& name, bool& value,
                   const std::string& description);

// An option or positional that is taken as it is written.
Option* add_text(CommandLine& app, const std::string& name, std::string& value);
Option* add_text(CommandLine& app, const std::string& name, std::optional<std::string>& value);

// The positional DB.
Option* add_database(CommandLine& app, std::string& path);

// Where games go.
struct OutputOption {
  std::string path;  // empty and "-": standard output
  bool replaces_databases = false;
  bool has_force = false;  // the command has --force

  bool names_file() const { return !path.empty() && path != "-"; }
};

// -o, --output FILE and --force.
Option* add_output(CommandLine& app, OutputOption& output);

// An option or positional that may be given several times and adds to `values`.
Option* add_words(CommandLine& app, const std::string& name, std::vector<std::string>& values);

// An option whose value is a whole number.
Option* add_number(CommandLine& app, const std::string& name, std::uint64_t& value,
                   NumberRange range);
Option* add_number(CommandLine& app, const std::string& name, std::optional<std::uint64_t>& value,
                   NumberRange range);

// --piece-letters KDTLS.
// Nothing: those of each game.
Option* add_piece_letters(CommandLine& app, std::optional<PieceLetters>& letters);

// --format: one of `formats`, which have static storage.
Option* add_format(CommandLine& app, AnswerFormat& format, std::span<const AnswerFormat> formats);

// --color auto|always|never.
Option* add_color(CommandLine& app, ColorMode& color);

// The whole number that `text` is, if it is one and in range; else a sentence.
Result<std::uint64_t> parse_number(std::string_view text, NumberRange range);

}  // namespace arbiter
