// SPDX-License-Identifier: Apache-2.0
#include "engine/data/text_file.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/data/packed_file.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 18;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

class Stream {
public:
    Stream(bool bytes, Damage& damage, const std::function<void(const std::vector<char32_t>&)>& take)
        : bytes_(bytes), damage_(damage), take_(take) {}

    void read(const std::string& path, ContentHash* hash) {
        PackedFile file(path);
        if (last_ != U'\n' && any_)
            tokens_.push_back(U'\n');
        std::string buffer(piece_bytes, '\0');
        std::size_t held = 0;     // bytes of a character that began in the last piece
        std::uint64_t offset = 0; // in the file, of the buffer's beginning
        for (bool end = false; !end;) {
            const std::size_t got = file.read(buffer.data() + held, buffer.size() - held);
            end = got < buffer.size() - held;
            if (hash)
                hash->add(buffer.data() + held, got);
            const std::string_view piece(buffer.data(), held + got);
            const std::size_t first = offset == 0 && !bytes_ ? mark_bytes(path, piece) : 0;
            const std::size_t used = bytes_ ? take_bytes(piece) : take_utf8(path, piece, first, offset, end);
            held = piece.size() - used;
            offset += used;
            std::copy(piece.begin() + static_cast<std::ptrdiff_t>(used), piece.end(), buffer.begin());
            hand_over();
        }
    }

private:
    static std::size_t mark_bytes(const std::string& path, std::string_view piece) {
        if (piece.starts_with("\xFF\xFE") || piece.starts_with("\xFE\xFF"))
            throw DataError(path + " is UTF-16 text; save it as UTF-8, or set data.tokens = \"bytes\"");
        return piece.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    }

    std::size_t take_bytes(std::string_view piece) {
        for (const char c : piece)
            tokens_.push_back(static_cast<unsigned char>(c));
        return piece.size();
    }

    /// Returns how many bytes were used: a character that has only begun waits for the next piece.
    std::size_t take_utf8(const std::string& path, std::string_view piece, std::size_t at,
                          std::uint64_t offset, bool end) {
        while (at < piece.size()) {
            const CodePoint next = first_code_point(piece.substr(at));
            if (next.length < 0 && !end)
                break;
            if (next.length <= 0) {
                // Only the first few are told; a file that is no text has millions of them.
                damage_.add(damage_.count() < 8 ? path + ": byte " + std::to_string(offset + at) +
                                                      " (counted from 0) is not UTF-8"
                                                : std::string());
                ++at;
                continue;
            }
            tokens_.push_back(next.code);
            at += static_cast<std::size_t>(next.length);
        }
        return at;
    }

    void hand_over() {
        if (tokens_.empty())
            return;
        any_ = true;
        last_ = tokens_.back();
        take_(tokens_);
        tokens_.clear();
    }

    bool bytes_, any_ = false;
    char32_t last_ = 0;
    Damage& damage_;
    const std::function<void(const std::vector<char32_t>&)>& take_;
    std::vector<char32_t> tokens_;
};

} // namespace

void read_texts(const std::vector<std::string>& files, bool bytes, Damage& damage, ContentHash* hash,
                const std::function<void(const std::vector<char32_t>&)>& take) {
    Stream stream(bytes, damage, take);
    for (const std::string& file : files)
        stream.read(file, hash);
}

} // namespace laptime
