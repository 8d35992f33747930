// SPDX-License-Identifier: Apache-2.0
// [data] and [data.augment] of the experiment file.
#include "engine/experiment/sections.h"

namespace laptime {

namespace {

using Kind = TomlValue::Kind;

/// "balanced", "none" or a list of numbers.
void read_class_weights(SectionReader& section, ClassWeights& weights, ReadingNotes& notes) {
    const TomlValue* value = section.take("class_weights");
    if (!value)
        return;
    if (value->kind == Kind::list) {
        section.numbers("class_weights", weights.weights);
        weights.kind = ClassWeights::Kind::listed;
    } else if (value->kind == Kind::text && (value->text == "balanced" || value->text == "none")) {
        weights.kind = value->text == "none" ? ClassWeights::Kind::none : ClassWeights::Kind::balanced;
    } else {
        notes.problem(section.field("class_weights"),
                      "must be \"balanced\", \"none\" or a list with a weight a class, as [1.0, 2.5]");
    }
}

/// true, false or a word.
void read_flip(SectionReader& section, Augment::Flip& flip) {
    const TomlValue* value = section.take("flip");
    if (value && value->kind == Kind::flag)
        flip = value->flag ? Augment::Flip::random : Augment::Flip::none;
    else
        section.word("flip", flip, flip_words);
}

} // namespace

void read_data_section(SectionReader& section, Experiment::Data& data, std::vector<SectionReader>& sections,
                       ReadingNotes& notes) {
    section.text("dataset", data.dataset);
    section.number("validation", data.validation);
    section.wholes("image_size", data.image_size);
    section.text("resize", data.resize);
    section.whole("channels", data.channels);
    section.text("target", data.target);
    section.text("task", data.task);
    section.flag("header", data.header);
    section.text("delimiter", data.delimiter);
    section.whole("context", data.context);
    section.text("tokens", data.tokens);
    section.whole("cache_mb", data.cache_mb);
    read_class_weights(section, data.class_weights, notes);
    SectionReader& augment = sections.emplace_back(section.section("augment"));
    read_flip(augment, data.augment.flip);
    augment.whole("shift", data.augment.shift);
    augment.whole("crop_padding", data.augment.crop_padding);
    augment.number("rotation", data.augment.rotation);
    augment.whole("cutout", data.augment.cutout);
    augment.number("color_jitter", data.augment.color_jitter);
}

} // namespace laptime
