#include "tools/cli/output/column.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace arbiter {
namespace {

class Fitting {
 public:
  Fitting(std::span<const Column> columns, std::span<const std::size_t> longest, std::size_t room)
      : columns_(columns),
        longest_(longest),
        room_(room),
        widths_(longest.begin(), longest.end()) {}

  std::vector<std::size_t> widths() {
    if (excess() == 0) return widths_;
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      widths_[i] = std::min(widths_[i], columns_[i].max_width);
    }
    give_up_columns();
    narrow_to([this](std::size_t i) { return least_width(i); });
    cut_off();
    widen();
    return widths_;
  }

 private:
  // With the gaps between the columns that are shown.
  std::size_t all_cells() const {
    const auto shown = static_cast<std::size_t>(
        std::ranges::count_if(widths_, [](std::size_t width) { return width > 0; }));
    const std::size_t gaps = shown == 0 ? 0 : (shown - 1) * kColumnGap;
    return std::accumulate(widths_.begin(), widths_.end(), gaps);
  }

  // Cells that there are too many.
  std::size_t excess() const { return all_cells() - std::min(room_, all_cells()); }

  std::size_t least_width(std::size_t i) const {
    return std::min(widths_[i], columns_[i].min_width);
  }

  // Of columns of the same importance the last one first.
  std::vector<std::size_t> least_important_first() const {
    std::vector<std::size_t> order(columns_.size());
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t i) { return columns_[i].importance; });
    return order;
  }

  // A column that fits when its values are shortened stays.
  void give_up_columns() {
    for (const std::size_t i : least_important_first()) {
      const std::size_t over = excess();
      if (over == 0 || columns_[i].importance == kEssential) return;
      widths_[i] = widths_[i] - least_width(i) >= over ? widths_[i] - over : 0;
    }
  }

  // Takes cells from the widest column that has more than its least width.
  template <class Least>
  void narrow_to(Least least) {
    for (std::size_t over = excess(); over > 0; --over) {
      std::size_t widest = widths_.size();
      for (std::size_t i = 0; i < widths_.size(); ++i) {
        if (widths_[i] <= least(i)) continue;
        if (widest == widths_.size() || widths_[i] > widths_[widest]) widest = i;
      }
      if (widest == widths_.size()) return;
      --widths_[widest];
    }
  }

  // Where even the essential columns do not fit.
  void cut_off() {
    for (std::size_t i = widths_.size(); i-- > 1 && excess() > 0;) widths_[i] = 0;
    if (!widths_.empty()) widths_[0] = std::min(widths_[0], room_);
  }

  // What is left goes to values that max_width has cut, the most important first.
  void widen() {
    std::size_t left = room_ - std::min(room_, all_cells());
    const std::vector<std::size_t> order = least_important_first();
    for (auto i = order.rbegin(); i != order.rend(); ++i) {
      if (widths_[*i] == 0) continue;
      const std::size_t more = std::min(left, longest_[*i] - std::min(longest_[*i], widths_[*i]));
      widths_[*i] += more;
      left -= more;
    }
  }

  std::span<const Column> columns_;
  std::span<const std::size_t> longest_;
  std::size_t room_;
  std::vector<std::size_t> widths_;
};

}  // namespace

Column name_column(std::string heading) {
  return {.heading = std::move(heading), .min_width = 10, .max_width = 26};
}

Column number_column(std::string heading, std::uint8_t importance) {
  return {.heading = std::move(heading), .align = Align::Right, .importance = importance};
}

std::vector<std::size_t> fitted_widths(std::span<const Column> columns,
                                       std::span<const std::size_t> longest, std::size_t room) {
  return Fitting(columns, longest, room).widths();
}

}  // namespace arbiter
