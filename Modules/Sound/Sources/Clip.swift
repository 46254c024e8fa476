import Kernel

/// A sound that was made: an endless loop, or one stroke of a bell. As loud as -23 LUFS (EBU R 128), and nowhere beyond full scale.
public struct Clip: Sendable {
    /// How many frames it has.
    public let count: Int
    /// Whether its end goes on at its beginning.
    public let isEndless: Bool
    /// Left and right in turn, before the gain.
    private let samples: [Float]
    private let gain: Float
    /// The frame that is heard first.
    private let opening: Int
    private let pieces: [Double]

    /// Makes a clip by a scene.
    init(_ scene: some Scene, _ plan: LoopPlan, isEndless: Bool = true) {
        let parts = max(1, min(4, plan.seconds / 60))
        let bounds = (0...parts).map { plan.seconds * $0 / parts * LoopPlan.rate }
        nonisolated(unsafe) var sums = [[Double]](repeating: [], count: parts)
        samples = [Float](unsafeUninitializedCapacity: 2 * plan.frames) { buffer, count in
            // Each part writes a place of its own.
            nonisolated(unsafe) let buffer = buffer
            let made = Cores.map(parts, least: 1) { range in
                range.map { Clip.make(scene, plan, bounds[$0]..<bounds[$0 + 1], isEndless, buffer) }
            }
            sums = Array(made.joined())
            count = 2 * plan.frames
        }
        (self.count, self.isEndless) = (plan.frames, isEndless)
        pieces = Array(sums.joined())
        gain = Clip.gain(of: pieces, isEndless)
        opening = isEndless ? Clip.quietest(samples, of: plan.frames) : 0
    }

    /// How loud it is.
    public var loudness: Double {
        let squared = Double(gain) * Double(gain)
        return Loudness(pieces: pieces.map { $0 * squared }, isEndless: isEndless).lufs
    }

    /// All of it as it is heard, each channel from -1 to 1.
    public var channels: (left: [Float], right: [Float]) {
        var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
        samples.withUnsafeBufferPointer { samples in
            left.withUnsafeMutableBufferPointer { left in
                right.withUnsafeMutableBufferPointer { right in
                    var (index, at) = (0, 2 * opening)
                    while index < count {
                        left[index] = Clip.held(samples[at] * gain)
                        right[index] = Clip.held(samples[at + 1] * gain)
                        at += 2
                        if at == 2 * count { at = 0 }
                        index += 1
                    }
                }
            }
        }
        return (left, right)
    }

    /// So many frames from one on, going round, as they are heard.
    func each(from place: Int, _ frames: Int, _ body: (_ index: Int, _ left: Float, _ right: Float) -> Void) {
        samples.withUnsafeBufferPointer { samples in
            var (index, at) = (0, 2 * ((place + opening) % count))
            while index < frames {
                body(index, Clip.held(samples[at] * gain), Clip.held(samples[at + 1] * gain))
                at += 2
                if at == 2 * count { at = 0 }
                index += 1
            }
        }
    }

    // MARK: - How it is made

    /// What is left out as silence depends on the gain, which is found in a few rounds.
    private static func gain(of pieces: [Double], _ isEndless: Bool) -> Float {
        var squared = 1.0
        for _ in 0..<8 {
            let power = Loudness(pieces: pieces.map { $0 * squared }, isEndless: isEndless).power
            squared *= power > 0 ? Loudness.target / power : 1e6
        }
        return Float(squared.squareRoot())
    }

    private static func make(
        _ scene: some Scene, _ plan: LoopPlan, _ range: Range<Int>, _ isEndless: Bool, _ buffer: UnsafeMutableBufferPointer<Float>
    ) -> [Double] {
        guard let samples = buffer.baseAddress else { return [] }
        var (scene, meter, sums) = (scene, Meter(), [Double]())
        let desk = Desk()
        let before = isEndless ? (scene.tail + LoopPlan.block - 1) / LoopPlan.block * LoopPlan.block : 0
        var at = range.lowerBound - before
        while at < range.upperBound {
            desk.move(to: (at % plan.frames + plan.frames) % plan.frames)
            scene.fill(desk)
            let sum = meter.take(desk.out, using: desk.part)
            if at >= range.lowerBound {
                if at % Loudness.piece == 0 { sums.append(sum) } else { sums[sums.count - 1] += sum }
                var (index, place) = (0, samples + 2 * at)
                while index < LoopPlan.block {
                    place[0] = desk.out.left[index]
                    place[1] = desk.out.right[index]
                    place += 2
                    index += 1
                }
            }
            at += LoopPlan.block
        }
        return sums
    }

    /// Where a loop moves least within its first second: there it is opened.
    private static func quietest(_ samples: [Float], of count: Int) -> Int {
        var (best, least, index) = (0, Float.infinity, 0)
        samples.withUnsafeBufferPointer { samples in
            while index < min(LoopPlan.rate, count) {
                let before = index == 0 ? count - 1 : index - 1
                let (left, right) = (samples[2 * index] - samples[2 * before], samples[2 * index + 1] - samples[2 * before + 1])
                let step = max(left.magnitude, right.magnitude)
                if step < least { (best, least) = (index, step) }
                index += 1
            }
        }
        return best
    }

    /// What is too loud is bent and not cut: straight up to 0.6, and towards 1 from there.
    private static func held(_ value: Float) -> Float {
        let over = value.magnitude - 0.6
        guard over > 0 else { return value }
        let bent = 0.6 + 0.4 * over / (over + 0.4)
        return value < 0 ? -bent : bent
    }
}
