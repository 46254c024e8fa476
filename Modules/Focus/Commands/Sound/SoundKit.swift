import Programs
import Sound
import Synchronization

/// The dependencies for playing sounds.
package struct SoundKit: Sendable {
    let loudspeaker: Loudspeaker
    /// Packs sounds as FLAC files.
    let packer: SoundPacker
    let playbackLock: PlaybackLock
    /// Returns the random seed of the next sound.
    let seed: @Sendable () -> UInt64

    package init(
        loudspeaker: Loudspeaker, packer: SoundPacker, playbackLock: PlaybackLock,
        seed: @escaping @Sendable () -> UInt64
    ) {
        self.loudspeaker = loudspeaker
        self.packer = packer
        self.playbackLock = playbackLock
        self.seed = seed
    }
}

/// The exclusive right to play, so that two screens of one timer sound once.
///
/// One process holds it at a time.
package final class PlaybackLock: Sendable {
    /// The state of this process's right to play.
    private enum Hold {
        case released
        case lock(WorkLock.Held)
        /// The lock cannot be created, so this process plays without it.
        case unlocked
    }

    private let lock: WorkLock
    private let hold = Mutex(Hold.released)

    /// - Parameter lock: held by the process that plays.
    package init(_ lock: WorkLock) { self.lock = lock }

    /// Claims the right to play and returns whether this process may play until `release()`.
    func acquire() -> Bool {
        hold.withLock { hold in
            guard case .released = hold else { return true }
            switch lock.acquire() {
            case .held(let held): hold = .lock(held)
            case .unavailable: hold = .unlocked
            case .busy: return false
            }
            return true
        }
    }

    /// Gives the right to play back.
    func release() { hold.withLock { $0 = .released } }
}

/// A thread-safe count of finished pieces.
final class PieceCounter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
