// The attributes that a file keeps when it is replaced.
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

namespace arbiter {

// Copies the owner, group, permissions, access control list and extended attributes of the file at
// `path` to an open file; its state was `before`. Returns the attributes that could not be kept,
// each a sentence as in Error. No user gets more rights than before.
std::vector<std::string> copy_attributes(const std::string& path, const struct stat& before,
                                         int descriptor);

}  // namespace arbiter
