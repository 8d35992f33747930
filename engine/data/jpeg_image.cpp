// SPDX-License-Identifier: Apache-2.0
// JPEG by libjpeg-turbo. The library reports errors by longjmp; every call into it that may do so runs inside
// attempt(), whose frame holds nothing with a destructor.
#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <memory>

#include <jpeglib.h>

#include <jerror.h>

#include "engine/data/exif.h"
#include "engine/data/image_formats.h"

namespace laptime {

namespace {

constexpr unsigned longest_app1 = 0xFFFF;
/// A block of 8 × 8 pixels takes at least one bit, in the first scan.
constexpr double most_pixels_a_byte = 8 * 64;
/// Encoders make about ten; each costs a pass over the whole picture, however few bytes it has.
constexpr int most_scans = 100;

/// Warnings of the library after which a part of the picture is missing or wrong. It goes on with grey, we
/// do not.
bool means_damage(int code) {
    switch (code) {
    case JWRN_ARITH_BAD_CODE:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC:
        return true;
    default:
        return false;
    }
}

class Decoder {
public:
    Decoder() {
        info_.err = jpeg_std_error(&errors_);
        info_.client_data = this;
        errors_.error_exit = [](j_common_ptr info) { of(info).give_up(info); };
        errors_.emit_message = [](j_common_ptr info, int level) {
            if (level < 0 && means_damage(info->err->msg_code))
                of(info).give_up(info);
        };
        errors_.output_message = [](j_common_ptr) {};
        progress_.progress_monitor = [](j_common_ptr info) {
            if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > most_scans) {
                std::snprintf(of(info).text_, sizeof text_, "it has more than %d scans", most_scans);
                std::longjmp(of(info).jump_, 1);
            }
        };
    }
    ~Decoder() {
        if (made_)
            jpeg_destroy_decompress(&info_);
    }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    void open(std::span<const unsigned char> bytes, const std::string& name) {
        attempt(name, [&] {
            jpeg_create_decompress(&info_);
            made_ = true;
            info_.progress = &progress_;
            jpeg_save_markers(&info_, JPEG_APP0 + 1, longest_app1);
            jpeg_mem_src(&info_, bytes.data(), static_cast<unsigned long>(bytes.size()));
            jpeg_read_header(&info_, TRUE);
        });
    }

    /// Runs `step`, and throws DataError where the library reports an error in it.
    template <typename Step>
    void attempt(const std::string& name, const Step& step) {
        if (!succeeds(step))
            damaged_image(name, text_);
    }

    int orientation() const {
        for (const jpeg_marker_struct* marker = info_.marker_list; marker; marker = marker->next)
            if (marker->marker == JPEG_APP0 + 1)
                if (const int found = app1_orientation({marker->data, marker->data_length}); found != 1)
                    return found;
        return 1;
    }

    jpeg_decompress_struct& info() { return info_; }

private:
    static Decoder& of(j_common_ptr info) { return *static_cast<Decoder*>(info->client_data); }

    [[noreturn]] void give_up(j_common_ptr info) {
        errors_.format_message(info, text_);
        std::longjmp(jump_, 1);
    }

    template <typename Step>
    [[gnu::noinline]] bool succeeds(const Step& step) {
        if (setjmp(jump_))
            return false;
        step();
        return true;
    }

    jpeg_decompress_struct info_{};
    jpeg_error_mgr errors_{};
    jpeg_progress_mgr progress_{};
    std::jmp_buf jump_;
    char text_[JMSG_LENGTH_MAX] = {};
    bool made_ = false;
};

/// The largest reduction that leaves at least as many pixels as the target needs.
unsigned reduction(ImageSize stored, int orientation, const std::optional<ImageTarget>& target) {
    if (!target)
        return 1;
    ImageSize needed =
        fitted_size(turns_sideways(orientation) ? ImageSize{stored.width, stored.height} : stored, *target);
    if (turns_sideways(orientation))
        std::swap(needed.height, needed.width);
    for (const int by : {8, 4, 2})
        if (stored.height / by >= needed.height && stored.width / by >= needed.width)
            return static_cast<unsigned>(by);
    return 1;
}

/// Adobe's programs, and all that follow them, store CMYK inverted and mark the file as theirs.
void from_cmyk(const unsigned char* from, unsigned char* to, std::int64_t count, int channels,
               bool inverted) {
    const unsigned flip = inverted ? 0 : 255;
    for (std::int64_t i = 0; i < count; ++i, from += 4, to += channels) {
        unsigned rgb[3];
        for (int c = 0; c < 3; ++c)
            rgb[c] = ((from[c] ^ flip) * (from[3] ^ flip) + 127) / 255;
        if (channels == 1)
            *to = luma(rgb[0], rgb[1], rgb[2]);
        else
            for (int c = 0; c < 3; ++c)
                to[c] = static_cast<unsigned char>(rgb[c]);
    }
}

} // namespace

Image decode_jpeg(std::span<const unsigned char> bytes, const std::string& name,
                  const DecodeOptions& options) {
    Decoder decoder;
    decoder.open(bytes, name);
    jpeg_decompress_struct& info = decoder.info();
    const ImageSize stored{info.image_height, info.image_width};
    check_image_size(stored, name);
    if (!info.arith_code) // that coder spends less than a bit on what it expects
        check_can_hold(bytes.size(), most_pixels_a_byte, stored, name);

    const int orientation = decoder.orientation();
    const bool cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
    info.out_color_space = cmyk ? JCS_CMYK : options.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    info.scale_num = 1;
    info.scale_denom = reduction(stored, orientation, options.target);
    decoder.attempt(name, [&] { jpeg_start_decompress(&info); });

    Image image{{info.output_height, info.output_width}, options.channels, {}};
    image.pixels.resize(static_cast<std::size_t>(image.size.height) * image.row_bytes());
    std::vector<unsigned char> four(cmyk ? 4 * static_cast<std::size_t>(image.size.width) : 0);
    decoder.attempt(name, [&] {
        while (info.output_scanline < info.output_height) {
            unsigned char* to = image.pixels.data() + info.output_scanline * image.row_bytes();
            JSAMPROW row = cmyk ? four.data() : to;
            if (jpeg_read_scanlines(&info, &row, 1) == 1 && cmyk)
                from_cmyk(row, to, image.size.width, options.channels, info.saw_Adobe_marker);
        }
    });
    return upright(std::move(image), orientation);
}

} // namespace laptime
