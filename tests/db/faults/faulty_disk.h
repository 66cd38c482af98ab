// A disk and a memory that fail, below SQLite and below everything. Whoever links this has them.
#pragma once

#include <cstdint>
#include <random>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

enum class Fault {
  None,
  Io,         // one operation on files fails, those after it do not
  Death,      // the process dies in the middle of a write: nothing is written from then on
  PowerLoss,  // the same, and of what was written since each file was synced only parts are there
  Memory,     // one allocation fails, SQLite's or C++'s
};

// The `at`th operation of the fault's kind from now on is the one: for Death and PowerLoss writes,
// syncs, truncations and removals count, for Io also reads and the rest.
void begin_fault(Fault fault, std::uint64_t at);

// How many operations there were since begin_fault().
std::uint64_t operations();

// Ends the fault. Precondition: nobody has a file open. After Death and PowerLoss, files are as the
// next process finds them; `random` says what a loss of power has left.
void end_fault(std::mt19937_64& random);

}  // namespace arbiter::testing
