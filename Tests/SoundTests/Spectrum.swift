import Foundation
import Sound

/// A clip as it is heard, for tests that look at each frame.
struct Heard {
    let left, right: [Float]
    let loudness: Double

    init(_ clip: Clip) {
        (left, right) = clip.channels
        loudness = clip.loudness
    }

    var count: Int { left.count }

    /// How far it moves to a frame from the one before; the one before the first is the last.
    func step(_ index: Int) -> Float {
        let before = index == 0 ? count - 1 : index - 1
        return max((left[index] - left[before]).magnitude, (right[index] - right[before]).magnitude)
    }
}

/// How the power of a sound is spread over the octaves, and over time.
struct Spectrum {
    /// Their middles in hertz: 31, 63, … 16,000.
    static let octaves = [31.25, 62.5, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000]
    private static let size = 4096

    /// The share of each octave, which add up to 1.
    let shares: [Double]

    init(_ heard: Heard) {
        var sums = [Double](repeating: 0, count: Spectrum.octaves.count)
        let (transform, size) = (Transform(Spectrum.size), Spectrum.size)
        let window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)) }
        // Sixty windows, evenly over the whole.
        for number in 0..<60 {
            let start = number * (heard.count - size) / 60
            var (re, im) = ([Double](repeating: 0, count: size), [Double](repeating: 0, count: size))
            for index in 0..<size {
                re[index] = Double(heard.left[start + index]) * window[index]
                im[index] = Double(heard.right[start + index]) * window[index]
            }
            transform.run(&re, &im)
            // Left and right went in as one complex number: what both have at a frequency is the mean of it and its mirror.
            for bin in 1..<size / 2 {
                let hertz = Double(bin) * Double(Loudness.rate) / Double(size)
                let power =
                    re[bin] * re[bin] + im[bin] * im[bin] + re[size - bin] * re[size - bin] + im[size - bin] * im[size - bin]
                guard let octave = Spectrum.octaves.lastIndex(where: { $0 / 2.0.squareRoot() <= hertz }) else { continue }
                sums[octave] += power
            }
        }
        let all = sums.reduce(0, +)
        shares = sums.map { $0 / all }
    }

    /// The share between two frequencies, by octaves.
    func share(from low: Double, to high: Double) -> Double {
        zip(Spectrum.octaves, shares).filter { $0.0 >= low && $0.0 <= high }.reduce(0) { $0 + $1.1 }
    }

    /// By how many decibels an octave is louder than another.
    func decibels(_ one: Double, over other: Double) -> Double {
        10 * log10(share(from: one, to: one) / share(from: other, to: other))
    }

    /// As a line of a table: the decibels of each octave below all of them.
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
                    let (c, s) = (cosines[index * stride], -sines[index * stride])
                    let (i, j) = (start + index, start + index + half)
                    let (x, y) = (re[j] * c - im[j] * s, re[j] * s + im[j] * c)
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

/// How much a sound changes: the quietest and the loudest tenths of a second of it, in decibels below full scale.
struct Course {
    let tenths: [Double]

    init(_ heard: Heard) {
        let length = Loudness.rate / 10
        tenths = (0..<heard.count / length).map { tenth in
            var sum = 0.0
            var index = tenth * length
            while index < (tenth + 1) * length {
                sum += Double(heard.left[index] * heard.left[index] + heard.right[index] * heard.right[index])
                index += 1
            }
            return 10 * log10(max(sum / Double(length), 1e-12))
        }
    }

    /// From the softest tenth of them to the loudest.
    var range: Double {
        let sorted = tenths.sorted()
        return sorted[sorted.count * 95 / 100] - sorted[sorted.count * 5 / 100]
    }
}
