// SPDX-License-Identifier: Apache-2.0
// Writes IDX files for the tests, knowing nothing of the reader: bytes by hand, gzip by zlib's own writer.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <cstdint>
#include <string>
#include <vector>
#include <zlib.h>

namespace laptime::tests {

using Bytes = std::vector<unsigned char>;

inline Bytes idx_bytes(const std::vector<std::uint32_t>& dims, const Bytes& data, unsigned char type = 0x08) {
    Bytes bytes{0, 0, type, static_cast<unsigned char>(dims.size())};
    for (const std::uint32_t dim : dims)
        for (const int shift : {24, 16, 8, 0})
            bytes.push_back(static_cast<unsigned char>(dim >> shift));
    bytes.insert(bytes.end(), data.begin(), data.end());
    return bytes;
}

inline Bytes gzipped(const Bytes& bytes) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    Bytes packed(deflateBound(&stream, bytes.size()) + 64);
    stream.next_in = const_cast<unsigned char*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// Pixels that differ everywhere, so that a shifted or swapped read shows.
inline Bytes pattern(std::size_t count, unsigned seed) {
    Bytes bytes(count);
    std::uint32_t state = seed * 2654435761u + 1;
    for (unsigned char& byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<unsigned char>(state >> 24);
    }
    return bytes;
}

/// A folder that goes away with the test.
class Folder {
public:
    std::string path() const { return dir_.path().toStdString(); }
    std::string file(const std::string& name) const { return path() + "/" + name; }
    std::string write(const std::string& name, const Bytes& bytes) const {
        QFile out(QString::fromStdString(file(name)));
        if (!out.open(QIODevice::WriteOnly) ||
            out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size())) < 0)
            qFatal("cannot write %s", file(name).c_str());
        return file(name);
    }
    std::string write(const std::string& name, const std::string& text) const {
        return write(name, Bytes(text.begin(), text.end()));
    }
    void remove(const std::string& name) const { QFile::remove(QString::fromStdString(file(name))); }

private:
    QTemporaryDir dir_;
};

} // namespace laptime::tests
