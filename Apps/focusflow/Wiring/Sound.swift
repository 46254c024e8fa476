import Composition
import FocusCommands
import Programs
import Sound
import SoundAdapters

extension SoundKit {
    /// Creates the sound services from the machine's playback programs. With `--dry-run` they are
    /// silent.
    ///
    /// A lock in the data directory limits playback to one process.
    init(_ environment: Environment) {
        let programs = environment.programs
        let work = environment.folder("work")
        self.init(
            loudspeaker: environment.options.isDryRun ? .silent : .machine(programs, work: work),
            packer: .machine(programs, work: work),
            playbackLock: PlaybackLock(WorkLock("sound", in: environment.home)),
            seed: { [random = environment.random] in
                var random = random
                return random.next()
            })
    }
}
