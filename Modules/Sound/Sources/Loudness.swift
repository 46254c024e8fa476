import Kernel

/// The overall loudness of a sound, as defined by ITU-R BS.1770-4.
///
/// It is K-weighted for human hearing, over blocks of 400 ms that begin every 100 ms. Blocks that
/// are silent or ten times softer than the rest are left out.
package struct Loudness: Hashable, Sendable {
    /// The sample rate in frames a second.
    package static let rate = LoopPlan.rate
    /// The number of frames in each partial sum: 100 ms.
    static let pieceFrames = 4800

    /// The mean square of the weighted samples.
    let power: Double

    /// The loudness in units below full scale, -70 for silence.
    ///
    /// A full-scale sine of 997 Hz in one channel is -3.01.
    package var lufs: Double { power > 0 ? -0.691 + 10 * log10(power) : -70 }

    /// -23 LUFS, the EBU's R 128, as a mean square: 10^((-23 + 0.691) / 10).
    static let target = 0.005876246425275582

    package init(left: [Float], right: [Float]) {
        var meter = Meter()
        var blockSums = [Double]()
        var start = 0
        let mixer = Mixer()
        while start + LoopPlan.blockFrames <= min(left.count, right.count) {
            for index in 0..<LoopPlan.blockFrames {
                (mixer.out.left[index], mixer.out.right[index]) = (left[start + index], right[start + index])
            }
            blockSums.append(meter.sumOfSquares(mixer.out, using: mixer.part))
            start += LoopPlan.blockFrames
        }
        let pieces = stride(from: 0, to: blockSums.count - 1, by: 2).map { blockSums[$0] + blockSums[$0 + 1] }
        self.init(pieces: pieces, isEndless: false)
    }

    /// Creates the loudness from the sums of squares of each 100 ms.
    init(pieces: [Double], isEndless: Bool) {
        let blockCount = isEndless ? pieces.count : max(0, pieces.count - 3)
        let blocks = (0..<blockCount).map { start in
            (0..<4).reduce(0.0) { $0 + pieces[(start + $1) % pieces.count] } / Double(4 * Loudness.pieceFrames)
        }
        func mean(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }
        // 10^((-70 + 0.691) / 10), and ten units below the remaining blocks.
        let audibleBlocks = blocks.filter { $0 > 1.1724653e-7 }
        let relativeGate = mean(audibleBlocks) * 0.1
        power = mean(audibleBlocks.filter { $0 > relativeGate })
    }
}

/// The two filters of BS.1770-4 at 48 kHz (tables 1 and 2): the effect of the head, and the removal
/// of low frequencies.
struct Meter {
    private var headFilter = Filter(
        b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281062285, a1: -1.69065929318241, a2: 0.73248077421585)
    private var highPassFilter = Filter(b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621)

    /// Returns the sum of squares of a filtered block and overwrites the other block.
    mutating func sumOfSquares(_ block: Block, using other: Block) -> Double {
        headFilter.apply(block, into: other)
        highPassFilter.apply(other)
        var sum = 0.0
        var index = 0
        while index < other.count {
            let left = Double(other.left[index])
            let right = Double(other.right[index])
            sum += left * left + right * right
            index += 1
        }
        return sum
    }
}
