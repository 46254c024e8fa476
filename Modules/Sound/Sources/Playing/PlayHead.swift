/// Where a clip is being heard: goes on from frame to frame, as loud as somebody wants it, and comes and goes softly.
public struct PlayHead: Sendable {
    /// How long a sound takes to come.
    public static let coming = 1.5
    /// How long it takes to go, when somebody ends it. Short enough for a pipe to hold, so that nobody need wait for it.
    public static let going = 0.3

    private let clip: Clip
    private let gain: Float
    private let rise, fall: Int
    private var played = 0
    private var left: Int?
    /// The next frame of the clip.
    public private(set) var place: Int

    /// - Parameters:
    ///   - place: the frame to begin at.
    ///   - volume: 0 to 100; half of it is a quarter of the amplitude, as ears count.
    ///   - seconds: how long it is heard, nil for as long as there is anything.
    ///   - coming: seconds in which it comes.
    ///   - going: seconds in which it goes at the end of its time.
    public init(
        _ clip: Clip, from place: Int = 0, volume: Int, seconds: Double? = nil, coming: Double = PlayHead.coming,
        going: Double = PlayHead.going
    ) {
        let part = Float(min(max(0, volume), 100)) / 100
        (self.clip, self.place, gain) = (clip, place % max(1, clip.count), part * part)
        (rise, fall) = (Int(coming * Double(LoopPlan.rate)), max(1, Int(going * Double(LoopPlan.rate))))
        let whole = clip.isEndless ? nil : clip.count - self.place
        left = seconds.map { min(Int($0 * Double(LoopPlan.rate)), whole ?? .max) } ?? whole
    }

    /// Begins to go now.
    public mutating func end() { left = min(left ?? .max, fall) }

    /// The same, to its end within so many seconds.
    public func ending(after seconds: Double) -> PlayHead {
        var head = self
        head.left = min(left ?? .max, Int(seconds * Double(LoopPlan.rate)))
        return head
    }

    /// The next frames, 16 bits a channel, left before right, the lower byte first; nil when it is over.
    public mutating func next(_ frames: Int) -> [UInt8]? {
        let count = min(frames, left ?? frames)
        guard count > 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, size in
            guard let bytes = buffer.baseAddress else { return }
            clip.each(from: place, count) { index, left, right in
                let loud = level(index) * 32_767
                PlayHead.put(left * loud, at: bytes + 4 * index)
                PlayHead.put(right * loud, at: bytes + 4 * index + 2)
            }
            size = 4 * count
        }
        place = (place + count) % clip.count
        played += count
        left = left.map { $0 - count }
        return bytes
    }

    private func level(_ index: Int) -> Float {
        let up = rise > 0 ? min(1, Float(played + index) / Float(rise)) : 1
        // What a bell has left at its end is silent already.
        let down = clip.isEndless ? left.map { min(1, Float($0 - index - 1) / Float(fall)) } ?? 1 : 1
        return gain * up * up * down * down
    }

    private static func put(_ value: Float, at place: UnsafeMutablePointer<UInt8>) {
        let bits = UInt16(bitPattern: Int16(value.rounded()))
        place[0] = UInt8(truncatingIfNeeded: bits)
        place[1] = UInt8(truncatingIfNeeded: bits >> 8)
    }
}
