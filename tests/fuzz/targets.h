// Fuzz targets: functions that accept any bytes and return the fault of the answer.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The fault; nothing if there is none. A crash is also a fault.
using FuzzFault = std::optional<std::string>;

struct FuzzTarget {
  std::string_view name;  // also of its corpus, tests/fuzz/corpus/NAME
  FuzzFault (*run)(std::string_view bytes);
};

std::span<const FuzzTarget> fuzz_targets();

// Null if no target has that name.
const FuzzTarget* fuzz_target(std::string_view name);

// Texts of games. For the first target, the first byte chooses the options.
FuzzFault fuzz_findings(std::string_view bytes);
FuzzFault fuzz_writing(std::string_view text);
FuzzFault fuzz_repair(std::string_view text);
FuzzFault fuzz_json(std::string_view text);
FuzzFault fuzz_archive(std::string_view bytes);

// A database file, or changes of a sound one: see database_target.cc.
FuzzFault fuzz_database(std::string_view bytes);

// Words. If a position is needed, it is the first line, as a FEN or empty.
FuzzFault fuzz_fen(std::string_view text);
FuzzFault fuzz_san(std::string_view text);
FuzzFault fuzz_time_control(std::string_view text);
FuzzFault fuzz_commands(std::string_view text);
FuzzFault fuzz_filter(std::string_view text);
FuzzFault fuzz_pattern(std::string_view text);
FuzzFault fuzz_touch(std::string_view text);
FuzzFault fuzz_conditional(std::string_view text);

// Other inputs of a tournament: a tournament report (TRF), a player list, .arbiter.toml.
FuzzFault fuzz_report(std::string_view bytes);
FuzzFault fuzz_players(std::string_view bytes);
FuzzFault fuzz_configuration(std::string_view text);

// The target of a request to the explorer.
FuzzFault fuzz_request(std::string_view text);

}  // namespace arbiter::testing
