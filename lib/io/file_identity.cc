#include "lib/io/file_identity.h"

#include <sys/stat.h>
#include <unistd.h>

namespace arbiter {
namespace {

std::optional<FileIdentity> identity_of_regular(const struct stat& file) {
  if (!S_ISREG(file.st_mode)) return std::nullopt;
  return FileIdentity{file.st_dev, file.st_ino};
}

}  // namespace

std::optional<FileIdentity> identity_of(const std::string& path) {
  if (path == "-") return identity_of_descriptor(STDIN_FILENO);
  struct stat file {};
  return ::stat(path.c_str(), &file) == 0 ? identity_of_regular(file) : std::nullopt;
}

std::optional<FileIdentity> identity_of_descriptor(int descriptor) {
  struct stat file {};
  return ::fstat(descriptor, &file) == 0 ? identity_of_regular(file) : std::nullopt;
}

std::optional<std::string> fault_as_standard_output(const std::optional<FileIdentity>& file) {
  if (!file || file != identity_of_descriptor(STDOUT_FILENO)) return std::nullopt;
  return "standard output goes to this file";
}

}  // namespace arbiter
