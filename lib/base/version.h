#pragma once

#include <string_view>

#include "lib/base/namespaces.h"

namespace arbiter::base {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace arbiter::base
