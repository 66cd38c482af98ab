// A source of UTF-16 read as UTF-8.
#pragma once

#include <memory>
#include <string>

#include "lib/base/encoding.h"
#include "lib/io/byte_source.h"

namespace arbiter {

class Utf16Source final : public ByteSource {
 public:
  // `byte_order` is Utf16Le or Utf16Be. A byte order mark is not delivered.
  Utf16Source(std::shared_ptr<ByteSource> source, Encoding byte_order);

  std::size_t read(std::span<char> into) override;
  std::optional<std::string> damage() const override { return source_->damage(); }

 private:
  void refill();

  std::shared_ptr<ByteSource> source_;
  Utf16Decoder decoder_;
  std::string utf8_;
  std::size_t utf8_read_ = 0;
  bool at_start_ = true;
  bool ended_ = false;
};

}  // namespace arbiter
