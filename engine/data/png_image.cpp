// SPDX-License-Identifier: Apache-2.0
// PNG by libpng, whatever is stored brought to 8 bits. Transparent pictures are laid on white, as every
// viewer shows them. The library reports errors by longjmp; every call into it that may do so runs inside
// attempt(), whose frame holds nothing with a destructor.
#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <png.h>

#include "engine/data/exif.h"
#include "engine/data/image_formats.h"

namespace laptime {

namespace {

/// Deflate's best is 1032 to 1 (zlib's technical notes), and a pixel takes at least one bit.
constexpr double most_pixels_a_byte = 1032 * 8;

class Decoder {
public:
    explicit Decoder(std::span<const unsigned char> bytes) : rest_(bytes) {}
    ~Decoder() { png_destroy_read_struct(&png_, &info_, nullptr); }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    void open(const std::string& name) {
        png_ = png_create_read_struct(
            PNG_LIBPNG_VER_STRING, this,
            [](png_structp png, png_const_charp text) {
                auto& self = *static_cast<Decoder*>(png_get_error_ptr(png));
                std::snprintf(self.text_, sizeof self.text_, "%s", text);
                std::longjmp(self.jump_, 1);
            },
            [](png_structp, png_const_charp) {});
        if (png_)
            info_ = png_create_info_struct(png_);
        if (!info_)
            damaged_image(name, "no memory is left to read it");
        attempt(name, [this] {
            png_set_read_fn(png_, this, [](png_structp png, png_bytep to, std::size_t size) {
                auto& self = *static_cast<Decoder*>(png_get_io_ptr(png));
                if (size > self.rest_.size())
                    png_error(png, "it ends in the middle");
                std::memcpy(to, self.rest_.data(), size);
                self.rest_ = self.rest_.subspan(size);
            });
            png_set_user_limits(png_, most_pixels_a_side, most_pixels_a_side);
            png_read_info(png_, info_);
        });
    }

    /// Runs `step`, and throws DataError where the library reports an error in it.
    template <typename Step>
    void attempt(const std::string& name, const Step& step) {
        if (!succeeds(step))
            damaged_image(name, text_);
    }

    int orientation() {
        png_uint_32 size = 0;
        png_bytep exif = nullptr;
        if (png_get_eXIf_1(png_, info_, &size, &exif) == 0 || !exif)
            return 1;
        return tiff_orientation({exif, size});
    }

    png_structp png() { return png_; }
    png_infop info() { return info_; }

private:
    template <typename Step>
    [[gnu::noinline]] bool succeeds(const Step& step) {
        if (setjmp(jump_))
            return false;
        step();
        return true;
    }

    std::span<const unsigned char> rest_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    std::jmp_buf jump_;
    char text_[200] = {};
};

/// Asks libpng for 8 bits a channel, grey or RGB, with or without alpha.
void ask_for_bytes(png_structp png, png_infop info) {
    const png_byte color = png_get_color_type(png, info), bits = png_get_bit_depth(png, info);
    if (bits == 16)
        png_set_scale_16(png);
    if (color == PNG_COLOR_TYPE_PALETTE)
        png_set_palette_to_rgb(png);
    if (color == PNG_COLOR_TYPE_GRAY && bits < 8)
        png_set_expand_gray_1_2_4_to_8(png);
    if (png_get_valid(png, info, PNG_INFO_tRNS))
        png_set_tRNS_to_alpha(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
}

unsigned on_white(unsigned value, unsigned alpha) {
    return (value * alpha + 255 * (255 - alpha) + 127) / 255;
}

/// From `stored` channels (1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha) to the `channels` asked for.
void convert(const unsigned char* from, int stored, unsigned char* to, int channels, std::size_t count) {
    const bool color = stored >= 3, alpha = stored % 2 == 0;
    for (std::size_t i = 0; i < count; ++i, from += stored, to += channels) {
        std::array<unsigned, 3> rgb{from[0], color ? from[1] : from[0], color ? from[2] : from[0]};
        if (alpha)
            for (unsigned& value : rgb)
                value = on_white(value, from[stored - 1]);
        if (channels == 3)
            for (std::size_t c = 0; c < 3; ++c)
                to[c] = static_cast<unsigned char>(rgb[c]);
        else
            *to = color ? luma(rgb[0], rgb[1], rgb[2]) : static_cast<unsigned char>(rgb[0]);
    }
}

} // namespace

Image decode_png(std::span<const unsigned char> bytes, const std::string& name,
                 const DecodeOptions& options) {
    Decoder decoder(bytes);
    decoder.open(name);
    png_structp png = decoder.png();
    png_infop info = decoder.info();
    const ImageSize size{png_get_image_height(png, info), png_get_image_width(png, info)};
    check_image_size(size, name);
    check_can_hold(bytes.size(), most_pixels_a_byte, size, name);

    decoder.attempt(name, [&] { ask_for_bytes(png, info); });
    const int stored = png_get_channels(png, info);
    const std::size_t row_bytes = png_get_rowbytes(png, info);
    if (row_bytes != static_cast<std::size_t>(size.width) * static_cast<std::size_t>(stored))
        damaged_image(name, "its rows have an unknown form");
    std::vector<unsigned char> raw(row_bytes * static_cast<std::size_t>(size.height));
    std::vector<png_bytep> rows(static_cast<std::size_t>(size.height));
    for (std::size_t y = 0; y < rows.size(); ++y)
        rows[y] = raw.data() + y * row_bytes;
    decoder.attempt(name, [&] {
        png_read_image(png, rows.data());
        png_read_end(png, info); // eXIf may stand behind the pixels
    });

    Image image{size, options.channels, {}};
    if (stored == options.channels) {
        image.pixels = std::move(raw);
    } else {
        image.pixels.resize(image.row_bytes() * static_cast<std::size_t>(size.height));
        convert(raw.data(), stored, image.pixels.data(), options.channels,
                static_cast<std::size_t>(size.height * size.width));
    }
    return upright(std::move(image), decoder.orientation());
}

} // namespace laptime
