#include "db/model/fingerprint.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace arbiter {

struct Fingerprint::State {
  XXH3_state_t xxh3;
};

Fingerprint::Fingerprint() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->xxh3); }

Fingerprint::Fingerprint(Fingerprint&&) noexcept = default;
Fingerprint& Fingerprint::operator=(Fingerprint&&) noexcept = default;
Fingerprint::~Fingerprint() = default;

void Fingerprint::add(std::string_view text) {
  XXH3_64bits_update(&state_->xxh3, text.data(), text.size());
}

std::uint64_t Fingerprint::value() const { return XXH3_64bits_digest(&state_->xxh3); }

}  // namespace arbiter
