// Fuzz targets: functions that accept arbitrary bytes and return the fault they find.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The fault, or nothing if there is none. A crash is also a fault.
using FuzzFault = std::optional<std::string>;

struct FuzzTarget {
  std::string_view name;  // also the folder of its corpus, tests/fuzz/corpus/NAME
  FuzzFault (*run)(std::string_view bytes);
};

std::span<const FuzzTarget> fuzz_targets();

// Returns null if no target has that name.
const FuzzTarget* fuzz_target(std::string_view name);

// Fuzzes game texts. For the first target, the first byte selects the options.
FuzzFault fuzz_findings(std::string_view bytes);
FuzzFault fuzz_writing(std::string_view text);
FuzzFault fuzz_repair(std::string_view text);
FuzzFault fuzz_json(std::string_view text);
FuzzFault fuzz_archive(std::string_view bytes);

// Fuzzes a database file, or modifications of a valid one (see database_target.cc).
FuzzFault fuzz_database(std::string_view bytes);

// Fuzz single words or phrases. If a position is needed, it is the first line, as a FEN or empty.
FuzzFault fuzz_fen(std::string_view text);
FuzzFault fuzz_san(std::string_view text);
FuzzFault fuzz_time_control(std::string_view text);
FuzzFault fuzz_commands(std::string_view text);
FuzzFault fuzz_filter(std::string_view text);
FuzzFault fuzz_pattern(std::string_view text);
FuzzFault fuzz_touch(std::string_view text);
FuzzFault fuzz_conditional(std::string_view text);

// Fuzz other inputs of a tournament: a report (TRF), a player list, .arbiter.toml.
FuzzFault fuzz_report(std::string_view bytes);
FuzzFault fuzz_players(std::string_view bytes);
FuzzFault fuzz_configuration(std::string_view text);

// Fuzzes the target of a request to the explorer.
FuzzFault fuzz_request(std::string_view text);

}  // namespace arbiter::testing
