import Synchronization

/// The WAV format: RIFF, 48 kHz, two channels of 16 bits.
///
/// IBM and Microsoft, “Multimedia Programming Interface and Data Specifications 1.0”, 1991.
package enum WaveFile {
    package static let bytesPerSecond = 4 * LoopPlan.rate
    /// The maximum number of minutes in a file, because its sizes have 32 bits.
    package static let mostMinutes = 360

    /// Returns the header for a number of frames, or nil for a stream of unknown length.
    package static func header(frames: Int?) -> [UInt8] {
        let size = frames.map { UInt32($0 * 4) } ?? 0x7FFF_F000
        func uint32(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
        func uint16(_ value: UInt32) -> [UInt8] { Array(uint32(value).prefix(2)) }
        let rate = UInt32(LoopPlan.rate)
        return Array("RIFF".utf8) + uint32(size + 36) + Array("WAVEfmt ".utf8) + uint32(16) + uint16(1) + uint16(2)
            + uint32(rate)
            + uint32(4 * rate)
            + uint16(4) + uint16(16) + Array("data".utf8) + uint32(size)
    }

    /// Returns a function that supplies a sound of so many minutes piece by piece, and nil at the
    /// end.
    ///
    /// The length is a whole number of loops, so that the file can play repeatedly.
    package static func pieces(of sound: Soundscape, minutes: Int, seed: UInt64) -> @Sendable () -> [UInt8]? {
        let seconds = 60 * min(max(1, minutes), mostMinutes)
        let loopCount = (1...seconds).first { seconds % $0 == 0 && seconds / $0 <= Soundscape.longest } ?? 1
        let total = seconds * LoopPlan.rate
        let work = Mutex((head: PlayHead?.none, framesLeft: total))
        return {
            work.withLock { work in
                guard work.head != nil else {
                    work.head = PlayHead(sound.loop(seconds: seconds / loopCount, seed: seed), volume: 100, fadeIn: 0)
                    return header(frames: total)
                }
                guard let piece = work.head?.next(min(work.framesLeft, LoopPlan.rate)) else { return nil }
                work.framesLeft -= piece.count / 4
                return piece
            }
        }
    }
}
