// SPDX-License-Identifier: GPL-3.0-or-later
// A sample of a data set as a picture.
#pragma once

#include <QImage>

#include "engine/data/dataset.h"

namespace laptime::ui {

/// Are samples of this type pictures: height and width, and one (grey) or three (colour) channels?
bool isPicture(const SampleType& type);

/// `sample`: type.bytes() bytes as Dataset::read() gives them. Numbers that are not bytes are stretched from
/// their least to their largest. Null where the type is no picture.
QImage pictureOf(const SampleType& type, const unsigned char* sample);

} // namespace laptime::ui
