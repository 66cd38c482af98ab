#include "db/clickhouse/wire/http_header.h"

#include <string>

namespace arbiter::clickhouse {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool has_body_length(const std::string& field) {
  return field.starts_with("content-length:") ||
         (field.starts_with("transfer-encoding:") && field.find("chunked") != std::string::npos);
}

}  // namespace

void HttpHeader::add_line(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    *this = {};
    is_interim_ = line.substr(line.find(' ') + 1).starts_with('1');
  } else if (line == "\r\n" || line == "\n") {
    is_complete_ = !is_interim_;
  } else if (has_body_length(lower_case(line))) {
    has_length_ = true;
  }
}

}  // namespace arbiter::clickhouse
