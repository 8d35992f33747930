// SPDX-License-Identifier: GPL-3.0-or-later
// Device and precision: what this machine has, and for each mode what to expect of it here.
#pragma once

#include <optional>
#include <vector>

#include "engine/backends/device.h"
#include "engine/history/history.h"
#include "ui/views/form/form_section.h"

class QButtonGroup;
class QComboBox;
class QRadioButton;
class QSpinBox;

namespace laptime::ui {

class ToneLabel;

/// Throughput of `precision` as a multiple of float32, where this history has measured both with the same
/// model, data set, batch and device; the median of each. Nothing where it has not.
std::optional<double> measuredSpeedUp(const std::vector<RunRow>& rows, const Experiment& experiment,
                                      Precision precision);

/// What the form says beside a mode. `measured`: see measuredSpeedUp().
QString precisionHint(const PrecisionSupport& support, Precision precision, std::optional<double> measured);

class PrecisionSection : public FormSection {
    Q_OBJECT

public:
    explicit PrecisionSection(QWidget* parent = nullptr);

    void show(const Experiment& experiment) override;
    void collect(Experiment& experiment) const override;

    void setDevices(const std::vector<DeviceInfo>& devices);
    /// What earlier runs measured, for the hints.
    void setMeasured(const std::vector<RunRow>& rows, const Experiment& experiment);

private:
    void showHints();
    const DeviceInfo* device() const;

    QButtonGroup* m_modes;
    std::vector<QRadioButton*> m_buttons; ///< by Precision
    std::vector<ToneLabel*> m_hints;
    std::vector<std::optional<double>> m_measured;
    QComboBox* m_device;
    QSpinBox* m_threads;
    std::vector<DeviceInfo> m_devices;
};

} // namespace laptime::ui
