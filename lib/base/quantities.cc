#include "lib/base/quantities.h"

#include <fmt/format.h>

namespace arbiter {
namespace {

// Returns a number with three digits, such as 950, 12.3 or 4.56.
std::string three_digits(double number) {
  const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", number, decimals);
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t from_end = 3; from_end < digits.size(); from_end += 4) {
    digits.insert(digits.size() - from_end, 1, ',');
  }
  return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  if (number == 1) return fmt::format("1 {}", one);
  if (!many.empty()) return fmt::format("{} {}", with_commas(number), many);
  return fmt::format("{} {}s", with_commas(number), one);
}

std::string duration_text(Duration time) {
  const double seconds = time.count();
  if (seconds < 0.00995) return fmt::format("{:.1f} ms", seconds * 1000);
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string rate_text(double per_second) {
  if (per_second < 999.5) return fmt::format("{:.0f}", per_second);
  if (per_second < 999.5e3) return three_digits(per_second / 1e3) + " thousand";
  if (per_second < 999.5e6) return three_digits(per_second / 1e6) + " million";
  return three_digits(per_second / 1e9) + " billion";
}

std::string size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size < 1e3) return counted(bytes, "byte");
  if (size < 999.5e3) return three_digits(size / 1e3) + " kB";
  if (size < 999.5e6) return three_digits(size / 1e6) + " MB";
  return three_digits(size / 1e9) + " GB";
}

}  // namespace arbiter
