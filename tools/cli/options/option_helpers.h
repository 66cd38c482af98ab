// The kinds of options that commands have in common.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/notation/piece_letters.h"
#include "tools/cli/output/choice.h"
#include "tools/cli/output/console.h"

namespace arbiter::cli::options {

struct NumberRange {
  std::uint64_t least = 0;
  std::uint64_t most = UINT64_MAX;
};

// An option without a value, which sets `value`.
CLI::Option* add_switch(CLI::App& app, const std::string& name, bool& value,
                        const std::string& description);

// An option or positional that is taken as it is written.
CLI::Option* add_text(CLI::App& app, const std::string& name, std::string& value);
CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value);

// The positional DB.
CLI::Option* add_database(CLI::App& app, std::string& path);

// -o, --output FILE.
CLI::Option* add_output(CLI::App& app, std::string& path);

// An option or positional that may be given several times and adds to `values`.
CLI::Option* add_words(CLI::App& app, const std::string& name, std::vector<std::string>& values);

// An option whose value is a whole number.
CLI::Option* add_number(CLI::App& app, const std::string& name, std::uint64_t& value,
                        NumberRange range);
CLI::Option* add_number(CLI::App& app, const std::string& name, std::optional<std::uint64_t>& value,
                        NumberRange range);

// --piece-letters KDTLS.
CLI::Option* add_piece_letters(CLI::App& app, PieceLetters& letters);

// --color auto|always|never.
CLI::Option* add_color(CLI::App& app, ColorMode& color);

// The whole number that `text` is, if it is one and in range; else a sentence.
Result<std::uint64_t> parse_number(std::string_view text, NumberRange range);

}  // namespace arbiter::cli::options
