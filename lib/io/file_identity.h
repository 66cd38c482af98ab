// Which file it is, whatever it is called.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace arbiter {

// A regular file on this machine. All its names, links and descriptors have the same.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// Of what the path leads to; "-" is standard input. Nothing if that is no regular file.
std::optional<FileIdentity> identity_of(const std::string& path);
std::optional<FileIdentity> identity_of_descriptor(int descriptor);

// Why the file cannot be read or changed while the program runs: standard output goes to it.
// Nothing if it does not.
std::optional<std::string> fault_as_standard_output(const std::optional<FileIdentity>& file);

}  // namespace arbiter
