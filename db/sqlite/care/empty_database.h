// Databases without games.
#pragma once

#include <string>

namespace arbiter::sqlite {

// Removes a database file without games, unless another program has it open or it cannot be read.
void remove_if_empty(const std::string& path);

}  // namespace arbiter::sqlite
