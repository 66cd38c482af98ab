// QR codes (ISO/IEC 18004) of byte mode and error correction level M.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// The dark and light modules of a code, without the light border of four modules that it needs.
struct QrCode {
  std::size_t size = 0;    // of a side
  std::vector<bool> dark;  // by row

  bool is_dark(std::size_t row, std::size_t column) const { return dark[row * size + column]; }
};

// The maximum size of a text, which needs version 15.
inline constexpr std::size_t kMaxQrText = 412;

// Returns the smallest code of the text. Precondition: it has at most kMaxQrText bytes.
QrCode qr_code(std::string_view text);

// Returns the code as a black path of SVG on white, with its border: <svg class="qr" ...>.
std::string svg_of(const QrCode& code);

}  // namespace arbiter
