import Focus
import Kernel
import Programs
import Reminders

/// The dependencies of hooks, alarms and music that follow the timer.
package struct TimerEffects: Sendable {
    let hooks: HookFolder
    /// The background process that runs `alarm follow`.
    let backgroundJob: BackgroundJob
    /// The lock that is held while the user's own `alarm follow` runs.
    let lock: WorkLock
    /// Shows questions with buttons, or nil if this machine has no such program.
    let asker: Asker?
    let player: MusicPlayer
    /// Runs work for which the caller need not wait.
    let worker: SerialWorker

    package init(
        hooks: HookFolder, backgroundJob: BackgroundJob, lock: WorkLock, asker: Asker?, player: MusicPlayer,
        worker: SerialWorker = SerialWorker()
    ) {
        self.hooks = hooks
        self.backgroundJob = backgroundJob
        self.lock = lock
        self.asker = asker
        self.player = player
        self.worker = worker
    }

    /// Runs a closure as the only process that follows the timer, or returns if another one runs.
    func withFollowerLock(_ body: () throws -> Void) rethrows {
        switch backgroundJob.registerProcess() {
        case .redundantWorker: break
        case .worker: try body()
        case .foreground:
            let answer = lock.acquire()
            if case .busy = answer { return }
            try withExtendedLifetime(answer) { try body() }
        }
    }
}
