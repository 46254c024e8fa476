import Programs
import Sound
import Synchronization

/// What sounds are made heard with.
public struct SoundKit: Sendable {
    let loudspeaker: Loudspeaker
    let packer: SoundPacker
    let turn: SoundTurn
    /// Chance for the next sound.
    let seed: @Sendable () -> UInt64

    /// The parts.
    public init(loudspeaker: Loudspeaker, packer: SoundPacker, turn: SoundTurn, seed: @escaping @Sendable () -> UInt64) {
        (self.loudspeaker, self.packer, self.turn, self.seed) = (loudspeaker, packer, turn, seed)
    }
}

/// Who plays: one process at a time, so that two screens of one timer are not heard twice.
public final class SoundTurn: Sendable {
    private enum Hold {
        case nobody
        case lock(WorkLock.Held)
        /// There is nowhere to hold one.
        case nowhere
    }

    private let lock: WorkLock
    private let hold = Mutex(Hold.nobody)

    /// - Parameter lock: held by whoever plays.
    public init(_ lock: WorkLock) { self.lock = lock }

    /// Whether this process may play; it may until it gives that back.
    func take() -> Bool {
        hold.withLock { hold in
            guard case .nobody = hold else { return true }
            switch lock.take() {
            case .held(let held): hold = .lock(held)
            case .impossible: hold = .nowhere
            case .busy: return false
            }
            return true
        }
    }

    /// Lets others play.
    func giveBack() { hold.withLock { $0 = .nobody } }
}

/// How many pieces have been made: what reads them may be another thread.
final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
