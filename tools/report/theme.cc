#include "tools/report/theme.h"

#include <fmt/format.h>
#include <nettle/base64.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace arbiter {
namespace {

// The backgrounds of page.css that contrast least with text.
constexpr Rgb kLightPaper{0xf5, 0xf2, 0xea};
constexpr Rgb kDarkPaper{0x21, 0x1f, 0x1c};
constexpr Rgb kBlack{0, 0, 0};
constexpr Rgb kWhite{255, 255, 255};

// The relative luminance of WCAG 2.
double luminance(const Rgb& color) {
  constexpr std::array<double, 3> kWeights{0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (std::size_t i = 0; i < color.size(); ++i) {
    const double value = color[i] / 255.0;
    sum +=
        kWeights[i] * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const Rgb& a, const Rgb& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

// Mixes the color with `end` until it is legible on `paper`.
Rgb legible_on(const Rgb& paper, const Rgb& color, const Rgb& end) {
  constexpr double kLegible = 4.6;  // WCAG 2 AA requires 4.5
  constexpr int kSteps = 32;
  Rgb mixed = color;
  for (int step = 1; step <= kSteps && contrast(mixed, paper) < kLegible; ++step) {
    for (std::size_t i = 0; i < mixed.size(); ++i) {
      mixed[i] = static_cast<std::uint8_t>((color[i] * (kSteps - step) + end[i] * step) / kSteps);
    }
  }
  return mixed;
}

std::string written(const Rgb& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color[0], color[1], color[2]);
}

struct ImageType {
  std::string_view start;
  std::string_view name;
};
constexpr ImageType kImageTypes[] = {
    {"\x89PNG\r\n\x1a\n", "png"}, {"\xff\xd8\xff", "jpeg"}, {"GIF8", "gif"}, {"RIFF", "webp"},
    {"<svg", "svg+xml"},          {"<?xml", "svg+xml"}};

}  // namespace

Result<Rgb> parse_color(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('#')) digits.remove_prefix(1);
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 6 || error != std::errc() || end != digits.data() + digits.size()) {
    return Error{
        fmt::format("invalid colour '{}' (expected six hexadecimal digits: #0a5c57)", text)};
  }
  return Rgb{static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
             static_cast<std::uint8_t>(value)};
}

std::string accent_style(const Rgb& color) {
  return fmt::format(
      "@media screen {{\n  :root {{ --accent: {}; }}\n  body > header {{ border-top: .4rem solid "
      "{}; "
      "}}\n}}\n@media screen and (prefers-color-scheme: dark) {{\n  :root {{ --accent: {}; "
      "}}\n}}\n",
      written(legible_on(kLightPaper, color, kBlack)), written(color),
      written(legible_on(kDarkPaper, color, kWhite)));
}

Result<std::string> image_address(std::string_view bytes) {
  const auto starts = [bytes](const ImageType& type) {
    return bytes.starts_with(type.start) &&
           (type.name != "webp" || bytes.substr(0, 12).ends_with("WEBP"));
  };
  const auto* const type = std::ranges::find_if(kImageTypes, starts);
  if (type == std::end(kImageTypes)) {
    return Error{"not a picture (expected PNG, JPEG, GIF, WebP or SVG)"};
  }
  if (bytes.size() > kMaxLogoBytes) return Error{"larger than 1 MB"};
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  return fmt::format("data:image/{};base64,{}", type->name, text);
}

}  // namespace arbiter
