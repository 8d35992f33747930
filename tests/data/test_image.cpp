// SPDX-License-Identifier: Apache-2.0
// Pictures in every form that is read, against what Pillow shows of them; resizing against Pillow's; and what
// is said about files that are damaged, or no pictures.
#include <QTest>
#include <array>
#include <cmath>
#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>

#include "engine/core/error.h"
#include "engine/data/exif.h"
#include "engine/data/image_header.h"
#include "engine/data/read_image.h"
#include "engine/data/resize_image.h"
#include "tests/data/message_of.h"
#include "tests/data/pictures.h"
#include "tests/data/png_writer.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

constexpr int width = 24, height = 16;

using Color = std::array<int, 3>;

Color color_at(int x, int y) {
    return {20 + 9 * x, 230 - 13 * y, 60 + 4 * x + 3 * y};
}

Color grey(int value) {
    return {value, value, value};
}

Color palette(int i) {
    return {37 * i % 256, (255 - 11 * i % 256 + 256) % 256, (90 + 71 * i) % 256};
}

Color on_white(Color color, int alpha) {
    for (int& value : color)
        value = static_cast<int>(std::lround(value * alpha / 255.0 + 255 * (1 - alpha / 255.0)));
    return color;
}

/// What make_pictures.py has put there.
Color shown(const QString& what, int x, int y) {
    if (what.startsWith("color on white"))
        return on_white(color_at(x, y), 85 * (x % 4));
    if (what == "color with a hole")
        return x == 3 && y == 4 ? grey(255) : color_at(x, y);
    if (what == "color")
        return color_at(x, y);
    if (what == "grey on white")
        return on_white(grey(10 + 9 * x + 2 * y), 85 * (x % 4));
    if (what == "grey")
        return grey(10 + 9 * x + 2 * y);
    if (what == "checks")
        return grey((x + y) % 2 * 255);
    if (what == "steps of 17")
        return grey((x + 3 * y) % 16 * 17);
    if (what == "transparent palette")
        return on_white(palette((x + 3 * y) % 4),
                        std::array{0, 128, 255, 51}[static_cast<std::size_t>((x + 3 * y) % 4)]);
    if (what.startsWith("palette "))
        return palette((x + 3 * y) % what.mid(8).toInt());
    qFatal("unknown picture %s", qPrintable(what));
}

Bytes bytes_of(const char* base64) {
    const QByteArray raw = QByteArray::fromBase64(base64);
    return Bytes(raw.begin(), raw.end());
}

Bytes stored(const char* name) {
    for (const StoredPicture& picture : stored_pictures)
        if (std::string(picture.name) == name)
            return bytes_of(picture.base64);
    qFatal("no picture %s", name);
}

int at(const Image& image, int x, int y, int c) {
    return image.pixels[static_cast<std::size_t>((y * image.size.width + x) * image.channels + c)];
}

ImageHeader header_of(const Bytes& bytes) {
    const Folder folder;
    return read_image_header(FileBytes(folder.write("picture", bytes)));
}

QString decode_error(const Bytes& bytes) {
    return message_of<DataError>([&] { decode_image(bytes, "p.jpg", 3); });
}

/// Four channels as they are to be stored, written by libjpeg itself: forms that Pillow does not write.
Bytes cmyk_jpeg(J_COLOR_SPACE stored_as, bool adobe, const std::array<unsigned char, 4>& color) {
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char* memory = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &memory, &size);
    info.image_width = info.image_height = 16;
    info.input_components = 4;
    info.in_color_space = JCS_CMYK;
    jpeg_set_defaults(&info);
    jpeg_set_colorspace(&info, stored_as);
    jpeg_set_quality(&info, 98, TRUE);
    info.write_Adobe_marker = adobe;
    jpeg_start_compress(&info, TRUE);
    Bytes row;
    for (int x = 0; x < 16; ++x)
        row.insert(row.end(), color.begin(), color.end());
    unsigned char* rows[] = {row.data()};
    while (info.next_scanline < info.image_height)
        jpeg_write_scanlines(&info, rows, 1);
    jpeg_finish_compress(&info);
    Bytes bytes(memory, memory + size);
    jpeg_destroy_compress(&info);
    std::free(memory);
    return bytes;
}

/// A TIFF structure with one entry.
Bytes tiff(bool big, unsigned tag, unsigned type, unsigned value) {
    Bytes bytes = big ? Bytes{'M', 'M', 0, 42, 0, 0, 0, 8} : Bytes{'I', 'I', 42, 0, 8, 0, 0, 0};
    const auto add = [&](unsigned number, int count) {
        for (int i = 0; i < count; ++i)
            bytes.push_back(static_cast<unsigned char>(number >> 8 * (big ? count - 1 - i : i)));
    };
    add(1, 2);
    add(tag, 2);
    add(type, 2);
    add(1, 4);
    add(value, 2);
    add(0, 2);
    add(0, 4);
    return bytes;
}

} // namespace

class TestImage : public QObject {
    Q_OBJECT

private slots:
    void shows_what_pillow_wrote_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(stored_pictures)); ++i)
            QTest::newRow(stored_pictures[i].name) << i;
    }
    void shows_what_pillow_wrote() {
        QFETCH(int, index);
        const StoredPicture& picture = stored_pictures[index];
        const Bytes bytes = bytes_of(picture.base64);
        const Image color = decode_image(bytes, "p", 3), one_channel = decode_image(bytes, "p", 1);
        QCOMPARE(color.size, (ImageSize{height, width}));
        QCOMPARE(one_channel.size, color.size);
        QCOMPARE(color.pixels.size(), std::size_t{height * width * 3});
        QCOMPARE(one_channel.pixels.size(), std::size_t{height * width});
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const Color expected = shown(picture.expected, x, y);
                for (int c = 0; c < 3; ++c)
                    if (std::abs(at(color, x, y, c) - expected[static_cast<std::size_t>(c)]) >
                        picture.tolerance)
                        QFAIL(qPrintable(QString("pixel %1 %2 channel %3: %4 instead of %5")
                                             .arg(x)
                                             .arg(y)
                                             .arg(c)
                                             .arg(at(color, x, y, c))
                                             .arg(expected[static_cast<std::size_t>(c)])));
                const double luma601 = 0.299 * expected[0] + 0.587 * expected[1] + 0.114 * expected[2];
                QVERIFY(std::abs(at(one_channel, x, y, 0) - luma601) <= picture.tolerance + 1);
            }
        const ImageHeader header = header_of(bytes);
        QCOMPARE(header.size, color.size);
        QVERIFY(header.ends_well);
        QCOMPARE(header.format == ImageFormat::png, QString(picture.name).startsWith("PNG"));
    }

    void every_form_of_cmyk_data() {
        QTest::addColumn<int>("stored_as");
        QTest::addColumn<bool>("adobe");
        QTest::newRow("CMYK") << static_cast<int>(JCS_CMYK) << false;
        QTest::newRow("inverted CMYK") << static_cast<int>(JCS_CMYK) << true;
        QTest::newRow("inverted YCCK") << static_cast<int>(JCS_YCCK) << true;
    }
    void every_form_of_cmyk() {
        QFETCH(int, stored_as);
        QFETCH(bool, adobe);
        // Ink: 40 cyan, 100 magenta, 180 yellow, 60 black of 255.
        std::array<unsigned char, 4> ink{40, 100, 180, 60};
        for (unsigned char& value : ink)
            value = adobe ? static_cast<unsigned char>(255 - value) : value;
        const Image image =
            decode_image(cmyk_jpeg(static_cast<J_COLOR_SPACE>(stored_as), adobe, ink), "p", 3);
        const std::array expected{(255 - 40) * 195 / 255, (255 - 100) * 195 / 255, (255 - 180) * 195 / 255};
        for (int c = 0; c < 3; ++c)
            QVERIFY(std::abs(at(image, 8, 8, c) - expected[static_cast<std::size_t>(c)]) <= 4);
    }

    void decodes_at_a_reduced_size_where_that_is_enough() {
        // 1/2 of 24 x 16 is enough for 12 x 8 and less; the values stay those of the smooth picture.
        const Bytes bytes = stored("JPEG full colour resolution");
        for (const auto& [h, w] : {std::pair{8, 12}, {4, 6}, {2, 3}, {7, 5}}) {
            const Image image = decode_image(bytes, "p", ImageTarget{{h, w}});
            QCOMPARE(image.size, (ImageSize{h, w}));
            for (int y = 0; y < h; ++y)
                for (int x = 0; x < w; ++x) {
                    const double from_x = (x + 0.5) * width / w - 0.5, from_y = (y + 0.5) * height / h - 0.5;
                    QVERIFY(std::abs(at(image, x, y, 0) - (20 + 9 * from_x)) < 10);
                    QVERIFY(std::abs(at(image, x, y, 1) - (230 - 13 * from_y)) < 14);
                }
        }
        // A picture on its side is reduced by what its upright form needs.
        const Image turned = decode_image(stored("JPEG orientation 6"), "p", ImageTarget{{4, 12}});
        QCOMPARE(turned.size, (ImageSize{4, 12}));
        QVERIFY(std::abs(at(turned, 0, 2, 0) - (20 + 9 * 0.5)) < 10);
        QVERIFY(std::abs(at(turned, 11, 2, 0) - (20 + 9 * 22.5)) < 10);
    }

    void resizes_as_pillow_does_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(resized_noise)); ++i)
            QTest::addRow("%s %d x %d", resized_noise[i].fit, resized_noise[i].height, resized_noise[i].width)
                << i;
    }
    void resizes_as_pillow_does() {
        QFETCH(int, index);
        const ResizedPicture& wanted = resized_noise[index];
        const Image noise{{9, 13}, 3, bytes_of(noise_picture)};
        const ImageTarget target{{wanted.height, wanted.width}, fit_of(wanted.fit)};
        const Image image = resize_image(noise, target);
        const Bytes expected = bytes_of(wanted.base64);
        QCOMPARE(image.pixels.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(image.pixels[i] - expected[i]) <= 1, qPrintable(QString::number(i)));
        // One channel is the same arithmetic.
        Image red{{9, 13}, 1, {}};
        for (std::size_t i = 0; i < noise.pixels.size(); i += 3)
            red.pixels.push_back(noise.pixels[i]);
        const Image red_resized = resize_image(red, target);
        for (std::size_t i = 0; i < red_resized.pixels.size(); ++i)
            QCOMPARE(red_resized.pixels[i], image.pixels[3 * i]);
    }

    void a_picture_of_the_right_size_is_left_alone() {
        const Image noise{{9, 13}, 3, bytes_of(noise_picture)};
        for (const Fit fit : {Fit::stretch, Fit::crop, Fit::pad})
            QCOMPARE(resize_image(noise, {{9, 13}, fit}).pixels, noise.pixels);
    }

    void shrinking_does_not_alias() {
        // One-pixel stripes are grey from afar, whatever the ratio.
        Image stripes{{64, 64}, 1, Bytes(64 * 64)};
        for (std::size_t i = 0; i < stripes.pixels.size(); ++i)
            stripes.pixels[i] = i % 2 ? 255 : 0;
        for (const int side : {32, 21, 16, 7})
            for (const unsigned char value : resize_image(stripes, {{side, side}, Fit::stretch, 1}).pixels)
                QVERIFY(std::abs(value - 127) < 30);
    }

    void pads_with_black_in_the_middle() {
        const Image white{{4, 8}, 1, Bytes(32, 255)};
        const Image image = resize_image(white, {{8, 8}, Fit::pad, 1});
        for (int y = 0; y < 8; ++y)
            QCOMPARE(at(image, 3, y, 0), y >= 2 && y < 6 ? 255 : 0);
    }

    void fits() {
        QCOMPARE(fitted_size({375, 500}, {{224, 224}, Fit::crop}), (ImageSize{224, 299}));
        QCOMPARE(fitted_size({375, 500}, {{224, 224}, Fit::pad}), (ImageSize{168, 224}));
        QCOMPARE(fitted_size({375, 500}, {{224, 224}, Fit::stretch}), (ImageSize{224, 224}));
        QCOMPARE(fitted_size({1, 100000}, {{224, 224}, Fit::pad}), (ImageSize{1, 224}));
        VERIFY_CONTAINS(message_of<InvalidInput>([] { fit_of("squeeze"); }), "stretch, crop or pad");
    }

    void reads_orientations() {
        for (const bool big : {false, true})
            for (unsigned orientation = 1; orientation <= 8; ++orientation)
                QCOMPARE(tiff_orientation(tiff(big, 0x0112, 3, orientation)), static_cast<int>(orientation));
        QCOMPARE(tiff_orientation(tiff(true, 0x0112, 3, 9)), 1);
        QCOMPARE(tiff_orientation(tiff(true, 0x0112, 4, 6)), 1); // no short
        QCOMPARE(tiff_orientation(tiff(true, 0x0110, 3, 6)), 1); // another tag
        Bytes cut = tiff(false, 0x0112, 3, 6);
        while (!cut.empty()) {
            cut.pop_back();
            if (cut.size() < 22)
                QCOMPARE(tiff_orientation(cut), 1);
        }
        Bytes segment{'E', 'x', 'i', 'f', 0, 0};
        const Bytes inside = tiff(true, 0x0112, 3, 6);
        segment.insert(segment.end(), inside.begin(), inside.end());
        QCOMPARE(app1_orientation(segment), 6);
        segment[0] = 'X';
        QCOMPARE(app1_orientation(segment), 1);
    }

    void truncated_files_are_errors_data() {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
             {"JPEG baseline", "JPEG progressive", "JPEG grey", "PNG RGB", "PNG interlaced"})
            QTest::newRow(name) << QByteArray(name);
    }
    void truncated_files_are_errors() {
        QFETCH(QByteArray, name);
        const Bytes whole = stored(name.constData());
        // The last bytes are the end mark; all pixels are there before it.
        for (std::size_t size = 0; size + 12 < whole.size(); size += 7) {
            const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            VERIFY_CONTAINS(decode_error(cut), "p.jpg");
        }
        Bytes cut(whole.begin(), whole.end() - 12);
        QVERIFY(!header_of(cut).ends_well);
        VERIFY_CONTAINS(decode_error(Bytes(whole.begin(), whole.begin() + 40)), "is damaged");
    }

    void other_files_are_named() {
        const auto bytes = [](const std::string& text) { return Bytes(text.begin(), text.end()); };
        VERIFY_CONTAINS(decode_error({}), "the picture p.jpg is empty");
        VERIFY_CONTAINS(decode_error(bytes("hello, world")), "p.jpg is neither a JPEG nor a PNG picture");
        VERIFY_CONTAINS(decode_error(bytes("GIF89a......")), "is a GIF file; JPEG and PNG are read");
        VERIFY_CONTAINS(decode_error(bytes("RIFFxxxxWEBPVP8 ")), "is a WebP file");
        VERIFY_CONTAINS(message_of<DataError>([] { read_image("/nowhere/p.png", 3); }), "/nowhere/p.png");
        const Folder folder;
        VERIFY_CONTAINS(message_of<DataError>([&] { read_image(folder.path(), 3); }), "not a plain file");
    }

    void large_promises_are_refused() {
        // A PNG header of 20000 x 20000, and a JPEG frame header of 65500 x 65500: no memory is asked for.
        Bytes png = png_bytes(4, 4, 1, Bytes(16));
        png.resize(8);
        append_chunk(png, "IHDR", {0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20, 8, 0, 0, 0, 0});
        append_chunk(png, "IDAT", {});
        VERIFY_CONTAINS(decode_error(png), "20000 x 20000 pixels; at most 100 million");
        VERIFY_CONTAINS(message_of<DataError>([&] { header_of(png); }), "at most 100 million");
        Bytes jpeg = stored("JPEG baseline");
        const Bytes frame{0xFF, 0xC0, 0, 17, 8};
        auto place = std::search(jpeg.begin(), jpeg.end(), frame.begin(), frame.end()) + 5;
        place[0] = 0xFF; // 65296 rows of 24: more than so few bytes can hold
        VERIFY_CONTAINS(decode_error(jpeg), "cannot hold");
        place[2] = 0xFF;
        VERIFY_CONTAINS(decode_error(jpeg), "at most 100 million");
        VERIFY_CONTAINS(message_of<DataError>([&] { header_of(jpeg); }), "at most 100 million");
        place[0] = place[1] = 0;
        VERIFY_CONTAINS(decode_error(jpeg), "p.jpg");
        VERIFY_CONTAINS(message_of<DataError>([&] { header_of(jpeg); }), "no pixels");
    }

    void damage_in_the_middle_is_an_error() {
        Bytes jpeg = stored("JPEG baseline");
        for (std::size_t i = jpeg.size() - 200; i < jpeg.size() - 100; ++i)
            jpeg[i] = 0xFF;
        VERIFY_CONTAINS(decode_error(jpeg), "is damaged");
        Bytes png = stored("PNG RGB");
        png[png.size() - 30] ^= 0x10;
        VERIFY_CONTAINS(decode_error(png), "is damaged");
    }

    void headers_behind_much_else() {
        // 200 kB of comments before the frame header, which then lies behind the part that is read first.
        const Bytes jpeg = stored("JPEG orientation 6");
        Bytes padded{0xFF, 0xD8};
        for (int i = 0; i < 4; ++i) {
            padded.insert(padded.end(), {0xFF, 0xFE, 0xC3, 0x52});
            padded.insert(padded.end(), 0xC350, 'x');
        }
        padded.insert(padded.end(), jpeg.begin() + 2, jpeg.end());
        QCOMPARE(header_of(padded).size, (ImageSize{height, width}));
        QCOMPARE(decode_image(padded, "p", 3).size, (ImageSize{height, width}));
    }
};

QTEST_GUILESS_MAIN(TestImage)
#include "test_image.moc"
