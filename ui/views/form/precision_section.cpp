// SPDX-License-Identifier: GPL-3.0-or-later
// A number is promised only where this history has measured it.
#include "ui/views/form/precision_section.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QRadioButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/models/numbers.h"
#include "ui/settings/theme.h"
#include "ui/views/form/number_edit.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array modes{Precision::float32, Precision::mixed_bfloat16, Precision::mixed_float16,
                           Precision::float64};

double medianRate(const std::vector<RunRow>& rows, const Experiment& experiment, const char* precision) {
    std::vector<double> rates;
    for (const RunRow& row : rows)
        if (row.precision == precision && row.model == experiment.model.library &&
            row.dataset == experiment.data.dataset && row.global_batch == experiment.speed.global_batch &&
            row.devices == experiment.speed.devices && std::isfinite(row.samples_per_second) &&
            row.samples_per_second > 0 && is_ended(row.status))
            rates.push_back(row.samples_per_second);
    if (rates.empty())
        return not_measured;
    std::sort(rates.begin(), rates.end());
    const std::size_t middle = rates.size() / 2;
    return rates.size() % 2 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2;
}

} // namespace

std::optional<double> measuredSpeedUp(const std::vector<RunRow>& rows, const Experiment& experiment,
                                      Precision precision) {
    if (precision == Precision::float32)
        return std::nullopt;
    const double ratio = medianRate(rows, experiment, word_of(precision)) /
                         medianRate(rows, experiment, word_of(Precision::float32));
    return std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

QString precisionHint(const PrecisionSupport& support, Precision precision, std::optional<double> measured) {
    const QString why = QString::fromStdString(support.why);
    switch (support.support) {
    case Support::unavailable:
        return PrecisionSection::tr("not available on this device: %1").arg(why);
    case Support::emulated:
        return measured
                   ? PrecisionSection::tr("emulated: %1 float32 in earlier runs").arg(ratioText(*measured))
                   : PrecisionSection::tr("emulated: no speed-up expected here");
    case Support::native:
        break;
    }
    if (measured)
        return PrecisionSection::tr("%1 float32 in earlier runs").arg(ratioText(*measured));
    if (precision == Precision::float32)
        return PrecisionSection::tr("native: what the others are measured against");
    if (precision == Precision::float64)
        return PrecisionSection::tr("native: for checking, slower than float32");
    return why.isEmpty() ? PrecisionSection::tr("native") : PrecisionSection::tr("native: %1").arg(why);
}

PrecisionSection::PrecisionSection(QWidget* parent)
    : FormSection(QString(), parent), m_modes(new QButtonGroup(this)), m_buttons(modes.size()),
      m_hints(modes.size()), m_measured(modes.size()), m_device(new QComboBox), m_threads(new QSpinBox) {
    m_device->addItem(u"cpu:0"_s);
    ignoreWheel(m_device);
    addField(u"speed.devices"_s, tr("Dev&ice"), m_device);
    m_threads->setRange(0, 4096);
    m_threads->setSpecialValueText(tr("all cores"));
    ignoreWheel(m_threads);
    addField(u"speed.threads_per_device"_s, tr("Thread&s"), m_threads);

    auto* column = new QWidget;
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (Precision mode : modes) {
        auto* button = new QRadioButton(QString::fromLatin1(word_of(mode)));
        auto* hint = new ToneLabel(Tone::Muted);
        hint->setFont(scaledFont(-1));
        hint->setWordWrap(true);
        hint->setContentsMargins(3 * gridUnit, 0, 0, gridUnit / 2);
        layout->addWidget(button);
        layout->addWidget(hint);
        m_modes->addButton(button, int(mode));
        m_buttons[std::size_t(mode)] = button;
        m_hints[std::size_t(mode)] = hint;
    }
    m_buttons[std::size_t(Precision::float32)]->setChecked(true);
    column->setFocusProxy(m_buttons[std::size_t(Precision::float32)]);
    addField(u"speed.precision"_s, tr("&Precision"), column, Field::Place::Above);

    connect(m_modes, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on)
            edit();
    });
    connect(m_device, &QComboBox::currentIndexChanged, this, [this] {
        showHints();
        edit();
    });
    connect(m_threads, &QSpinBox::valueChanged, this, [this] { edit(); });
    showHints();
}

void PrecisionSection::show(const Experiment& experiment) {
    m_showing = true;
    m_buttons[std::size_t(experiment.speed.precision)]->setChecked(true);
    const QString name = experiment.speed.devices.empty()
                             ? u"cpu:0"_s
                             : QString::fromStdString(experiment.speed.devices.front());
    int index = m_device->findText(name);
    if (index < 0) {
        m_device->addItem(name);
        index = m_device->count() - 1;
    }
    m_device->setCurrentIndex(index);
    m_threads->setValue(experiment.speed.threads_per_device);
    showHints();
    m_showing = false;
}

void PrecisionSection::collect(Experiment& experiment) const {
    experiment.speed.precision = static_cast<Precision>(m_modes->checkedId());
    experiment.speed.devices = {m_device->currentText().toStdString()};
    experiment.speed.threads_per_device = m_threads->value();
    experiment.speed.strategy = Strategy::single;
}

void PrecisionSection::setDevices(const std::vector<DeviceInfo>& devices) {
    m_devices = devices;
    m_showing = true;
    for (const DeviceInfo& info : devices) {
        const QString name = QString::fromStdString(info.name);
        if (m_device->findText(name) < 0)
            m_device->addItem(name);
    }
    m_showing = false;
    showHints();
}

void PrecisionSection::setMeasured(const std::vector<RunRow>& rows, const Experiment& experiment) {
    for (Precision mode : modes)
        m_measured[std::size_t(mode)] = measuredSpeedUp(rows, experiment, mode);
    showHints();
}

const DeviceInfo* PrecisionSection::device() const {
    const std::string name = m_device->currentText().toStdString();
    const auto found = std::find_if(m_devices.begin(), m_devices.end(),
                                    [&name](const DeviceInfo& info) { return info.name == name; });
    return found == m_devices.end() ? nullptr : &*found;
}

void PrecisionSection::showHints() {
    const DeviceInfo* info = device();
    field(u"speed.devices"_s)->setHint(info ? QString::fromStdString(info->description) : QString());
    for (Precision mode : modes) {
        const std::size_t index = std::size_t(mode);
        if (!info) {
            // Until the devices are known nothing is claimed, but the lines keep their room: nothing jumps.
            m_hints[index]->setText(m_devices.empty() ? tr("looking at the device…") : QString());
            continue;
        }
        const auto support = info->precisions.find(word_of(mode));
        const PrecisionSupport found =
            support == info->precisions.end() ? PrecisionSupport{} : support->second;
        m_hints[index]->setText(precisionHint(found, mode, m_measured[index]));
        m_hints[index]->setToolTip(QString::fromStdString(found.why));
        m_buttons[index]->setToolTip(QString::fromStdString(found.why));
        m_buttons[index]->setEnabled(found.support != Support::unavailable || m_buttons[index]->isChecked());
    }
}

} // namespace laptime::ui
