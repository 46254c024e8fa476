import Synchronization

/// The WAV format: RIFF, 48 kHz, two channels of 16 bits.
///
/// IBM and Microsoft, “Multimedia Programming Interface and Data Specifications 1.0”, 1991.
package enum WaveFile {
    package static let bytesPerSecond = 4 * LoopPlan.rate
    /// The maximum number of minutes in a file, because its sizes have 32 bits.
    package static let mostMinutes = 360

    /// Returns the header for a number of frames; nil for a stream of unknown length.
    package static func header(frames: Int?) -> [UInt8] {
        let size = frames.map { UInt32($0 * 4) } ?? 0x7FFF_F000
        func four(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
        func two(_ value: UInt32) -> [UInt8] { Array(four(value).prefix(2)) }
        let rate = UInt32(LoopPlan.rate)
        return Array("RIFF".utf8) + four(size + 36) + Array("WAVEfmt ".utf8) + four(16) + two(1) + two(2) + four(rate)
            + four(4 * rate)
            + two(4) + two(16) + Array("data".utf8) + four(size)
    }

    /// Returns a function that supplies a sound of so many minutes piece by piece, and nil at the
    /// end.
    ///
    /// The length is a whole number of loops, so that the file can play repeatedly.
    package static func pieces(of sound: Soundscape, minutes: Int, seed: UInt64) -> @Sendable () -> [UInt8]? {
        let seconds = 60 * min(max(1, minutes), mostMinutes)
        let turns = (1...seconds).first { seconds % $0 == 0 && seconds / $0 <= Soundscape.longest } ?? 1
        let total = seconds * LoopPlan.rate
        let work = Mutex((head: PlayHead?.none, left: total))
        return {
            work.withLock { work in
                guard work.head != nil else {
                    work.head = PlayHead(sound.loop(seconds: seconds / turns, seed: seed), volume: 100, fadeIn: 0)
                    return header(frames: total)
                }
                guard let piece = work.head?.next(min(work.left, LoopPlan.rate)) else { return nil }
                work.left -= piece.count / 4
                return piece
            }
        }
    }
}
