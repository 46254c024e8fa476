/// Tones that never end: each turns a whole number of times in the loop, so that it ends where it begins.
struct Tones: Sendable {
    private struct Tone {
        let turns: Int
        let level: Double
        let drift: Drift
        /// How far the right ear hears it ahead of the left.
        let aheadRe, aheadIm: Double
        var re = 0.0, im = 0.0, turnRe = 0.0, turnIm = 0.0
    }

    private var all: [Tone]
    private let frames: Int
    private var isPlaced = false

    /// Each of them twice, a little apart, so that they beat.
    ///
    /// - Parameter drift: how loud a tone is, by its number.
    init(_ plan: LoopPlan, lane: Int, pairs: [(hertz: Double, level: Double)], drift: (Int) -> Drift) {
        frames = plan.frames
        let tones = pairs.flatMap { [(hertz: $0.hertz * 0.9988, level: $0.level), (hertz: $0.hertz * 1.0012, level: $0.level)] }
        var draws = plan.draws(lane)
        all = tones.enumerated().map { number, tone in
            let turns = max(1, Int((tone.hertz * Double(plan.seconds)).rounded()))
            let ahead = draws.between(-0.2, 0.2)
            var made = Tone(
                turns: turns, level: tone.level, drift: drift(number), aheadRe: Exact.cosine(turns: ahead),
                aheadIm: Exact.sine(turns: ahead))
            let step = Double(turns) / Double(plan.frames)
            (made.turnRe, made.turnIm) = (Exact.cosine(turns: step), Exact.sine(turns: step))
            return made
        }
    }

    /// Adds them to a block.
    mutating func add(to block: Block) {
        if !isPlaced {
            isPlaced = true
            for number in all.indices {
                let place = Double(all[number].turns * block.start % frames) / Double(frames)
                (all[number].re, all[number].im) = (Exact.cosine(turns: place), Exact.sine(turns: place))
            }
        }
        // Two at a time, so that neither waits for the other's last turn.
        var number = 0
        while number + 1 < all.count {
            var (one, other) = (all[number], all[number + 1])
            Tones.add(&one, &other, to: block)
            (all[number], all[number + 1]) = (one, other)
            number += 2
        }
    }

    private static func add(_ one: inout Tone, _ other: inout Tone, to block: Block) {
        var (x, y, u, v) = (one.re, one.im, other.re, other.im)
        var (index, step) = (0, block.start / LoopPlan.step)
        var (now, then) = (one.level * one.drift.value(step), other.level * other.drift.value(step))
        while index < block.count {
            step += 1
            let next = (one.level * one.drift.value(step), other.level * other.drift.value(step))
            let slope = ((next.0 - now) / Double(LoopPlan.step), (next.1 - then) / Double(LoopPlan.step))
            let end = index + LoopPlan.step
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
