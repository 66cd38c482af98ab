// Whether a text is the one that was read before.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace arbiter {

// XXH3 with 64 bits of all text so far, in pieces of any size. 10 GB/s. The numbers are in files
// and never change. Against accidents, not against people who want two texts to look the same.
class Fingerprint {
 public:
  Fingerprint();
  Fingerprint(Fingerprint&&) noexcept;
  Fingerprint& operator=(Fingerprint&&) noexcept;
  ~Fingerprint();

  void add(std::string_view text);
  std::uint64_t value() const;

 private:
  struct State;

  std::unique_ptr<State> state_;
};

}  // namespace arbiter
