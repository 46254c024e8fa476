/// Walls: what was heard a moment ago comes back softer, and from the other side. No echo of an echo, so that what goes before is soon forgotten.
struct Room: Sendable {
    private static let size = 16_384
    private static let mask = size - 1

    private let delays: [(frames: Int, gain: Float)]
    private var left = [Float](repeating: 0, count: size)
    private var right = [Float](repeating: 0, count: size)
    private var place = 0

    /// Walls by milliseconds, at most 170, and how much comes back.
    init(_ walls: [(milliseconds: Int, gain: Float)]) {
        delays = walls.map { (min($0.milliseconds, 170) * LoopPlan.rate / 1000, $0.gain) }
    }

    /// Frames until nothing comes back any more.
    var tail: Int { Room.size }

    /// Adds what comes back.
    mutating func apply(_ block: Block) {
        let (first, mask) = (place, Room.mask)
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                var index = 0
                while index < block.count {
                    left[(first + index) & mask] = block.left[index]
                    right[(first + index) & mask] = block.right[index]
                    index += 1
                }
                for delay in delays {
                    index = 0
                    while index < block.count {
                        let then = (first + index - delay.frames) & mask
                        block.left[index] += right[then] * delay.gain
                        block.right[index] += left[then] * delay.gain
                        index += 1
                    }
                }
            }
        }
        place = (first + block.count) & mask
    }
}
