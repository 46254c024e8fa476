/// Endless tones with a whole number of periods in the loop, so that its end joins its start.
struct Tones: Sendable {
    private struct Tone {
        let turns: Int
        let level: Double
        let drift: Drift
        /// The phase by which the right ear is ahead of the left.
        let aheadRe, aheadIm: Double
        var re = 0.0, im = 0.0, turnRe = 0.0, turnIm = 0.0
    }

    private var all: [Tone]
    private let frames: Int
    private var isPlaced = false

    /// Creates each tone twice with slightly different frequencies, so that the two beat.
    ///
    /// - Parameter drift: the loudness of a tone, by its number.
    init(_ plan: LoopPlan, lane: Int, pairs: [(hertz: Double, level: Double)], drift: (Int) -> Drift) {
        frames = plan.frames
        let tones = pairs.flatMap {
            [(hertz: $0.hertz * 0.9988, level: $0.level), (hertz: $0.hertz * 1.0012, level: $0.level)]
        }
        var draws = plan.draws(lane)
        all = tones.enumerated().map { number, tone in
            let turns = max(1, Int((tone.hertz * Double(plan.seconds)).rounded()))
            let ahead = draws.between(-0.2, 0.2)
            var made = Tone(
                turns: turns, level: tone.level, drift: drift(number), aheadRe: DeterministicMath.cosine(turns: ahead),
                aheadIm: DeterministicMath.sine(turns: ahead))
            let step = Double(turns) / Double(plan.frames)
            (made.turnRe, made.turnIm) = (DeterministicMath.cosine(turns: step), DeterministicMath.sine(turns: step))
            return made
        }
    }

    mutating func add(to block: Block) {
        if !isPlaced {
            isPlaced = true
            for number in all.indices {
                let place = Double(all[number].turns * block.start % frames) / Double(frames)
                (all[number].re, all[number].im) = (
                    DeterministicMath.cosine(turns: place), DeterministicMath.sine(turns: place)
                )
            }
        }
        // Two tones at a time, so that neither calculation waits for the other.
        var number = 0
        while number + 1 < all.count {
            var one = all[number]
            var other = all[number + 1]
            Tones.add(&one, &other, to: block)
            (all[number], all[number + 1]) = (one, other)
            number += 2
        }
    }

    private static func add(_ one: inout Tone, _ other: inout Tone, to block: Block) {
        var x = one.re
        var y = one.im
        var u = other.re
        var v = other.im
        var index = 0
        var step = block.start / LoopPlan.stepFrames
        var now = one.level * one.drift.value(step)
        var then = other.level * other.drift.value(step)
        while index < block.count {
            step += 1
            let next = (one.level * one.drift.value(step), other.level * other.drift.value(step))
            let slope = ((next.0 - now) / Double(LoopPlan.stepFrames), (next.1 - then) / Double(LoopPlan.stepFrames))
            let end = index + LoopPlan.stepFrames
            while index < end {
                block.left[index] += Float(y * now + v * then)
                block.right[index] += Float(
                    (y * one.aheadRe + x * one.aheadIm) * now + (v * other.aheadRe + u * other.aheadIm) * then)
                (x, y) = (x * one.turnRe - y * one.turnIm, x * one.turnIm + y * one.turnRe)
                (u, v) = (u * other.turnRe - v * other.turnIm, u * other.turnIm + v * other.turnRe)
                now += slope.0
                then += slope.1
                index += 1
            }
            (now, then) = next
        }
        (one.re, one.im, other.re, other.im) = (x, y, u, v)
    }
}
