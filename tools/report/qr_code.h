// QR codes (ISO/IEC 18004) in byte mode with error correction level M.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// The dark and light modules of a code, without the required light border of four modules.
struct QrCode {
  std::size_t size = 0;    // modules per side
  std::vector<bool> dark;  // row by row

  bool is_dark(std::size_t row, std::size_t column) const { return dark[row * size + column]; }
};

// The maximum text size, which fits in version 15.
inline constexpr std::size_t kMaxQrText = 412;

// Returns the smallest code of the text. Precondition: it has at most kMaxQrText bytes.
QrCode qr_code(std::string_view text);

// Returns the code as SVG, a black path on white with the border: <svg class="qr" ...>.
std::string svg_of(const QrCode& code);

}  // namespace arbiter
