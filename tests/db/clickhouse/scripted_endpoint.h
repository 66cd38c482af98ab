// A server with scripted responses, which records its requests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "db/clickhouse/wire/endpoint.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;

class ScriptedEndpoint final : public clickhouse::Endpoint {
 public:
  using Script = std::function<std::string(const clickhouse::Request& request)>;

  ScriptedEndpoint(std::string name, Script script)
      : name_(std::move(name)), script_(std::move(script)) {}

  const std::string& name() const override { return name_; }
  clickhouse::Answer ask(const clickhouse::Request& request) override {
    requests.push_back(request.sql);
    return {.bytes = script_(request)};
  }

  std::vector<std::string> requests;

 private:
  std::string name_;
  Script script_;
};

}  // namespace arbiter::testing
