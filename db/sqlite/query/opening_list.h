// The openings of a file's games, by their numbers.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// Throws IoError, with the way out, where the file does not say the openings of its games.
void require_openings(const Connection& connection);

class OpeningList {
 public:
  struct Row {
    std::uint16_t eco = 0;
    std::string name;
  };

  // Reads all of them; none where the file has no openings.
  explicit OpeningList(const Connection& connection);

  // By what the column of openings has; without a name if there is none.
  const Row& operator[](std::uint64_t number) const;

  // The code of the ECO tag, or else that of the opening; 0: none.
  std::uint64_t code_of(std::uint64_t tag, std::uint64_t number) const {
    return tag != 0 ? tag : (*this)[number].eco;
  }

  const std::unordered_map<std::uint32_t, Row>& rows() const { return rows_; }

 private:
  std::unordered_map<std::uint32_t, Row> rows_;
  Row none_;
};

}  // namespace arbiter::sqlite
