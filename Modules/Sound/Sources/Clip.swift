import Kernel

/// A generated sound at -23 LUFS (EBU R 128) within full scale: an endless loop, or one stroke of a
/// bell.
package struct Clip: Sendable {
    /// The number of frames.
    package let count: Int
    package let isEndless: Bool
    private let samples: [Float]
    private let gain: Float
    /// The frame at which playback starts, so that the joint of the loop is inaudible.
    private let startFrame: Int
    /// The sums of squares of the weighted samples, for each 100 ms.
    private let pieceSums: [Double]

    init(_ scene: some Scene, _ plan: LoopPlan, isEndless: Bool = true) {
        let parts = max(1, min(4, plan.seconds / 60))
        let bounds = (0...parts).map { plan.seconds * $0 / parts * LoopPlan.rate }
        nonisolated(unsafe) var sums = [[Double]](repeating: [], count: parts)
        samples = [Float](unsafeUninitializedCapacity: 2 * plan.frames) { buffer, count in
            // Each part writes to a separate region.
            nonisolated(unsafe) let buffer = buffer
            let powers = ParallelWork.map(parts, minimumSize: 1) { range in
                range.map { Clip.render(scene, plan, bounds[$0]..<bounds[$0 + 1], isEndless, buffer) }
            }
            sums = Array(powers.joined())
            count = 2 * plan.frames
        }
        self.count = plan.frames
        self.isEndless = isEndless
        pieceSums = Array(sums.joined())
        gain = Clip.gain(of: pieceSums, isEndless)
        startFrame = isEndless ? Clip.quietestFrame(samples, of: plan.frames) : 0
    }

    package var loudness: Double {
        let squared = Double(gain) * Double(gain)
        return Loudness(pieces: pieceSums.map { $0 * squared }, isEndless: isEndless).lufs
    }

    /// The whole clip, each channel from -1 to 1.
    package var channels: (left: [Float], right: [Float]) {
        var left = [Float](repeating: 0, count: count)
        var right = [Float](repeating: 0, count: count)
        samples.withUnsafeBufferPointer { samples in
            left.withUnsafeMutableBufferPointer { left in
                right.withUnsafeMutableBufferPointer { right in
                    var index = 0
                    var sample = 2 * startFrame
                    while index < count {
                        left[index] = Clip.limited(samples[sample] * gain)
                        right[index] = Clip.limited(samples[sample + 1] * gain)
                        sample += 2
                        if sample == 2 * count { sample = 0 }
                        index += 1
                    }
                }
            }
        }
        return (left, right)
    }

    /// Passes frames from a position to a body as they sound, continuing at the start after the
    /// end.
    func each(from position: Int, _ frames: Int, _ body: (_ index: Int, _ left: Float, _ right: Float) -> Void) {
        samples.withUnsafeBufferPointer { samples in
            var index = 0
            var sample = 2 * ((position + startFrame) % count)
            while index < frames {
                body(index, Clip.limited(samples[sample] * gain), Clip.limited(samples[sample + 1] * gain))
                sample += 2
                if sample == 2 * count { sample = 0 }
                index += 1
            }
        }
    }

    // MARK: - Generation

    /// Returns the gain, found in a few rounds because the gain determines which parts count as
    /// silence.
    private static func gain(of pieceSums: [Double], _ isEndless: Bool) -> Float {
        var squared = 1.0
        for _ in 0..<8 {
            let power = Loudness(pieces: pieceSums.map { $0 * squared }, isEndless: isEndless).power
            squared *= power > 0 ? Loudness.target / power : 1e6
        }
        return Float(squared.squareRoot())
    }

    /// Renders a part of the sound into the buffer and returns the sums of squares of its pieces.
    private static func render(
        _ scene: some Scene, _ plan: LoopPlan, _ range: Range<Int>, _ isEndless: Bool,
        _ buffer: UnsafeMutableBufferPointer<Float>
    ) -> [Double] {
        guard let samples = buffer.baseAddress else { return [] }
        var scene = scene
        var meter = Meter()
        var sums = [Double]()
        let mixer = Mixer()
        let warmUpFrames =
            isEndless ? (scene.tail + LoopPlan.blockFrames - 1) / LoopPlan.blockFrames * LoopPlan.blockFrames : 0
        var frame = range.lowerBound - warmUpFrames
        while frame < range.upperBound {
            mixer.move(to: (frame % plan.frames + plan.frames) % plan.frames)
            scene.fill(mixer)
            let sum = meter.sumOfSquares(mixer.out, using: mixer.part)
            if frame >= range.lowerBound {
                if frame % Loudness.pieceFrames == 0 { sums.append(sum) } else { sums[sums.count - 1] += sum }
                var index = 0
                var target = samples + 2 * frame
                while index < LoopPlan.blockFrames {
                    target[0] = mixer.out.left[index]
                    target[1] = mixer.out.right[index]
                    target += 2
                    index += 1
                }
            }
            frame += LoopPlan.blockFrames
        }
        return sums
    }

    /// Returns the position of least movement within a loop's first second, at which the loop is
    /// opened.
    private static func quietestFrame(_ samples: [Float], of count: Int) -> Int {
        var best = 0
        var least = Float.infinity
        var index = 0
        samples.withUnsafeBufferPointer { samples in
            while index < min(LoopPlan.rate, count) {
                let previous = index == 0 ? count - 1 : index - 1
                let left = samples[2 * index] - samples[2 * previous]
                let right = samples[2 * index + 1] - samples[2 * previous + 1]
                let step = max(left.magnitude, right.magnitude)
                if step < least { (best, least) = (index, step) }
                index += 1
            }
        }
        return best
    }

    /// Limits a sample smoothly instead of clipping it: linear up to 0.6, and approaching 1 above.
    private static func limited(_ value: Float) -> Float {
        let excess = value.magnitude - 0.6
        guard excess > 0 else { return value }
        let limitedMagnitude = 0.6 + 0.4 * excess / (excess + 0.4)
        return value < 0 ? -limitedMagnitude : limitedMagnitude
    }
}
