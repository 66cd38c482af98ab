// Simulated disk and memory faults, below SQLite and all other code. They are installed by linking
// this library.
#pragma once

#include <cstdint>
#include <random>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

enum class Fault {
  None,
  Io,         // one file operation fails; later ones succeed
  Death,      // the process dies during a write: nothing more is written
  PowerLoss,  // the same, but only parts of the unsynced data of each file remain
  Memory,     // one allocation by SQLite or C++ fails
};

// Fails the `at`th operation of the fault's kind from now on. Death and PowerLoss count writes,
// syncs, truncations and removals; Io also counts reads and other operations.
void begin_fault(Fault fault, std::uint64_t at);

// Returns the number of operations since begin_fault().
std::uint64_t operations();

// Ends the fault. Precondition: no file is open. After Death and PowerLoss, files are as the next
// process finds them; `random` decides the data that survive a power loss.
void end_fault(std::mt19937_64& random);

}  // namespace arbiter::testing
