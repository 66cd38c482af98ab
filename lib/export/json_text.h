// Text in JSON.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Appends `text` in quotes, with the escapes of RFC 8259, also for what neutral() would replace.
// Bytes that are not UTF-8 are taken for Windows-1252.
void append_json_string(std::string_view text, std::string& json);

}  // namespace arbiter
