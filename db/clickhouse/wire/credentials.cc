#include "db/clickhouse/wire/credentials.h"

#include <algorithm>
#include <utility>

namespace arbiter::clickhouse {
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

}  // namespace arbiter::clickhouse
