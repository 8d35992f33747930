// SPDX-License-Identifier: Apache-2.0
#include "engine/model/data_initial_values.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "engine/core/error.h"

namespace laptime {

namespace {

constexpr double least_variance = 5e-4; ///< airbench's: directions of less variance are not enlarged further

struct Eigen {
    std::vector<double> values;  ///< the largest first
    std::vector<double> vectors; ///< row i belongs to values[i]; its largest entry is positive
};

/// Eigenvectors of a symmetric n × n matrix by Jacobi's rotations, which need no library and are exact to
/// rounding.
Eigen eigen_of(std::vector<double> a, std::size_t n) {
    std::vector<double> v(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        v[i * n + i] = 1;
    for (int sweep = 0; sweep < 60; ++sweep) {
        double off = 0, all = 0;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                (i == j ? all : off) += a[i * n + j] * a[i * n + j];
        if (off <= 1e-30 * (all + off))
            break;
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q) {
                if (a[p * n + q] == 0)
                    continue;
                const double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
                const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1), s = t * c;
                for (std::size_t k = 0; k < n; ++k) {
                    const double kp = a[k * n + p], kq = a[k * n + q];
                    a[k * n + p] = c * kp - s * kq;
                    a[k * n + q] = s * kp + c * kq;
                }
                for (std::size_t k = 0; k < n; ++k) {
                    const double pk = a[p * n + k], qk = a[q * n + k];
                    a[p * n + k] = c * pk - s * qk;
                    a[q * n + k] = s * pk + c * qk;
                }
                for (std::size_t k = 0; k < n; ++k) {
                    const double pk = v[p * n + k], qk = v[q * n + k];
                    v[p * n + k] = c * pk - s * qk;
                    v[q * n + k] = s * pk + c * qk;
                }
            }
    }
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return a[i * n + i] > a[j * n + j]; });
    Eigen eigen;
    for (const std::size_t i : order) {
        const auto row = v.begin() + static_cast<std::ptrdiff_t>(i * n);
        const double largest =
            *std::max_element(row, row + static_cast<std::ptrdiff_t>(n),
                              [](double x, double y) { return std::abs(x) < std::abs(y); });
        eigen.values.push_back(std::max(a[i * n + i], 0.0));
        for (std::size_t k = 0; k < n; ++k)
            eigen.vectors.push_back(largest < 0 ? -row[static_cast<std::ptrdiff_t>(k)]
                                                : row[static_cast<std::ptrdiff_t>(k)]);
    }
    return eigen;
}

class Whitening {
public:
    Whitening(std::span<const double> images, const Shape& shape, std::size_t size)
        : size_(size), channels_(static_cast<std::size_t>(shape[3])), patch_(size * size * channels_) {
        measure_channels(images);
        const Eigen eigen = eigen_of(second_moments(images, shape), patch_);
        for (const double sign : {1.0, -1.0})
            for (std::size_t i = 0; i < patch_; ++i)
                add_filter(eigen, i, sign);
    }
    std::vector<double> kernel, bias;

private:
    void measure_channels(std::span<const double> images) {
        const auto pixels = static_cast<double>(images.size() / channels_);
        mean_.assign(channels_, 0.0);
        deviation_.assign(channels_, 0.0);
        for (std::size_t i = 0; i < images.size(); ++i)
            mean_[i % channels_] += images[i] / pixels;
        for (std::size_t i = 0; i < images.size(); ++i) {
            const double distance = images[i] - mean_[i % channels_];
            deviation_[i % channels_] += distance * distance / pixels;
        }
        for (double& deviation : deviation_)
            deviation = deviation > 0 ? std::sqrt(deviation) : 1;
    }

    std::vector<double> second_moments(std::span<const double> images, const Shape& shape) const {
        const auto count = static_cast<std::size_t>(shape[0]), height = static_cast<std::size_t>(shape[1]),
                   width = static_cast<std::size_t>(shape[2]);
        std::vector<double> moments(patch_ * patch_, 0.0), patch(patch_);
        for (std::size_t image = 0; image < count; ++image)
            for (std::size_t y = 0; y + size_ <= height; ++y)
                for (std::size_t x = 0; x + size_ <= width; ++x) {
                    gather(images.data() + ((image * height + y) * width + x) * channels_, width, patch);
                    for (std::size_t i = 0; i < patch_; ++i)
                        for (std::size_t j = 0; j <= i; ++j)
                            moments[i * patch_ + j] += patch[i] * patch[j];
                }
        const double patches = static_cast<double>(count * (height - size_ + 1) * (width - size_ + 1));
        for (std::size_t i = 0; i < patch_; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                moments[j * patch_ + i] = moments[i * patch_ + j] /= patches;
        return moments;
    }

    void gather(const double* corner, std::size_t width, std::vector<double>& patch) const {
        for (std::size_t dy = 0, k = 0; dy < size_; ++dy)
            for (std::size_t dx = 0; dx < size_; ++dx)
                for (std::size_t c = 0; c < channels_; ++c, ++k)
                    patch[k] = (corner[(dy * width + dx) * channels_ + c] - mean_[c]) / deviation_[c];
    }

    void add_filter(const Eigen& eigen, std::size_t i, double sign) {
        const double factor = sign / std::sqrt(eigen.values[i] + least_variance);
        double shift = 0;
        for (std::size_t k = 0; k < patch_; ++k) {
            const std::size_t c = k % channels_;
            const double weight = factor * eigen.vectors[i * patch_ + k] / deviation_[c];
            kernel.push_back(weight);
            shift -= weight * mean_[c];
        }
        bias.push_back(shift);
    }

    std::size_t size_, channels_, patch_;
    std::vector<double> mean_, deviation_;
};

} // namespace

bool need_images(const std::vector<Parameter>& parameters) {
    return std::ranges::any_of(parameters, [](const Parameter& p) { return !p.from_data.empty(); });
}

std::vector<double> initial_values_from_images(const Parameter& parameter, std::span<const double> images,
                                               const Shape& shape) {
    const bool is_kernel = parameter.from_data == "whitening";
    if (!is_kernel && parameter.from_data != "whitening_bias")
        throw std::logic_error("initial_values_from_images: '" + parameter.name +
                               "' does not start from images");
    if (shape.rank() != 4 || shape.count() != static_cast<std::int64_t>(images.size()))
        throw std::logic_error("initial_values_from_images: images of shape " + shape.text());
    const auto size = static_cast<std::int64_t>(
        std::llround(std::sqrt(static_cast<double>(parameter.fan_in) / static_cast<double>(shape[3]))));
    if (shape[0] < 1 || shape[1] < size || shape[2] < size)
        throw InvalidInput("'" + parameter.name + "' starts from patches of " + Shape{size, size}.text() +
                           " pixels, which the images " + shape.text() + " do not have");
    Whitening whitening(images, shape, static_cast<std::size_t>(size));
    return is_kernel ? std::move(whitening.kernel) : std::move(whitening.bias);
}

} // namespace laptime
