// The system of a tournament as its organizer names it.
#pragma once

#include <optional>

#include "lib/tournament/tournament.h"

namespace arbiter {

// By the type in a report (092), otherwise by the name of the event: "Individual: Double Round
// Robin", "Rundenturnier", "Swiss system". Nothing if no word of them says it, such as "Swiss" in
// the name of a championship.
std::optional<PlayedSystem> announced_system(const Tournament& tournament);

// Whether the event is called an open, which usually is a Swiss.
bool is_called_open(const Tournament& tournament);

}  // namespace arbiter
