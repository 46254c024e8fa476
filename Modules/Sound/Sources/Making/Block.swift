/// Some frames of two channels, at a place on the loop. Loops are written with `while` and pointers, so that a build without optimisation can be used too.
struct Block {
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    let count = LoopPlan.block
    /// Where its first frame lies on the loop.
    var start = 0

    /// Nothing.
    func clear() {
        left.update(repeating: 0, count: count)
        right.update(repeating: 0, count: count)
    }

    /// White noise from -1 to 1, another in each channel.
    func noise(_ chance: Chance) {
        var index = 0
        while index < count {
            let bits = chance.bits(start + index)
            left[index] = Float(Int32(truncatingIfNeeded: bits >> 32)) * 0x1p-31
            right[index] = Float(Int32(truncatingIfNeeded: bits)) * 0x1p-31
            index += 1
        }
    }

    /// The same as another block.
    func copy(_ other: Block) {
        left.update(from: other.left, count: count)
        right.update(from: other.right, count: count)
    }

    /// Adds another block.
    func add(_ other: Block, _ gain: Float) {
        var index = 0
        while index < count {
            left[index] += other.left[index] * gain
            right[index] += other.right[index] * gain
            index += 1
        }
    }

    /// Adds another block as loud as a curve says, from the value at one step to that at the next.
    ///
    /// - Parameter curve: the loudness of both channels at a step of the loop.
    func add(_ other: Block, _ curve: (Int) -> (left: Double, right: Double)) {
        var (index, step) = (0, start / LoopPlan.step)
        var now = curve(step)
        while index < count {
            step += 1
            let next = curve(step)
            let slope = (
                left: Float((next.left - now.left) / Double(LoopPlan.step)),
                right: Float((next.right - now.right) / Double(LoopPlan.step))
            )
            var gain = (left: Float(now.left), right: Float(now.right))
            let end = index + LoopPlan.step
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

    /// Adds another block as loud as a drift says.
    func add(_ other: Block, _ gain: Double, _ drift: Drift) {
        add(other) { step in
            let value = gain * drift.value(step)
            return (value, value)
        }
    }
}

/// Where a sound is put together: what is made, and room for its parts.
final class Desk {
    private let memory: UnsafeMutablePointer<Float>
    private(set) var out: Block
    private(set) var noise: Block
    private(set) var part: Block

    init() {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 6 * LoopPlan.block)
        memory.initialize(repeating: 0, count: 6 * LoopPlan.block)
        self.memory = memory
        func block(_ number: Int) -> Block {
            Block(left: memory + 2 * number * LoopPlan.block, right: memory + (2 * number + 1) * LoopPlan.block)
        }
        (out, noise, part) = (block(0), block(1), block(2))
    }

    deinit { memory.deallocate() }

    /// Goes to a place on the loop, with nothing there yet.
    func move(to start: Int) {
        (out.start, noise.start, part.start) = (start, start, start)
        out.clear()
    }
}
