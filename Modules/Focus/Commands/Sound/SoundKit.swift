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

/// Who plays: one process at a time, so that two screens of one timer are not heard twice; and a process of the app's own where no screen is.
public final class SoundTurn: Sendable {
    private enum Hold {
        case nobody
        case lock(WorkLock.Held)
        /// The process is the servant, and holds the lock until it ends; or there is nowhere to hold one.
        case ours
    }

    private let servant: Servant
    private let lock: WorkLock
    private let hold = Mutex(Hold.nobody)

    /// - Parameters:
    ///   - servant: does `sound follow`; its name and folder are those of the lock.
    public init(servant: Servant, lock: WorkLock) { (self.servant, self.lock) = (servant, lock) }

    /// Whether this process may play; it may until it gives that back.
    func take() -> Bool {
        hold.withLock { hold in
            guard case .nobody = hold else { return true }
            switch lock.take() {
            case .held(let held): hold = .lock(held)
            case .impossible: hold = .ours
            case .busy: return false
            }
            return true
        }
    }

    /// Lets others play.
    func giveBack() { hold.withLock { if case .lock = $0 { $0 = .nobody } } }

    /// Lets a process of the app's own play on.
    func leave() { servant.start() }

    /// Whether this process is to follow the timer: false where another one does.
    func begin() -> Bool {
        switch servant.begin() {
        case .late: return false
        case .asked: return take()
        case .alone:
            hold.withLock { $0 = .ours }
            return true
        }
    }
}

/// How many pieces have been made: what reads them may be another thread.
final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
