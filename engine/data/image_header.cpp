// SPDX-License-Identifier: Apache-2.0
// JPEG: segments, each with its marker and length, up to the frame header (ITU-T T.81, annex B). PNG: the
// IHDR chunk comes first (RFC 2083, 11.2.2). One read of 4 KiB is nearly always enough.
#include "engine/data/image_header.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/core/error.h"
#include "engine/data/content_hash.h"
#include "engine/data/exif.h"
#include "engine/data/image_formats.h"

namespace laptime {

namespace {

constexpr std::size_t head_size = 4096, tail_size = 32;

bool starts_with(std::span<const unsigned char> bytes, std::string_view magic, std::size_t offset = 0) {
    // Not memcmp: an empty segment's address is null, which that may not be given.
    return bytes.size() >= offset + magic.size() &&
           std::ranges::equal(bytes.subspan(offset, magic.size()), magic, {}, {},
                              [](char c) { return static_cast<unsigned char>(c); });
}

/// The beginning of a file in memory, the rest on disk.
class Head {
public:
    explicit Head(const FileBytes& file)
        : file_(file), known_(file.read_at(0, std::span(bytes_).first(std::min<std::uint64_t>(
                                                  head_size, std::max<std::uint64_t>(file.size(), 1))))) {}

    std::span<const unsigned char> start() const { return std::span(bytes_).first(known_); }

    /// False where the file ends before.
    bool read(std::uint64_t offset, std::span<unsigned char> to) const {
        if (offset + to.size() <= known_) {
            std::ranges::copy(std::span(bytes_).subspan(offset, to.size()), to.begin());
            return true;
        }
        return file_.read_at(offset, to) == to.size();
    }

private:
    const FileBytes& file_;
    std::array<unsigned char, head_size> bytes_;
    std::size_t known_;
};

std::int64_t number(std::span<const unsigned char> bytes) {
    std::int64_t value = 0;
    for (const unsigned char byte : bytes)
        value = value << 8 | byte;
    return value;
}

bool is_frame_header(unsigned char marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

bool stands_alone(unsigned char marker) {
    return marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7);
}

/// The upright size of a JPEG file.
ImageSize jpeg_size(const Head& head, const std::string& name) {
    int orientation = 1;
    std::array<unsigned char, 9> bytes;
    for (std::uint64_t at = 2;;) {
        if (!head.read(at, std::span(bytes).first(2)))
            damaged_image(name, "it ends before it says how large the picture is");
        // Between segments decoders skip what is not a marker; any number of 0xFF may stand before one.
        if (bytes[0] != 0xFF || bytes[1] == 0xFF || bytes[1] == 0) {
            ++at;
            continue;
        }
        const unsigned char marker = bytes[1];
        at += 2;
        if (stands_alone(marker))
            continue;
        if (marker == 0xD9 || marker == 0xDA)
            damaged_image(name, "it does not say how large the picture is");
        if (!head.read(at, std::span(bytes).first(2)))
            damaged_image(name, "it ends before it says how large the picture is");
        const auto length = static_cast<std::uint64_t>(number(std::span(bytes).first(2)));
        if (length < 2)
            damaged_image(name, "a segment has a wrong length");
        if (marker == 0xE1 && orientation == 1) {
            std::vector<unsigned char> segment(length - 2);
            if (head.read(at + 2, segment))
                orientation = app1_orientation(segment);
        }
        if (is_frame_header(marker)) {
            if (!head.read(at, std::span(bytes).first(7)))
                damaged_image(name, "it ends before it says how large the picture is");
            const ImageSize size{number(std::span(bytes).subspan(3, 2)),
                                 number(std::span(bytes).subspan(5, 2))};
            return turns_sideways(orientation) ? ImageSize{size.width, size.height} : size;
        }
        at += length;
    }
}

/// The upright size of a PNG file. An eXIf chunk behind the pixels is not looked for: pictures that lie on
/// their side are then resized as if they stood, which the decoder's result puts right.
ImageSize png_size(const Head& head, const std::string& name) {
    std::array<unsigned char, 8> bytes;
    std::array<unsigned char, 8> chunk;
    if (!head.read(8, chunk) || !head.read(16, bytes) || !starts_with(chunk, "IHDR", 4))
        damaged_image(name, "it does not say how large the picture is");
    ImageSize size{number(std::span(bytes).last(4)), number(std::span(bytes).first(4))};
    // Chunks before the pixels: length, type, data, checksum.
    for (std::uint64_t at = 8; head.read(at, chunk) && !starts_with(chunk, "IDAT", 4);) {
        const auto length = static_cast<std::uint64_t>(number(std::span(chunk).first(4)));
        if (starts_with(chunk, "eXIf", 4) && length <= 0xFFFF) {
            std::vector<unsigned char> exif(length);
            if (head.read(at + 8, exif) && turns_sideways(tiff_orientation(exif)))
                std::swap(size.height, size.width);
            break;
        }
        at += 12 + length;
    }
    return size;
}

bool ends_well(ImageFormat format, std::span<const unsigned char> tail) {
    const std::string_view end = format == ImageFormat::jpeg ? std::string_view("\xFF\xD9", 2)
                                                             : std::string_view("IEND\xAE\x42\x60\x82", 8);
    // Some programs pad their files.
    return std::search(tail.begin(), tail.end(), end.begin(), end.end(), [](unsigned char a, char b) {
               return a == static_cast<unsigned char>(b);
           }) != tail.end();
}

} // namespace

ImageFormat image_format(std::span<const unsigned char> start, const std::string& name) {
    if (starts_with(start, "\xFF\xD8\xFF"))
        return ImageFormat::jpeg;
    if (starts_with(start, "\x89PNG\r\n\x1A\n"))
        return ImageFormat::png;
    if (start.empty())
        throw DataError("the picture " + name + " is empty");
    std::string kind;
    if (starts_with(start, "GIF8"))
        kind = "a GIF";
    else if (starts_with(start, "BM"))
        kind = "a BMP";
    else if (starts_with(start, "RIFF") && starts_with(start, "WEBP", 8))
        kind = "a WebP";
    else if (starts_with(start, "II*") || starts_with(start, std::string_view("MM\0*", 4)))
        kind = "a TIFF";
    else if (starts_with(start, "ftyp", 4))
        kind = "a HEIC or AVIF";
    if (kind.empty())
        throw DataError("the file " + name + " is neither a JPEG nor a PNG picture");
    throw DataError("the picture " + name + " is " + kind + " file; JPEG and PNG are read: convert it");
}

ImageHeader read_image_header(const FileBytes& file) {
    const Head head(file);
    ImageHeader header;
    header.format = image_format(head.start(), file.path());
    header.size =
        header.format == ImageFormat::jpeg ? jpeg_size(head, file.path()) : png_size(head, file.path());
    check_image_size(header.size, file.path());

    std::array<unsigned char, tail_size> tail;
    const std::uint64_t tail_length = std::min<std::uint64_t>(tail_size, file.size());
    if (!head.read(file.size() - tail_length, std::span(tail).first(tail_length)))
        damaged_image(file.path(), "it became shorter while it was read");
    header.ends_well = ends_well(header.format, std::span(tail).first(tail_length));
    ContentHash hash;
    hash.add(file.size());
    hash.add(head.start().data(), head.start().size());
    hash.add(tail.data(), tail_length);
    header.hash = hash.value();
    return header;
}

} // namespace laptime
