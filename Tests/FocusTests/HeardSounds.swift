import FocusCommands
import Kernel
import Programs
import Sound
import Synchronization
import TestBench

/// A loudspeaker that keeps what it is given, and plays it until it is told to stop.
final class HeardSounds: Sendable {
    /// Something that was played.
    struct Heard: Sendable {
        var head: PlayHead
        var hasEnded = false
    }

    private struct State {
        var all: [Heard] = []
        var trouble: Failure?
        var isBroken = false
        var asked = 0
    }

    private let state = Mutex(State())
    private let home = try? Home()

    /// What is heard now, and what was heard in all.
    var now: Int { state.withLock { $0.all.count { !$0.hasEnded } } }
    var ever: Int { state.withLock { $0.all.count } }
    /// Where the last one was begun, and whether it ended.
    var lastPlace: Int? { state.withLock { $0.all.last?.head.place } }
    var asked: Int { state.withLock { $0.asked } }

    /// From now on nothing can be played.
    func fail(_ failure: Failure) { state.withLock { $0.trouble = failure } }
    /// What is played from now on turns out not to be heard.
    func breakDown() { state.withLock { $0.isBroken = true } }

    static let noServer = Failure(.nothingHeardInTest, "There is no sound here.", kind: .temporary)

    var loudspeaker: Loudspeaker {
        Loudspeaker { [self] head in
            let number = try state.withLock { state in
                state.asked += 1
                if let trouble = state.trouble { throw trouble }
                state.all.append(Heard(head: head))
                return state.all.count - 1
            }
            return Playback(
                state: { [self] in
                    state.withLock { $0.isBroken ? .failed(HeardSounds.noServer) : $0.all[number].hasEnded ? .over : .playing }
                },
                place: { 4800 * (number + 1) }, end: { [self] in state.withLock { $0.all[number].hasEnded = true } })
        }
    }

    var kit: SoundKit { kit(among: home?.path ?? "/nowhere") }

    /// As another process has it, whose data lie in the same folder.
    func kit(among folder: String) -> SoundKit {
        SoundKit(
            loudspeaker: loudspeaker, packer: SoundPacker { next, write in while let piece = next() { try write(piece) } },
            turn: SoundTurn(WorkLock("sound", in: folder)), seed: { 1 })
    }
}

extension Failure.Code {
    fileprivate static var nothingHeardInTest: Self { Self() }
}
