#include "db/clickhouse/wire/endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>
#include <utility>

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kPlain = "clickhouse://";
constexpr std::string_view kTls = "clickhouses://";
constexpr std::uint16_t kPlainPort = 8123;
constexpr std::uint16_t kTlsPort = 8443;
constexpr std::size_t kMaxDatabaseSize = 48;

constexpr std::string_view kForm = "clickhouse://[user@]host[:port][,host...]/database";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_of_host(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '.'; }
bool is_of_ipv6(char c) { return is_letter(c) || is_digit(c) || c == ':' || c == '.'; }

bool is_database_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxDatabaseSize && is_letter(name.front()) &&
         std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c); });
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (failure != std::errc() || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

// Returns the parts between separators, including empty ones.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

Result<std::vector<std::vector<Host>>> parse_shards(std::string_view text, std::uint16_t port) {
  std::vector<std::vector<Host>> shards;
  for (const std::string_view shard : split(text, ',')) {
    shards.emplace_back();
    for (const std::string_view replica : split(shard, '|')) {
      auto host = parse_host(replica, port);
      if (!host) return Error{host.error()};
      shards.back().push_back(*std::move(host));
    }
  }
  return shards;
}

// Removes the user from the start of a text such as "anna@host", and returns "anna".
Result<std::string> take_user(std::string_view& rest) {
  const std::size_t at = rest.rfind('@');
  if (at == std::string_view::npos) return std::string();
  const std::string_view user = rest.substr(0, at);
  rest.remove_prefix(at + 1);
  if (user.find(':') != std::string_view::npos) {
    return Error{
        "a password does not belong in a cluster address; set ARBITER_CLICKHOUSE_PASSWORD to the "
        "password, or ARBITER_CLICKHOUSE_PASSWORD_FILE to the name of a file with the password"};
  }
  if (user.empty()) return Error{fmt::format("no user before '@' (expected {})", kForm)};
  return std::string(user);
}

}  // namespace

std::string to_string(const Host& host) {
  const bool is_ipv6 = host.name.find(':') != std::string::npos;
  return is_ipv6 ? fmt::format("[{}]:{}", host.name, host.port)
                 : fmt::format("{}:{}", host.name, host.port);
}

bool is_this_machine(const Host& host) {
  return host.name == "localhost" || host.name == "::1" || host.name.starts_with("127.");
}

Result<Host> parse_host(std::string_view text, std::uint16_t port) {
  const auto fault = [&] { return Error{fmt::format("invalid host '{}'", text)}; };
  const bool is_ipv6 = text.starts_with('[');
  std::string_view name = text;
  std::string_view rest;
  if (is_ipv6) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return fault();
    name = text.substr(1, end - 1);
    rest = text.substr(end + 1);
  } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    name = text.substr(0, colon);
    rest = text.substr(colon);
  }
  if (name.empty() || !std::ranges::all_of(name, is_ipv6 ? is_of_ipv6 : is_of_host)) return fault();
  if (rest.empty()) return Host{std::string(name), port};
  const auto given = rest.front() == ':' ? parse_port(rest.substr(1)) : std::nullopt;
  if (!given) return fault();
  return Host{std::string(name), *given};
}

bool is_cluster_name(std::string_view name) {
  return name.starts_with(kPlain) || name.starts_with(kTls);
}

Result<Address> parse_address(std::string_view name) {
  Address address;
  address.transport = name.starts_with(kTls) ? Transport::Tls : Transport::Plain;
  const bool is_tls = address.transport == Transport::Tls;
  name.remove_prefix((is_tls ? kTls : kPlain).size());
  auto user = take_user(name);
  if (!user) return Error{user.error()};
  address.user = *std::move(user);
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || !is_database_name(name.substr(slash + 1))) {
    return Error{
        fmt::format("no database name after the hosts (expected {}; a name has "
                    "letters, digits and '_', at most {})",
                    kForm, kMaxDatabaseSize)};
  }
  address.database = name.substr(slash + 1);
  auto shards = parse_shards(name.substr(0, slash), is_tls ? kTlsPort : kPlainPort);
  if (!shards) return Error{shards.error()};
  address.shards = *std::move(shards);
  return address;
}

namespace {

CredentialSource& source() {
  static CredentialSource source;
  return source;
}

ExposureListener& exposure_listener() {
  static ExposureListener listener;
  return listener;
}

}  // namespace

void set_credential_source(CredentialSource given) { source() = std::move(given); }

void set_exposure_listener(ExposureListener listener) { exposure_listener() = std::move(listener); }

void report_exposure(const Credentials& credentials, Transport transport,
                     std::span<const std::vector<Host>> shards) {
  if (transport == Transport::Tls || credentials.password.empty() || !exposure_listener()) return;
  for (const std::vector<Host>& replicas : shards) {
    const auto other = std::ranges::find_if_not(replicas, is_this_machine);
    if (other != replicas.end()) return exposure_listener()(*other);
  }
}

Result<Credentials> credentials_of(const Address& address) {
  auto credentials = source() ? source()() : Credentials();
  if (!credentials) return credentials;
  credentials->user = address.user;
  report_exposure(*credentials, address.transport, address.shards);
  return credentials;
}

namespace {

constexpr std::chrono::milliseconds kSilence{700};

std::mutex& mutex() {
  static std::mutex mutex;
  return mutex;
}

WaitListener& wait_listener() {
  static WaitListener listener;
  return listener;
}

}  // namespace

void set_wait_listener(WaitListener listener) { wait_listener() = std::move(listener); }

void report_wait(std::chrono::steady_clock::time_point begin, const std::string& reason) {
  if (std::chrono::steady_clock::now() - begin < kSilence) return;
  const std::lock_guard lock(mutex());
  if (wait_listener()) wait_listener()(reason);
}

}  // namespace arbiter::clickhouse
