#include <malloc.h>
#include <stdlib.h>

#include <array>
#include <cwchar>

#include "lib/os/process.h"
#include "lib/os/windows.h"
// These must follow windows.h.
#include <bcrypt.h>
#include <shellapi.h>

namespace arbiter {

long process_id() { return static_cast<long>(::GetCurrentProcessId()); }

std::string machine_name() {
  std::array<wchar_t, 256> name{};
  DWORD size = name.size();
  if (!::GetComputerNameExW(ComputerNameDnsHostname, name.data(), &size)) return {};
  return narrow_text({name.data(), size});
}

std::string start_of_process(std::string_view id) {
  const auto number = static_cast<DWORD>(std::strtoul(std::string(id).c_str(), nullptr, 10));
  const HANDLE process = ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, number);
  if (process == nullptr) return {};
  FILETIME start{};
  FILETIME other{};
  DWORD status = 0;
  const bool is_known = ::GetExitCodeProcess(process, &status) && status == STILL_ACTIVE &&
                        ::GetProcessTimes(process, &start, &other, &other, &other);
  ::CloseHandle(process);
  if (!is_known) return {};
  return std::to_string(std::uint64_t{start.dwHighDateTime} << 32 | start.dwLowDateTime);
}

void run_shell(const std::string& command, std::vector<std::string> variables) {
  for (const std::string& variable : variables) ::_wputenv(wide_text(variable).c_str());
  ::_wsystem(wide_text(command).c_str());
}

// Not supported, because no image converter for Windows is known.
std::optional<int> run_program(std::vector<std::string> /*words*/, std::FILE* /*input*/,
                               std::FILE* /*output*/) {
  return std::nullopt;
}

bool show_in_pager(const char* /*pager*/, std::string_view /*text*/) { return false; }

int open_in_browser(std::string address) {
  const auto result = reinterpret_cast<std::intptr_t>(::ShellExecuteW(
      nullptr, L"open", wide_text(address).c_str(), nullptr, nullptr, SW_SHOWNORMAL));
  return result > 32 ? 0 : ENOENT;
}

// Clusters, which need libcurl, are not supported.
void* load_library(const char* /*name*/) { return nullptr; }

void* find_function(void* /*library*/, const char* /*name*/) { return nullptr; }

std::string linkage_text() { return "statically"; }

std::uint32_t random_number() {
  std::uint32_t number = 0;
  if (::BCryptGenRandom(nullptr, reinterpret_cast<UCHAR*>(&number), sizeof number,
                        BCRYPT_USE_SYSTEM_PREFERRED_RNG) != 0) {
    std::abort();
  }
  return number;
}

void prefer_huge_pages(void*, std::size_t) {}

void release_freed_memory() { ::_heapmin(); }

}  // namespace arbiter
