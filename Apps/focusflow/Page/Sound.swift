import Composition
import FocusCommands
import Programs
import Sound
import SoundAdapters

extension SoundKit {
    /// The programs of this machine that play; with `--dry-run` nobody. Who plays beside a timer without a screen is one, by a lock beside the records.
    init(_ environment: Environment) {
        let (programs, work) = (environment.programs, environment.folder("work"))
        let day: UInt32 = 86_400
        self.init(
            loudspeaker: environment.options.isDryRun ? .silent : .machine(programs, work: work),
            packer: .machine(programs, work: work),
            turn: SoundTurn(
                servant: environment.servant("sound", ["sound", "follow"], atMost: day),
                lock: WorkLock("sound", in: environment.home)),
            seed: { [random = environment.random] in
                var random = random
                return random.next()
            })
    }
}
