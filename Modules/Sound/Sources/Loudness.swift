import Kernel

/// How loud a sound is over all, after ITU-R BS.1770-4: what people hear (K-weighting), over blocks of 400 ms that begin every 100 ms, those that are silent
/// or ten times softer than the rest left out.
public struct Loudness: Hashable, Sendable {
    /// Frames a second.
    public static let rate = LoopPlan.rate
    /// Frames of which a sum is kept.
    static let piece = 4800

    /// The mean square, as weighted, of what counts.
    let power: Double

    /// Loudness units below full scale; -70 for what is silent. A full-scale sine of 997 Hz in one channel is -3.01.
    public var lufs: Double { power > 0 ? -0.691 + 10 * log10(power) : -70 }

    /// -23 LUFS, the EBU's R 128, as a mean square: 10^((-23 + 0.691) / 10).
    static let target = 0.005876246425275582

    /// The loudness of two channels.
    public init(left: [Float], right: [Float]) {
        var (meter, desk) = (Meter(), [Double]())
        var start = 0
        let room = Desk()
        while start + LoopPlan.block <= min(left.count, right.count) {
            for index in 0..<LoopPlan.block {
                (room.out.left[index], room.out.right[index]) = (left[start + index], right[start + index])
            }
            desk.append(meter.take(room.out, using: room.part))
            start += LoopPlan.block
        }
        let pieces = stride(from: 0, to: desk.count - 1, by: 2).map { desk[$0] + desk[$0 + 1] }
        self.init(pieces: pieces, isEndless: false)
    }

    /// From the sums of squares of its tenths of a second.
    init(pieces: [Double], isEndless: Bool) {
        let starts = isEndless ? pieces.count : max(0, pieces.count - 3)
        let blocks = (0..<starts).map { start in
            (0..<4).reduce(0.0) { $0 + pieces[(start + $1) % pieces.count] } / Double(4 * Loudness.piece)
        }
        func mean(_ some: [Double]) -> Double { some.isEmpty ? 0 : some.reduce(0, +) / Double(some.count) }
        // 10^((-70 + 0.691) / 10), and ten units below what is left.
        let loud = blocks.filter { $0 > 1.1724653e-7 }
        let gate = mean(loud) * 0.1
        power = mean(loud.filter { $0 > gate })
    }
}

/// The two filters of BS.1770-4 at 48 kHz, its tables 1 and 2: the head, and what lies below.
struct Meter {
    private var head = Filter(
        b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281062285, a1: -1.69065929318241, a2: 0.73248077421585)
    private var low = Filter(b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621)

    /// The sum of squares of a block as it is heard; the other block is written over.
    mutating func take(_ block: Block, using other: Block) -> Double {
        head.apply(block, into: other)
        low.apply(other)
        var (sum, index) = (0.0, 0)
        while index < other.count {
            let (left, right) = (Double(other.left[index]), Double(other.right[index]))
            sum += left * left + right * right
            index += 1
        }
        return sum
    }
}
