// SHA-256 (FIPS 180-4), with which a page authorizes its own style sheet and script.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Returns the hash in Base64 (RFC 4648).
std::string sha256_base64(std::string_view bytes);

}  // namespace arbiter
