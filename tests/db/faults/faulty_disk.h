// A disk and a memory that fail, below SQLite and all other code. Linking this library installs
// them.
#pragma once

#include <cstdint>
#include <random>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

enum class Fault {
  None,
  Io,         // one file operation fails, later ones do not
  Death,      // the process dies in the middle of a write: nothing is written from then on
  PowerLoss,  // the same, and only parts of the unsynced data of each file remain
  Memory,     // one allocation fails, SQLite's or C++'s
};

// Makes the `at`th operation of the fault's kind from now on fail. Death and PowerLoss count
// writes, syncs, truncations and removals; Io also counts reads and the rest.
void begin_fault(Fault fault, std::uint64_t at);

// The number of operations since begin_fault().
std::uint64_t operations();

// Ends the fault. Precondition: no file is open. After Death and PowerLoss, files are as the next
// process finds them; `random` decides the remains of a loss of power.
void end_fault(std::mt19937_64& random);

}  // namespace arbiter::testing
