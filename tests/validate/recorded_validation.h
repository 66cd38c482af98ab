// validate_file with everything that it says written down.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/validate/file_validation.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Bytes that come in portions, the sizes of which are repeated from the start.
class PortionSource final : public ByteSource {
 public:
  bool is_packed = false;  // what is_cpu_bound() says

  explicit PortionSource(std::string_view bytes, std::vector<std::size_t> portions = {1 << 16})
      : rest_(bytes), portions_(std::move(portions)) {}

  std::size_t read(std::span<char> into) override;
  bool is_cpu_bound() const override { return is_packed; }
  std::uint64_t unread() const { return rest_.size(); }

 private:
  std::string_view rest_;
  std::vector<std::size_t> portions_;
  std::size_t reads_ = 0;
};

// One line each, with all that is in it.
std::string to_text(const LocatedDiagnostic& finding);
std::string to_text(const GameSummary& game);

struct RecordedValidation {
  std::vector<std::string> findings;
  std::vector<std::string> games;
  FileTotals totals;
};

// Everything wanted and every check on.
FileValidationOptions all_checks(unsigned jobs = 1);

RecordedValidation record_validation(ByteSource& source, const FileValidationOptions& options);

// The same of a text in one piece, by PgnReader and Validator alone.
RecordedValidation record_whole(std::string_view text, const FileValidationOptions& options);

}  // namespace arbiter::testing
