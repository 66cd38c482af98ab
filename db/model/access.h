// What a store is opened for.
#pragma once

#include <cstdint>

#include "db/model/namespaces.h"

namespace arbiter::db::model {

enum class Access : std::uint8_t { Read, Write, Create };  // Create: Write, and it may be missing

}  // namespace arbiter::db::model
