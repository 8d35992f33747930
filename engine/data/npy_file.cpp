// SPDX-License-Identifier: Apache-2.0
// Elements are converted piece by piece as they are read, so a float64 array never lies in memory beside its
// float32 copy.
#include "engine/data/npy_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "engine/core/error.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

constexpr std::size_t longest_header = std::size_t{1} << 20, longest_text = 4096;
constexpr std::size_t most_dims = 32;
constexpr std::size_t piece_bytes = std::size_t{1} << 19;

static_assert(std::endian::native == std::endian::little, "elements are read as they lie in memory");

[[noreturn]] void bad_header(const ByteSource& source, const std::string& why) {
    throw DataError(source.name() + " is not a NumPy array that can be read: " + why);
}

/// The header's dictionary: quoted keys; values are quoted texts, True, False, or tuples of whole numbers.
class HeaderParser {
public:
    HeaderParser(const ByteSource& source, std::string_view text) : source_(source), rest_(text) {}

    NpyHeader parse() {
        NpyHeader header;
        std::string type;
        bool has_order = false, has_shape = false;
        take('{');
        while (!skip_if('}')) {
            const std::string key = quoted();
            take(':');
            if (key == "descr") {
                if (peek() == '[')
                    bad_header(source_, "its elements are records; save one field, as a['x'], by itself");
                type = quoted();
            } else if (key == "fortran_order") {
                header.fortran = truth();
                has_order = true;
            } else if (key == "shape") {
                header.shape = tuple();
                has_shape = true;
            } else {
                wrong();
            }
            if (!skip_if(','))
                take('}', true);
        }
        if (type.empty() || !has_order || !has_shape)
            wrong();
        set_type(header, type);
        return header;
    }

private:
    [[noreturn]] void wrong() const { bad_header(source_, "its header makes no sense; save it again"); }

    char peek() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n'))
            rest_.remove_prefix(1);
        return rest_.empty() ? '\0' : rest_.front();
    }
    bool skip_if(char c) {
        if (peek() != c)
            return false;
        rest_.remove_prefix(1);
        return true;
    }
    void take(char c, bool keep = false) {
        if (peek() != c)
            wrong();
        if (!keep)
            rest_.remove_prefix(1);
    }
    std::string quoted() {
        const char quote = peek();
        if (quote != '\'' && quote != '"')
            wrong();
        rest_.remove_prefix(1);
        const std::size_t end = rest_.find(quote);
        if (end == rest_.npos)
            wrong();
        std::string text(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return text;
    }
    bool truth() {
        peek();
        for (const auto& [word, value] : {std::pair("True", true), std::pair("False", false)})
            if (rest_.starts_with(word)) {
                rest_.remove_prefix(std::strlen(word));
                return value;
            }
        wrong();
    }
    std::vector<std::int64_t> tuple() {
        std::vector<std::int64_t> numbers;
        take('(');
        while (!skip_if(')')) {
            peek();
            std::int64_t value = 0;
            const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
            if (error != std::errc() || value < 0 || numbers.size() == most_dims)
                wrong();
            rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
            skip_if('L'); // as Python 2 wrote long ones
            numbers.push_back(value);
            if (!skip_if(','))
                take(')', true);
        }
        return numbers;
    }

    /// "<f4", "|b1", ">U7"
    void set_type(NpyHeader& header, const std::string& type) {
        const char* const begin = type.data() + (type.find_first_of("<>|=") == 0 ? 1 : 0);
        const char* const end = type.data() + type.size();
        header.big_endian = type.front() == '>';
        header.kind = begin < end ? *begin : '\0';
        std::size_t size = 0;
        if (begin < end && std::from_chars(begin + 1, end, size).ptr != end)
            size = 0;
        if (header.kind == 'O')
            bad_header(source_, "its elements are Python objects, which are never unpickled; convert it with "
                                "astype(float), astype(int) or astype(str) before saving");
        if (header.kind == 'U' && size <= longest_text)
            size *= 4;
        header.size = size;
        const bool power = size == 1 || size == 2 || size == 4 || size == 8;
        const bool good = header.kind == 'b'                         ? size == 1
                          : header.kind == 'i' || header.kind == 'u' ? power
                          : header.kind == 'f'                       ? power && size > 1
                          : header.is_text()                         ? size > 0 && size <= 4 * longest_text
                                                                     : false;
        if (!good)
            bad_header(source_, "elements of the type '" + type +
                                    "' are not read; convert it with astype('float32') before saving");
    }

    const ByteSource& source_;
    std::string_view rest_;
};

/// IEEE 754 binary16.
float from_half(std::uint16_t half) {
    const int exponent = half >> 10 & 31;
    const int mantissa = half & 1023;
    float value;
    if (exponent == 31)
        value = mantissa ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
    else if (exponent == 0)
        value = std::ldexp(static_cast<float>(mantissa), -24);
    else
        value = std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
    return half & 0x8000 ? -value : value;
}

/// The place in row-major order of the elements of a Fortran-ordered array, one after the other.
class FortranPlaces {
public:
    explicit FortranPlaces(const std::vector<std::int64_t>& shape)
        : shape_(shape), strides_(shape.size()), at_(shape.size()) {
        std::int64_t stride = 1;
        for (std::size_t i = shape.size(); i-- > 0;) {
            strides_[i] = stride;
            stride *= shape[i];
        }
    }
    std::size_t next() {
        const std::int64_t place = place_;
        for (std::size_t i = 0; i < shape_.size(); ++i) {
            place_ += strides_[i];
            if (++at_[i] < shape_[i])
                break;
            place_ -= strides_[i] * shape_[i];
            at_[i] = 0;
        }
        return static_cast<std::size_t>(place);
    }

private:
    const std::vector<std::int64_t>& shape_;
    std::vector<std::int64_t> strides_, at_;
    std::int64_t place_ = 0;
};

/// Calls take(pointer to element, place in row-major order) for every element.
template <typename Take>
void for_each_element(ByteSource& source, const NpyHeader& header, Take take) {
    const auto count = static_cast<std::size_t>(header.count());
    const std::size_t a_piece = std::max<std::size_t>(1, piece_bytes / header.size);
    std::vector<unsigned char> buffer(a_piece * header.size);
    FortranPlaces places(header.shape);
    const bool scattered = header.fortran && header.shape.size() > 1;
    for (std::size_t done = 0; done < count;) {
        const std::size_t wanted = std::min(a_piece, count - done);
        const std::size_t got = source.read(buffer.data(), wanted * header.size);
        if (got < wanted * header.size)
            throw DataError(source.name() + " is truncated: its header promises " + std::to_string(count) +
                            " elements, " + std::to_string(done + got / header.size) +
                            " are there; get the file again");
        for (std::size_t i = 0; i < wanted; ++i)
            take(buffer.data() + i * header.size, scattered ? places.next() : done + i);
        done += wanted;
    }
    unsigned char extra;
    if (source.read(&extra, 1) != 0)
        throw DataError(source.name() + " is longer than its header says (" + std::to_string(count) +
                        " elements); get the file again");
}

template <typename From>
From load(const unsigned char* at, bool swap) {
    std::array<unsigned char, sizeof(From)> bytes;
    std::memcpy(bytes.data(), at, sizeof(From));
    if (swap)
        std::ranges::reverse(bytes);
    return std::bit_cast<From>(bytes);
}

template <typename From, typename To>
void read_from(ByteSource& source, const NpyHeader& header, To* to) {
    const bool swap = header.big_endian;
    for_each_element(source, header, [&](const unsigned char* at, std::size_t place) {
        to[place] = static_cast<To>(load<From>(at, swap));
    });
}

template <typename To>
void read_numbers(ByteSource& source, const NpyHeader& header, To* to) {
    switch (header.kind == 'f' ? header.size : header.kind == 'i' ? header.size + 100 : header.size + 200) {
    case 2:
        for_each_element(source, header, [&](const unsigned char* at, std::size_t place) {
            to[place] = from_half(load<std::uint16_t>(at, header.big_endian));
        });
        return;
    case 4:
        return read_from<float>(source, header, to);
    case 8:
        return read_from<double>(source, header, to);
    case 101:
        return read_from<std::int8_t>(source, header, to);
    case 102:
        return read_from<std::int16_t>(source, header, to);
    case 104:
        return read_from<std::int32_t>(source, header, to);
    case 108:
        return read_from<std::int64_t>(source, header, to);
    case 201:
        return read_from<std::uint8_t>(source, header, to);
    case 202:
        return read_from<std::uint16_t>(source, header, to);
    case 204:
        return read_from<std::uint32_t>(source, header, to);
    default:
        return read_from<std::uint64_t>(source, header, to);
    }
}

} // namespace

std::int64_t NpyHeader::count() const {
    if (std::ranges::find(shape, 0) != shape.end())
        return 0; // whatever the others are: their product need not fit
    std::int64_t n = 1;
    for (const std::int64_t dim : shape)
        n *= dim;
    return n;
}

std::string NpyHeader::text() const {
    const std::string bits = std::to_string(8 * size);
    std::string text = kind == 'b'   ? "bool"
                       : kind == 'i' ? "int" + bits
                       : kind == 'u' ? "uint" + bits
                       : kind == 'f' ? "float" + bits
                                     : "text";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i ? ", " : " [") + std::to_string(shape[i]);
    return text + (shape.empty() ? " []" : "]");
}

NpyHeader read_npy_header(ByteSource& source) {
    std::array<unsigned char, 12> start;
    const std::size_t got = source.read(start.data(), 10);
    if (got < 10 || std::memcmp(start.data(), "\x93NUMPY", 6) != 0)
        bad_header(source, "it does not begin with the magic number of a .npy file");
    std::size_t length = start[8] | start[9] << 8;
    if (start[6] < 1 || start[6] > 3)
        bad_header(source, "it is of version " + std::to_string(start[6]) + "; 1 to 3 are read");
    if (start[6] > 1) {
        if (source.read(start.data() + 10, 2) < 2)
            bad_header(source, "it ends inside its header; get the file again");
        length |= static_cast<std::size_t>(start[10]) << 16 | static_cast<std::size_t>(start[11]) << 24;
    }
    if (length > longest_header)
        bad_header(source, "its header is far too long; save it again");
    std::string text(length, ' ');
    if (source.read(text.data(), length) < length)
        bad_header(source, "it ends inside its header; get the file again");
    NpyHeader header = HeaderParser(source, text).parse();
    std::uint64_t room = source.most_bytes() / header.size;
    const bool empty = std::ranges::find(header.shape, 0) != header.shape.end();
    for (const std::int64_t dim : header.shape) {
        if (!empty && static_cast<std::uint64_t>(dim) > room)
            throw DataError(source.name() +
                            " is truncated: its header promises more than a file of this size "
                            "can hold; get the file again");
        room /= static_cast<std::uint64_t>(std::max<std::int64_t>(dim, 1));
    }
    return header;
}

void read_npy(ByteSource& source, const NpyHeader& header, unsigned char* to) {
    read_from<std::uint8_t>(source, header, to);
}

void read_npy(ByteSource& source, const NpyHeader& header, float* to) {
    read_numbers(source, header, to);
}

void read_npy(ByteSource& source, const NpyHeader& header, double* to) {
    read_numbers(source, header, to);
}

std::vector<std::string> read_npy_texts(ByteSource& source, const NpyHeader& header) {
    std::vector<std::string> texts(static_cast<std::size_t>(header.count()));
    for_each_element(source, header, [&](const unsigned char* at, std::size_t place) {
        std::string text;
        if (header.kind == 'S') {
            text.assign(reinterpret_cast<const char*>(at), header.size);
            text.resize(std::min(text.find_last_not_of('\0') + 1, text.size()));
            text = as_utf8(text);
        } else {
            std::size_t length = header.size / 4;
            const auto code = [&](std::size_t i) { return load<char32_t>(at + 4 * i, header.big_endian); };
            while (length > 0 && code(length - 1) == 0)
                --length;
            for (std::size_t i = 0; i < length; ++i)
                append_utf8(text, code(i) <= 0x10FFFF ? code(i) : 0xFFFD);
        }
        texts[place] = std::move(text);
    });
    return texts;
}

} // namespace laptime
