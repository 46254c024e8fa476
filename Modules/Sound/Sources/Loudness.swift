import Kernel

/// The overall loudness of a sound, as defined by ITU-R BS.1770-4.
///
/// It is K-weighted for human hearing, over blocks of 400 ms that begin every 100 ms. Blocks that
/// are silent or ten times softer than the rest are left out.
package struct Loudness: Hashable, Sendable {
    /// The sample rate in frames a second.
    package static let rate = LoopPlan.rate
    /// The number of frames in each partial sum.
    static let pieceFrames = 4800

    let power: Double

    /// The loudness in units below full scale, -70 for silence; a full-scale sine of 997 Hz in one
    /// channel is -3.01.
    package var lufs: Double { power > 0 ? -0.691 + 10 * log10(power) : -70 }

    /// -23 LUFS, the EBU's R 128, as a mean square: 10^((-23 + 0.691) / 10).
    static let target = 0.005876246425275582

    package init(left: [Float], right: [Float]) {
        var meter = Meter()
        var desk = [Double]()
        var start = 0
        let room = Mixer()
        while start + LoopPlan.blockFrames <= min(left.count, right.count) {
            for index in 0..<LoopPlan.blockFrames {
                (room.out.left[index], room.out.right[index]) = (left[start + index], right[start + index])
            }
            desk.append(meter.sumOfSquares(room.out, using: room.part))
            start += LoopPlan.blockFrames
        }
        let pieces = stride(from: 0, to: desk.count - 1, by: 2).map { desk[$0] + desk[$0 + 1] }
        self.init(pieces: pieces, isEndless: false)
    }

    init(pieces: [Double], isEndless: Bool) {
        let starts = isEndless ? pieces.count : max(0, pieces.count - 3)
        let blocks = (0..<starts).map { start in
            (0..<4).reduce(0.0) { $0 + pieces[(start + $1) % pieces.count] } / Double(4 * Loudness.pieceFrames)
        }
        func mean(_ some: [Double]) -> Double { some.isEmpty ? 0 : some.reduce(0, +) / Double(some.count) }
        // 10^((-70 + 0.691) / 10), and ten units below the remaining blocks.
        let loud = blocks.filter { $0 > 1.1724653e-7 }
        let gate = mean(loud) * 0.1
        power = mean(loud.filter { $0 > gate })
    }
}

/// The two filters of BS.1770-4 at 48 kHz (tables 1 and 2): the effect of the head, and the removal
/// of low frequencies.
struct Meter {
    private var head = Filter(
        b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281062285, a1: -1.69065929318241, a2: 0.73248077421585)
    private var low = Filter(b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621)

    /// Returns the sum of squares of a filtered block and overwrites the other block.
    mutating func sumOfSquares(_ block: Block, using other: Block) -> Double {
        head.apply(block, into: other)
        low.apply(other)
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
