#include "tools/commands/tournament/system_option.h"

#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

constexpr Choice<std::optional<PlayedSystem>> kSystems[] = {
    {"round-robin", PlayedSystem{System::RoundRobin, 1}},
    {"double-round-robin", PlayedSystem{System::RoundRobin, 2}},
    {"swiss", PlayedSystem{System::Swiss, 1}},
    {"match", PlayedSystem{System::Match, 1}},
    {"knock-out", PlayedSystem{System::KnockOut, 1}},
    {"team", PlayedSystem{System::Team, 1}},
};

}  // namespace

void add_system(CommandLine& app, std::optional<PlayedSystem>& system) {
  add_choice<std::optional<PlayedSystem>>(app, "--system", system, kSystems)
      ->description("System of the tournament (by default recognized from the games)");
}

}  // namespace arbiter
