import Foundation
import Sound

/// A clip with access to each frame.
struct Heard {
    let left, right: [Float]
    let loudness: Double

    init(_ clip: Clip) {
        (left, right) = clip.channels
        loudness = clip.loudness
    }

    var count: Int { left.count }

    /// The largest change from the previous frame. The frame before the first is the last one.
    func step(_ index: Int) -> Float {
        let before = index == 0 ? count - 1 : index - 1
        return max((left[index] - left[before]).magnitude, (right[index] - right[before]).magnitude)
    }
}

/// The distribution of power over the octaves.
struct Spectrum {
    /// The middle frequencies in hertz: 31, 63, … 16,000.
    static let octaves = [31.25, 62.5, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000]
    private static let size = 4096

    /// The share of each octave. The shares add up to 1.
    let shares: [Double]

    init(_ recording: Heard) {
        var sums = [Double](repeating: 0, count: Spectrum.octaves.count)
        let transform = Transform(Spectrum.size)
        let size = Spectrum.size
        let window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)) }
        // Sixty windows, distributed evenly over the clip.
        for number in 0..<60 {
            let start = number * (recording.count - size) / 60
            var re = [Double](repeating: 0, count: size)
            var im = [Double](repeating: 0, count: size)
            for index in 0..<size {
                re[index] = Double(recording.left[start + index]) * window[index]
                im[index] = Double(recording.right[start + index]) * window[index]
            }
            transform.run(&re, &im)
            // Left and right are transformed as one complex number. Their power at a frequency is
            // the mean of the value and its mirror.
            for bin in 1..<size / 2 {
                let hertz = Double(bin) * Double(Loudness.rate) / Double(size)
                let power =
                    re[bin] * re[bin] + im[bin] * im[bin] + re[size - bin] * re[size - bin] + im[size - bin]
                    * im[size - bin]
                guard let octave = Spectrum.octaves.lastIndex(where: { $0 / 2.0.squareRoot() <= hertz }) else {
                    continue
                }
                sums[octave] += power
            }
        }
        let all = sums.reduce(0, +)
        shares = sums.map { $0 / all }
    }

    /// The share between two frequencies, in whole octaves.
    func share(from low: Double, to high: Double) -> Double {
        zip(Spectrum.octaves, shares).filter { $0.0 >= low && $0.0 <= high }.reduce(0) { $0 + $1.1 }
    }

    /// The difference in decibels between two octaves.
    func decibels(_ one: Double, over other: Double) -> Double {
        10 * log10(share(from: one, to: one) / share(from: other, to: other))
    }

    /// A table row: each octave in decibels relative to the total.
    var line: String { shares.map { String(format: "%5.0f", 10 * log10(max($0, 1e-9))) }.joined() }
}

/// The fast Fourier transform of J. W. Cooley and J. W. Tukey, 1965, in place.
struct Transform {
    private let size: Int
    private let cosines, sines: [Double]

    init(_ size: Int) {
        self.size = size
        cosines = (0..<size / 2).map { cos(2 * .pi * Double($0) / Double(size)) }
        sines = (0..<size / 2).map { sin(2 * .pi * Double($0) / Double(size)) }
    }

    func run(_ re: inout [Double], _ im: inout [Double]) {
        var place = 0
        for index in 1..<size {
            var bit = size >> 1
            while place & bit != 0 {
                place ^= bit
                bit >>= 1
            }
            place |= bit
            if index < place {
                re.swapAt(index, place)
                im.swapAt(index, place)
            }
        }
        var half = 1
        while half < size {
            let stride = size / half / 2
            var start = 0
            while start < size {
                var index = 0
                while index < half {
                    let c = cosines[index * stride]
                    let s = -sines[index * stride]
                    let i = start + index
                    let j = start + index + half
                    let x = re[j] * c - im[j] * s
                    let y = re[j] * s + im[j] * c
                    (re[j], im[j]) = (re[i] - x, im[i] - y)
                    (re[i], im[i]) = (re[i] + x, im[i] + y)
                    index += 1
                }
                start += 2 * half
            }
            half *= 2
        }
    }
}

/// The loudness of each tenth of a second, in decibels below full scale.
struct Course {
    let tenths: [Double]

    init(_ recording: Heard) {
        let length = Loudness.rate / 10
        tenths = (0..<recording.count / length).map { tenth in
            var sum = 0.0
            var index = tenth * length
            while index < (tenth + 1) * length {
                sum += Double(
                    recording.left[index] * recording.left[index] + recording.right[index] * recording.right[index])
                index += 1
            }
            return 10 * log10(max(sum / Double(length), 1e-12))
        }
    }

    /// The difference between the softest and the loudest tenth of the values.
    var range: Double {
        let sorted = tenths.sorted()
        return sorted[sorted.count * 95 / 100] - sorted[sorted.count * 5 / 100]
    }
}
