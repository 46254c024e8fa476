import Kernel

/// A block of frames in two channels at a position on the loop.
///
/// Its code uses `while` and pointers so that it is fast enough in a build without optimization.
struct Block {
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    let count = LoopPlan.blockFrames
    /// The position of its first frame in the loop.
    var start = 0

    /// Fills the block with silence.
    func clear() {
        left.update(repeating: 0, count: count)
        right.update(repeating: 0, count: count)
    }

    /// Fills the block with white noise from -1 to 1, independent in each channel.
    func fillWithNoise(_ chance: IndexedRandom) {
        var index = 0
        while index < count {
            let bits = chance.bits(start + index)
            left[index] = Float(Int32(truncatingIfNeeded: bits >> 32)) * 0x1p-31
            right[index] = Float(Int32(truncatingIfNeeded: bits)) * 0x1p-31
            index += 1
        }
    }

    /// Overwrites this block with another.
    func copy(_ other: Block) {
        left.update(from: other.left, count: count)
        right.update(from: other.right, count: count)
    }

    /// Adds another block at a constant loudness.
    func add(_ other: Block, _ gain: Float) {
        var index = 0
        while index < count {
            left[index] += other.left[index] * gain
            right[index] += other.right[index] * gain
            index += 1
        }
    }

    /// Adds another block with a loudness curve, interpolated from one step to the next.
    ///
    /// - Parameter curve: the loudness of both channels at a step of the loop.
    func add(_ other: Block, _ curve: (Int) -> (left: Double, right: Double)) {
        var index = 0
        var step = start / LoopPlan.stepFrames
        var now = curve(step)
        while index < count {
            step += 1
            let next = curve(step)
            let slope = (
                left: Float((next.left - now.left) / Double(LoopPlan.stepFrames)),
                right: Float((next.right - now.right) / Double(LoopPlan.stepFrames))
            )
            var gain = (left: Float(now.left), right: Float(now.right))
            let end = index + LoopPlan.stepFrames
            while index < end {
                left[index] += other.left[index] * gain.left
                right[index] += other.right[index] * gain.right
                gain.left += slope.left
                gain.right += slope.right
                index += 1
            }
            now = next
        }
    }

    /// Adds another block with the loudness of a drift.
    func add(_ other: Block, _ gain: Double, _ drift: Drift) {
        add(other) { step in
            let value = gain * drift.value(step)
            return (value, value)
        }
    }
}

/// The working memory of a sound: the output and buffers for its parts.
final class Mixer {
    private let memory: UnsafeMutablePointer<Float>
    private(set) var out: Block
    private(set) var noise: Block
    private(set) var part: Block

    init() {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 6 * LoopPlan.blockFrames)
        memory.initialize(repeating: 0, count: 6 * LoopPlan.blockFrames)
        self.memory = memory
        func block(_ number: Int) -> Block {
            Block(
                left: memory + 2 * number * LoopPlan.blockFrames,
                right: memory + (2 * number + 1) * LoopPlan.blockFrames)
        }
        out = block(0)
        noise = block(1)
        part = block(2)
    }

    deinit { memory.deallocate() }

    /// Moves to a position on the loop and clears the output.
    func move(to start: Int) {
        (out.start, noise.start, part.start) = (start, start, start)
        out.clear()
    }
}
