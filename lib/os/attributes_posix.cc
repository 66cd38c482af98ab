#include <fmt/format.h>
#include <linux/limits.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "lib/base/result.h"
#include "lib/os/file.h"

namespace arbiter {
namespace {

constexpr mode_t kRunAsOwner = S_ISUID | S_ISGID;
constexpr unsigned kGroupShift = 3;  // shift from permissions of others to those of the group

constexpr std::string_view kAccessList = "system.posix_acl_access";
// Checksum attributes of the old contents, written only by the kernel.
constexpr std::string_view kChecksums[] = {"security.evm", "security.ima"};

// Sets the owner and the group as far as possible. Returns the new state of the file.
FileState set_owner(int descriptor, const FileState& owned) {
  constexpr auto kSameUser = static_cast<uid_t>(-1);
  if (::fchown(descriptor, owned.owner, owned.group) != 0 &&
      ::fchown(descriptor, kSameUser, owned.group) != 0) {
    // Both stay unchanged: only root can set the owner, and only its members the group.
  }
  return state_of_file(descriptor).value_or(FileState());
}

std::vector<std::string> attribute_names(const std::string& path) {
  std::string list(XATTR_LIST_MAX, '\0');
  const ssize_t size = ::listxattr(path.c_str(), list.data(), list.size());
  std::vector<std::string> names;
  for (std::string_view rest(list.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
       !rest.empty(); rest.remove_prefix(std::min(rest.size(), names.back().size() + 1))) {
    names.emplace_back(rest.substr(0, rest.find('\0')));
  }
  return names;
}

// Returns the attribute that `read` writes into a buffer, or nothing on failure.
template <class Read>
std::optional<std::string> attribute_value(Read read) {
  std::string value(XATTR_SIZE_MAX, '\0');
  const ssize_t size = read(value.data(), value.size());
  if (size < 0) return std::nullopt;
  value.resize(static_cast<std::size_t>(size));
  return value;
}

// Copies an extended attribute. Returns false on failure, with errno set.
bool copy_attribute(const std::string& path, const std::string& name, int descriptor) {
  const auto value = attribute_value([&](char* bytes, std::size_t size) {
    return ::getxattr(path.c_str(), name.c_str(), bytes, size);
  });
  if (!value) return errno == ENODATA;
  const auto present = attribute_value([&](char* bytes, std::size_t size) {
    return ::fgetxattr(descriptor, name.c_str(), bytes, size);
  });
  return present == value ||
         ::fsetxattr(descriptor, name.c_str(), value->data(), value->size(), 0) == 0;
}

std::string title_of(const std::string& attribute) {
  if (attribute == kAccessList) return "access control list";
  return fmt::format("extended attribute {}", attribute);
}

}  // namespace

std::vector<std::string> copy_attributes(const std::string& path, const FileState& before,
                                         int descriptor) {
  std::vector<std::string> losses;
  mode_t permissions = before.permissions;
  const FileState now = set_owner(descriptor, before);
  if (now.owner != before.owner || now.group != before.group) {
    permissions &= ~kRunAsOwner;
    losses.emplace_back("its owner or group has changed, because only root can set them");
  }
  if (now.group != before.group) {
    permissions &= ~S_IRWXG | (permissions & S_IRWXO) << kGroupShift;
  }
  const std::vector<std::string> names = attribute_names(path);
  if (std::ranges::find(names, kAccessList) == names.end()) {
    ::fremovexattr(descriptor, kAccessList.data());  // inherited from the folder
  }
  for (const std::string& name : names) {
    const bool is_checksum = std::ranges::find(kChecksums, name) != std::end(kChecksums);
    if (is_checksum || copy_attribute(path, name, descriptor)) continue;
    losses.push_back(
        fmt::format("its {} was not kept ({})", title_of(name), reason_of_errno(errno)));
    // Without the list, its mask would become the group's permissions.
    if (name == kAccessList) permissions &= ~S_IRWXG;
  }
  if (::fchmod(descriptor, permissions) != 0) {
    losses.push_back(fmt::format("its permissions have changed ({})", reason_of_errno(errno)));
  }
  return losses;
}

}  // namespace arbiter
