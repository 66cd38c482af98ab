#include "lib/pgn/pgn_game.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

// The names in the order of KnownTag.
constexpr std::array<std::string_view, kKnownTagCount> kNames = {
    "Event",      "Site",        "Date",        "Round",     "White",        "Black",
    "Result",     "WhiteTitle",  "BlackTitle",  "WhiteElo",  "BlackElo",     "WhiteUSCF",
    "BlackUSCF",  "WhiteFideId", "BlackFideId", "WhiteTeam", "BlackTeam",    "WhiteNA",
    "BlackNA",    "WhiteType",   "BlackType",   "EventDate", "EventSponsor", "Section",
    "Stage",      "Board",       "Opening",     "Variation", "SubVariation", "ECO",
    "NIC",        "Time",        "UTCTime",     "UTCDate",   "TimeControl",  "SetUp",
    "FEN",        "Termination", "Annotator",   "Mode",      "PlyCount",     "Variant",
    "WhiteClock", "BlackClock",  "Clock",
};

constexpr std::size_t kSlots = 256;

// Returns the slot of a name, which is not empty, by its length and three of its letters, ignoring
// case.
constexpr std::size_t slot_of(std::string_view name, std::uint32_t multiplier) {
  const auto byte = [&](std::size_t at) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(name[at]) | 0x20);
  };
  const std::uint32_t key = byte(0) | byte(name.size() / 2) << 8 | byte(name.size() - 1) << 16 |
                            static_cast<std::uint32_t>(name.size()) << 24;
  return key * multiplier >> 24;
}

constexpr bool keeps_apart(std::uint32_t multiplier) {
  std::array<bool, kSlots> taken{};
  for (std::string_view name : kNames) {
    bool& slot = taken[slot_of(name, multiplier)];
    if (slot) return false;
    slot = true;
  }
  return true;
}

// Returns a multiplier that gives every known name its own slot.
consteval std::uint32_t perfect_multiplier() {
  std::uint32_t multiplier = 0x9E3779B1;
  while (!keeps_apart(multiplier)) multiplier = multiplier * 0x2C9277B5 + 2;
  return multiplier;
}

constexpr std::uint32_t kMultiplier = perfect_multiplier();

consteval std::array<KnownTag, kSlots> fill_slots() {
  std::array<KnownTag, kSlots> slots{};
  slots.fill(KnownTag::Other);
  for (std::size_t tag = 0; tag < kKnownTagCount; ++tag) {
    slots[slot_of(kNames[tag], kMultiplier)] = static_cast<KnownTag>(tag);
  }
  return slots;
}

constexpr std::array<KnownTag, kSlots> kTagInSlot = fill_slots();

}  // namespace

std::string_view to_string(KnownTag tag) {
  return tag == KnownTag::Other ? std::string_view() : kNames[static_cast<std::size_t>(tag)];
}

KnownTag known_tag(std::string_view name) {
  if (name.empty()) return KnownTag::Other;
  const KnownTag tag = kTagInSlot[slot_of(name, kMultiplier)];
  return tag != KnownTag::Other && to_string(tag) == name ? tag : KnownTag::Other;
}

KnownTag known_tag_ignoring_case(std::string_view name) {
  if (name.empty()) return KnownTag::Other;
  const KnownTag tag = kTagInSlot[slot_of(name, kMultiplier)];
  return name.size() == to_string(tag).size() && equal_ignoring_case(name, to_string(tag))
             ? tag
             : KnownTag::Other;
}

namespace {

constexpr std::string_view kQuotes[] = {"\"",     "'",      "`",      "\u00b4", "\u00ab", "\u00bb",
                                        "\u2018", "\u2019", "\u201a", "\u201b", "\u201c", "\u201d",
                                        "\u201e", "\u201f", "\u2039", "\u203a"};

bool needs_backslash(char letter) { return letter == '"' || letter == '\\'; }

}  // namespace

std::size_t quote_length(std::string_view text) {
  for (const std::string_view quote : kQuotes) {
    if (text.starts_with(quote)) return quote.size();
  }
  return 0;
}

std::size_t last_quote_length(std::string_view text) {
  for (const std::string_view quote : kQuotes) {
    if (text.ends_with(quote)) return quote.size();
  }
  return 0;
}

std::string unescape(std::string_view written) {
  std::string value;
  value.reserve(written.size());
  for (std::size_t at = 0; at < written.size(); ++at) {
    const bool escapes =
        written[at] == '\\' && at + 1 < written.size() && needs_backslash(written[at + 1]);
    if (escapes) ++at;
    value += written[at];
  }
  return value;
}

std::string utf8_value(std::string_view written) {
  // Non-ASCII bytes are negative numbers, so they are not plain.
  const bool is_plain = std::ranges::none_of(
      written, [](char c) { return static_cast<signed char>(c) < ' ' || c == '\\'; });
  if (is_plain) return std::string(written);
  std::string value = unescape(decode_text(written).utf8);
  std::ranges::replace(value, '\n', ' ');
  std::ranges::replace(value, '\r', ' ');
  return value;
}

std::string quote(std::string_view value) {
  std::string written;
  written.reserve(value.size() + 2);
  written += '"';
  for (char letter : value) {
    if (needs_backslash(letter)) written += '\\';
    written += is_control(letter) ? ' ' : letter;
  }
  written += '"';
  return written;
}

}  // namespace arbiter
