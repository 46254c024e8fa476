/// A playback position in a clip, advanced by frames, with a volume and soft fades.
package struct PlayHead: Sendable {
    /// The fade-in in seconds.
    package static let fadeInSeconds = 1.5
    /// The fade-out in seconds after playback is ended, short enough for a pipe to hold so that no
    /// caller waits.
    package static let fadeOutSeconds = 0.3

    private let clip: Clip
    private let gain: Float
    private let fadeInFrames, fadeOutFrames: Int
    private var playedFrames = 0
    private var framesLeft: Int?
    package private(set) var position: Int

    /// - Parameters:
    ///   - place: the first frame.
    ///   - volume: 0 to 100. Half of it is a quarter of the amplitude, according to human hearing.
    ///   - seconds: the duration, or nil for the whole clip.
    ///   - fadeIn: the fade-in in seconds.
    ///   - fadeOut: the fade-out in seconds at the end of the duration.
    package init(
        _ clip: Clip, from place: Int = 0, volume: Int, seconds: Double? = nil, fadeIn: Double = PlayHead.fadeInSeconds,
        fadeOut: Double = PlayHead.fadeOutSeconds
    ) {
        let fraction = Float(min(max(0, volume), 100)) / 100
        self.clip = clip
        self.position = place % max(1, clip.count)
        gain = fraction * fraction
        fadeInFrames = Int(fadeIn * Double(LoopPlan.rate))
        fadeOutFrames = max(1, Int(fadeOut * Double(LoopPlan.rate)))
        let remaining = clip.isEndless ? nil : clip.count - self.position
        framesLeft = seconds.map { min(Int($0 * Double(LoopPlan.rate)), remaining ?? .max) } ?? remaining
    }

    /// Starts the fade-out now.
    package mutating func end() { framesLeft = min(framesLeft ?? .max, fadeOutFrames) }

    /// Returns the playback position with an end within so many seconds.
    package func ending(after seconds: Double) -> PlayHead {
        var head = self
        head.framesLeft = min(framesLeft ?? .max, Int(seconds * Double(LoopPlan.rate)))
        return head
    }

    /// Returns the next frames in 16 bits a channel, left before right, low byte first, or nil at
    /// the end.
    package mutating func next(_ frames: Int) -> [UInt8]? {
        let count = min(frames, framesLeft ?? frames)
        guard count > 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, size in
            guard let bytes = buffer.baseAddress else { return }
            clip.each(from: position, count) { index, left, right in
                let scale = level(index) * 32_767
                PlayHead.store(left * scale, at: bytes + 4 * index)
                PlayHead.store(right * scale, at: bytes + 4 * index + 2)
            }
            size = 4 * count
        }
        position = (position + count) % clip.count
        playedFrames += count
        framesLeft = framesLeft.map { $0 - count }
        return bytes
    }

    /// Returns the volume at a frame of the current piece, 0 to 1.
    private func level(_ index: Int) -> Float {
        let up = fadeInFrames > 0 ? min(1, Float(playedFrames + index) / Float(fadeInFrames)) : 1
        // The remaining part of a bell is already silent at its end.
        let down = clip.isEndless ? framesLeft.map { min(1, Float($0 - index - 1) / Float(fadeOutFrames)) } ?? 1 : 1
        return gain * up * up * down * down
    }

    /// Stores a sample as a 16-bit integer, low byte first.
    private static func store(_ value: Float, at place: UnsafeMutablePointer<UInt8>) {
        let bits = UInt16(bitPattern: Int16(value.rounded()))
        place[0] = UInt8(truncatingIfNeeded: bits)
        place[1] = UInt8(truncatingIfNeeded: bits >> 8)
    }
}
