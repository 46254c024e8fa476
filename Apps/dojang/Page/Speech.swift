import Composition
import Speech
import SpeechAdapters

extension Environment {
    /// The programs of this machine that speak and play; with `--dry-run` nobody.
    @Sendable func voice(_ recordings: Recordings) -> Voice {
        options.isDryRun ? .silent : .machine(programs, recordings: recordings)
    }
}
