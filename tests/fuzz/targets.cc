#include "tests/fuzz/targets.h"

#include <algorithm>
#include <iterator>

namespace arbiter::testing {
namespace {

constexpr FuzzTarget kTargets[] = {
    {"findings", fuzz_findings},
    {"writing", fuzz_writing},
    {"repair", fuzz_repair},
    {"archive", fuzz_archive},
    {"database", fuzz_database},
    {"fen", fuzz_fen},
    {"san", fuzz_san},
    {"time-control", fuzz_time_control},
    {"commands", fuzz_commands},
    {"filter", fuzz_filter},
    {"touch", fuzz_touch},
    {"conditional", fuzz_conditional},
    {"json", fuzz_json},
    {"pattern", fuzz_pattern},
    {"report", fuzz_report},
    {"players", fuzz_players},
    {"configuration", fuzz_configuration},
    {"request", fuzz_request},
};

}  // namespace

std::span<const FuzzTarget> fuzz_targets() { return kTargets; }

const FuzzTarget* fuzz_target(std::string_view name) {
  const auto* const found = std::ranges::find(kTargets, name, &FuzzTarget::name);
  return found == std::end(kTargets) ? nullptr : found;
}

}  // namespace arbiter::testing
