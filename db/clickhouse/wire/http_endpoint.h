// A ClickHouse server asked over HTTP or HTTPS.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "db/clickhouse/wire/address.h"
#include "db/clickhouse/wire/credentials.h"
#include "db/clickhouse/wire/endpoint.h"

namespace arbiter::clickhouse {

class HttpConnection;

// Connects when it is first asked, and keeps connections for further questions. Rows are sent on a
// connection of their own: libcurl sends what it was sending once more where a kept one breaks, and
// rows must not come twice. With TLS the server's certificate is verified.
class HttpEndpoint final : public Endpoint {
 public:
  HttpEndpoint(const Host& host, Transport transport, Credentials credentials);
  ~HttpEndpoint() override;

  const std::string& name() const override { return name_; }
  Answer ask(const Request& request) override;

 private:
  std::unique_ptr<HttpConnection> take();
  void give_back(std::unique_ptr<HttpConnection> connection);
  std::string url_of(const Request& request) const;

  std::string name_;
  std::string base_url_;
  Credentials credentials_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<HttpConnection>> spare_;
};

}  // namespace arbiter::clickhouse
