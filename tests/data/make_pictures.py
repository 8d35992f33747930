#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes pictures.h, the pictures of test_image: written by Pillow, and by hand where Pillow cannot write a form.
# Every picture is read back with Pillow before it is taken. Only needed to add pictures; no test runs this.
#   pip install pillow numpy && tests/data/make_pictures.py > tests/data/pictures.h
import base64
import io
import struct
import zlib

import numpy as np
from PIL import Image, ImageOps

W, H = 24, 16
y, x = np.mgrid[0:H, 0:W]
color = np.stack([20 + 9 * x, 230 - 13 * y, 60 + 4 * x + 3 * y], -1).astype(np.uint8)
grey = (10 + 9 * x + 2 * y).astype(np.uint8)
alpha = (85 * (x % 4)).astype(np.uint8)


def on_white(values, a):
    a = a.astype(float) / 255
    a = a[..., None] if values.ndim == 3 else a
    return np.round(values * a + 255 * (1 - a))


def palette(n):
    i = np.arange(n)
    return np.stack([37 * i % 256, (255 - 11 * i) % 256, (90 + 71 * i) % 256], -1).astype(np.uint8)


def index(n):
    return ((x + 3 * y) % n).astype(np.uint8)


rows = []


def add(name, data, what, expected, tolerance):
    back = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    if back.mode.startswith('I;16'):
        back = Image.fromarray(np.round(np.asarray(back) / 257).astype(np.uint8))
    if 'A' in back.mode or 'transparency' in back.info:
        back = Image.alpha_composite(Image.new('RGBA', back.size, 'white'), back.convert('RGBA'))
    shown = np.asarray(back.convert('RGB')).astype(float)
    expected = expected[..., None] if expected.ndim == 2 else expected
    worst = np.abs(shown - expected).max()
    assert worst <= tolerance, (name, worst)
    rows.append((name, what, tolerance, data))


def saved(image, kind, **options):
    to = io.BytesIO()
    image.save(to, kind, **options)
    return to.getvalue()


picture, grey_picture = Image.fromarray(color), Image.fromarray(grey)
for name, image, options in [
    ('baseline', picture, {}),
    ('full colour resolution', picture, {'subsampling': 0}),
    ('progressive', picture, {'progressive': True}),
    ('restart markers', picture, {'restart_marker_rows': 1}),
    ('stored as RGB', picture, {'keep_rgb': True}),
    ('CMYK', picture.convert('CMYK'), {}),
    ('progressive CMYK', picture.convert('CMYK'), {'progressive': True}),
]:
    add('JPEG ' + name, saved(image, 'JPEG', quality=97, **options), 'color', color, 8)
add('JPEG grey', saved(grey_picture, 'JPEG', quality=97), 'grey', grey, 4)

turns = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Pillow's transpositions that undo each orientation
for orientation, turn in turns.items():
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = picture.transpose(Image.Transpose(turn))
    add(f'JPEG orientation {orientation}', saved(stored, 'JPEG', quality=97, exif=exif), 'color', color, 8)
exif = Image.Exif()
exif[0x0112] = 6
add('PNG orientation 6', saved(picture.transpose(Image.Transpose(2)), 'PNG', exif=exif), 'color', color, 0)

add('PNG RGB', saved(picture, 'PNG'), 'color', color, 0)
add('PNG grey', saved(grey_picture, 'PNG'), 'grey', grey, 0)
add('PNG 1 bit', saved(Image.fromarray(((x + y) % 2 * 255).astype(np.uint8)).convert('1'), 'PNG'), 'checks',
    (x + y) % 2 * 255.0, 0)
for bits in (1, 2, 4, 8):
    n = 2**bits
    image = Image.fromarray(index(n), 'P')
    image.putpalette(palette(n).tobytes())
    add(f'PNG palette of {n}', saved(image, 'PNG', bits=bits), f'palette {n}', palette(n)[index(n)].astype(float), 0)
image = Image.fromarray(index(4), 'P')
image.putpalette(palette(4).tobytes())
a = np.array([0, 128, 255, 51], np.uint8)[index(4)]
add('PNG palette with transparency', saved(image, 'PNG', bits=2, transparency=bytes([0, 128, 255, 51])),
    'transparent palette', on_white(palette(4)[index(4)].astype(float), a), 1)
add('PNG RGB and alpha', saved(Image.fromarray(np.dstack([color, alpha])), 'PNG'), 'color on white',
    on_white(color.astype(float), alpha), 1)
add('PNG grey and alpha', saved(Image.fromarray(np.dstack([grey, alpha]), 'LA'), 'PNG'), 'grey on white',
    on_white(grey.astype(float), alpha), 1)
one = color.astype(float)
one[4, 3] = 255
add('PNG RGB with a transparent colour', saved(picture, 'PNG', transparency=tuple(map(int, color[4, 3]))),
    'color with a hole', one, 0)
add('PNG 16 bit grey', saved(Image.fromarray(grey.astype(np.uint16) * 257 + 60), 'PNG'), 'grey', grey, 0)


def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def raw_png(bits, color_type, data, interlaced=0):
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', W, H, bits, color_type, 0, 0, interlaced)) +
            chunk(b'IDAT', zlib.compress(data, 9)) + chunk(b'IEND', b''))


def lines(values):
    return b''.join(b'\0' + line.tobytes() for line in values)


passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
add('PNG interlaced', raw_png(8, 2, b''.join(lines(color[y0::dy, x0::dx]) for x0, y0, dx, dy in passes), 1), 'color',
    color, 0)
add('PNG 16 bit RGB', raw_png(16, 2, lines((color.astype(np.uint16) * 257).astype('>u2'))), 'color', color, 0)
four = index(16)
add('PNG 4 bit grey', raw_png(4, 0, lines((four[:, 0::2] << 4 | four[:, 1::2]).astype(np.uint8))), 'steps of 17',
    four * 17.0, 0)

noise = np.random.default_rng(1).integers(0, 256, (9, 13, 3), dtype=np.uint8)
small = Image.fromarray(noise)
resized = [('stretch', 4, 5, small.resize((5, 4), Image.BILINEAR)), ('stretch', 15, 20, small.resize((20, 15), Image.BILINEAR)),
           ('stretch', 20, 3, small.resize((3, 20), Image.BILINEAR)), ('stretch', 1, 1, small.resize((1, 1), Image.BILINEAR)),
           ('crop', 6, 6, ImageOps.fit(small, (6, 6), Image.BILINEAR)), ('crop', 3, 8, ImageOps.fit(small, (8, 3), Image.BILINEAR)),
           ('pad', 6, 13, ImageOps.pad(small, (13, 6), Image.BILINEAR))]


def literal(data):
    text = base64.b64encode(data).decode()
    return '\n'.join(f'     "{text[i:i + 100]}"' for i in range(0, len(text), 100))


print('''// SPDX-License-Identifier: Apache-2.0
// Made by make_pictures.py, which says what is in them: pictures as Pillow writes them, and what Pillow makes of
// one when it resizes it.
#pragma once

namespace laptime::tests {

struct StoredPicture {
    const char* name;
    const char* expected; ///< what it shows; see shown() in test_image.cpp
    int tolerance;        ///< of a value
    const char* base64;
};

// clang-format off
inline constexpr StoredPicture stored_pictures[] = {''')
for name, what, tolerance, data in rows:
    print(f'    {{"{name}", "{what}", {tolerance},\n{literal(data)}}},')
print(f'''}};

/// 13 x 9 pixels of noise, RGB.
inline constexpr const char* noise_picture =
{literal(noise.tobytes())};

struct ResizedPicture {{
    const char* fit;
    int height, width;
    const char* base64;
}};

inline constexpr ResizedPicture resized_noise[] = {{''')
for fit, height, width, image in resized:
    print(f'    {{"{fit}", {height}, {width},\n{literal(np.asarray(image).tobytes())}}},')
print('''};
// clang-format on

} // namespace laptime::tests''')
