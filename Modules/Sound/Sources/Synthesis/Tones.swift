/// Endless tones with a whole number of periods in the loop, so that its end joins its start.
struct Tones: Sendable {
    /// A tone as a point that each frame turns by a constant angle.
    private struct Tone {
        /// The number of periods in the loop.
        let turns: Int
        let level: Double
        let drift: Drift
        /// The phase by which the right ear is ahead of the left.
        let aheadRe, aheadIm: Double
        var re = 0.0, im = 0.0, turnRe = 0.0, turnIm = 0.0
    }

    private var beatingTones: [Tone]
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
        beatingTones = tones.enumerated().map { number, tone in
            let turns = max(1, Int((tone.hertz * Double(plan.seconds)).rounded()))
            let ahead = draws.between(-0.2, 0.2)
            var result = Tone(
                turns: turns, level: tone.level, drift: drift(number), aheadRe: DeterministicMath.cosine(turns: ahead),
                aheadIm: DeterministicMath.sine(turns: ahead))
            let step = Double(turns) / Double(plan.frames)
            (result.turnRe, result.turnIm) = (
                DeterministicMath.cosine(turns: step), DeterministicMath.sine(turns: step)
            )
            return result
        }
    }

    /// Adds the tones to a block. The first call sets their phases at its position.
    mutating func add(to block: Block) {
        if !isPlaced {
            isPlaced = true
            for number in beatingTones.indices {
                let position = Double(beatingTones[number].turns * block.start % frames) / Double(frames)
                (beatingTones[number].re, beatingTones[number].im) = (
                    DeterministicMath.cosine(turns: position), DeterministicMath.sine(turns: position)
                )
            }
        }
        // Two tones at a time, so that neither calculation waits for the other.
        var number = 0
        while number + 1 < beatingTones.count {
            var first = beatingTones[number]
            var second = beatingTones[number + 1]
            Tones.add(&first, &second, to: block)
            (beatingTones[number], beatingTones[number + 1]) = (first, second)
            number += 2
        }
    }

    private static func add(_ first: inout Tone, _ second: inout Tone, to block: Block) {
        var x = first.re
        var y = first.im
        var u = second.re
        var v = second.im
        var index = 0
        var step = block.start / LoopPlan.stepFrames
        var firstLevel = first.level * first.drift.value(step)
        var secondLevel = second.level * second.drift.value(step)
        while index < block.count {
            step += 1
            let nextLevels = (first.level * first.drift.value(step), second.level * second.drift.value(step))
            let slope = (
                (nextLevels.0 - firstLevel) / Double(LoopPlan.stepFrames),
                (nextLevels.1 - secondLevel) / Double(LoopPlan.stepFrames)
            )
            let end = index + LoopPlan.stepFrames
            while index < end {
                block.left[index] += Float(y * firstLevel + v * secondLevel)
                block.right[index] += Float(
                    (y * first.aheadRe + x * first.aheadIm) * firstLevel + (v * second.aheadRe + u * second.aheadIm)
                        * secondLevel)
                (x, y) = (x * first.turnRe - y * first.turnIm, x * first.turnIm + y * first.turnRe)
                (u, v) = (u * second.turnRe - v * second.turnIm, u * second.turnIm + v * second.turnRe)
                firstLevel += slope.0
                secondLevel += slope.1
                index += 1
            }
            (firstLevel, secondLevel) = nextLevels
        }
        (first.re, first.im, second.re, second.im) = (x, y, u, v)
    }
}
