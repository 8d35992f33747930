// SPDX-License-Identifier: GPL-3.0-or-later
// The global batch drawn as the pieces that it is computed in: 512 → 4 × 128.
#pragma once

#include <QWidget>

#include <cstdint>
#include <vector>

namespace laptime::ui {

/// Sizes of the pieces, as even as possible, larger ones first. Empty where there is nothing to split.
std::vector<std::int64_t> splitOf(std::int64_t batch, int pieces);

/// "512 → 4 × 128", "100 → 34 + 2 × 33", "128 at once".
QString splitText(std::int64_t batch, int pieces);

class SplitBar : public QWidget {
    Q_OBJECT

public:
    explicit SplitBar(QWidget* parent = nullptr);
    void setSplit(std::int64_t batch, int pieces);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::int64_t m_batch = 0;
    int m_pieces = 1;
};

} // namespace laptime::ui
