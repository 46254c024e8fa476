import Composition
import FocusCommands
import Programs
import Sound
import SoundAdapters

extension SoundKit {
    /// The programs of this machine that play; with `--dry-run` nobody. Who plays is one process, by a lock beside the records.
    init(_ environment: Environment) {
        let (programs, work) = (environment.programs, environment.folder("work"))
        self.init(
            loudspeaker: environment.options.isDryRun ? .silent : .machine(programs, work: work),
            packer: .machine(programs, work: work),
            turn: SoundTurn(WorkLock("sound", in: environment.home)),
            seed: { [random = environment.random] in
                var random = random
                return random.next()
            })
    }
}
