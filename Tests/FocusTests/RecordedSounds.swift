import FocusCommands
import Kernel
import Programs
import Sound
import Synchronization
import TestSupport

/// A loudspeaker that records what it receives and plays it until it is stopped.
final class RecordedSounds: Sendable {
    /// A sound that was played.
    struct PlayedSound: Sendable {
        var head: PlayHead
        var hasEnded = false
    }

    private struct State {
        var all: [PlayedSound] = []
        var trouble: Failure?
        var isBroken = false
        var attempts = 0
    }

    private let state = Mutex(State())
    private let home = try? Home()

    /// The number of sounds that play now.
    var playingCount: Int { state.withLock { $0.all.count { !$0.hasEnded } } }
    var playedCount: Int { state.withLock { $0.all.count } }
    /// The position at which the last sound started.
    var lastPlace: Int? { state.withLock { $0.all.last?.head.position } }
    var attemptCount: Int { state.withLock { $0.attempts } }

    /// Makes each later call of `play` throw.
    func fail(_ failure: Failure) { state.withLock { $0.trouble = failure } }
    /// Makes each later sound end with a failure.
    func breakDown() { state.withLock { $0.isBroken = true } }

    static let noServer = Failure(.nothingHeardInTest, "There is no sound here.", kind: .temporary)

    var loudspeaker: Loudspeaker {
        Loudspeaker { [self] head in
            let number = try state.withLock { state in
                state.attempts += 1
                if let trouble = state.trouble { throw trouble }
                state.all.append(PlayedSound(head: head))
                return state.all.count - 1
            }
            return Playback(
                state: { [self] in
                    state.withLock {
                        $0.isBroken ? .failed(RecordedSounds.noServer) : $0.all[number].hasEnded ? .over : .playing
                    }
                },
                position: { 4800 * (number + 1) }, end: { [self] in state.withLock { $0.all[number].hasEnded = true } })
        }
    }

    var kit: SoundKit { kit(among: home?.path ?? "/nowhere") }

    /// The sounds of another process that shares the lock in this folder.
    func kit(among folder: String) -> SoundKit {
        SoundKit(
            loudspeaker: loudspeaker,
            packer: SoundPacker { next, write in while let piece = next() { try write(piece) } },
            playbackLock: PlaybackLock(WorkLock("sound", in: folder)), seed: { 1 })
    }
}

extension Failure.Code {
    fileprivate static var nothingHeardInTest: Self { Self() }
}
