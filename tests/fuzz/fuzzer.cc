// The program for libFuzzer (see tools/fuzz). ARBITER_FUZZ_TARGET names the target.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/targets.h"

namespace {

const arbiter::testing::FuzzTarget& chosen_target() {
  const char* const name = std::getenv("ARBITER_FUZZ_TARGET");
  const auto* const target = arbiter::testing::fuzz_target(name == nullptr ? "" : name);
  if (target != nullptr) return *target;
  std::fputs("ARBITER_FUZZ_TARGET names no target\n", stderr);
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const arbiter::testing::FuzzTarget& target = chosen_target();
  const auto fault = target.run({reinterpret_cast<const char*>(bytes), size});
  if (!fault) return 0;
  std::fprintf(stderr, "%s\n", fault->c_str());
  std::abort();
}
