/// A reverb that returns recent sound softer and from the other side, without echoes of echoes so
/// that its memory is short.
struct Reverb: Sendable {
    private static let size = 16_384
    private static let mask = size - 1

    private let delays: [(frames: Int, gain: Float)]
    private var left = [Float](repeating: 0, count: size)
    private var right = [Float](repeating: 0, count: size)
    private var writePosition = 0

    init(_ walls: [(milliseconds: Int, gain: Float)]) {
        delays = walls.map { (min($0.milliseconds, 170) * LoopPlan.rate / 1000, $0.gain) }
    }

    var tail: Int { Reverb.size }

    /// Adds the reflections.
    mutating func apply(_ block: Block) {
        let first = writePosition
        let mask = Reverb.mask
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
                        let delayed = (first + index - delay.frames) & mask
                        block.left[index] += right[delayed] * delay.gain
                        block.right[index] += left[delayed] * delay.gain
                        index += 1
                    }
                }
            }
        }
        writePosition = (first + block.count) & mask
    }
}
