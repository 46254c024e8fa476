import Focus
import Interface
import Kernel
import Reminders

/// The command `bell`, which announces the end of a round where no screen shows the timer.
struct TimerReminders: Sendable {
    let timer: FocusTimer
    let timerAnnouncer: TimerAnnouncer
    let announcer: Notifier
    /// Waits for the given number of seconds.
    let sleep: @Sendable (Double) -> Void

    var bell: Command {
        Command(
            "bell", "Wait for the end of the current round, and announce it",
            discussion: """
                For scripts, and where there is no desktop that announces it by itself. It announces the end of the break too. It returns when \
                the next round waits for you, or when you pause or stop the timer.
                """,
            examples: [.init("bell", "Announce the end", runs: false)], returns: .one(TimerMoment.fields)
        ) {
            guard let session = try timer.session() else {
                throw Failure(.nothingRuns, "No timer is running.", advice: "Start one with `start`.")
            }
            let last = try wait(from: session)
            return .one(TimerMoment(session: last, now: timer.time.now()), TimerMoment.fields, next: ["status"])
        }
    }

    /// Waits until the session no longer runs.
    ///
    /// It reads the session at least every five seconds, since another process may pause, extend or
    /// stop it.
    private func wait(from session: FocusSession) throws -> FocusSession {
        var session = session
        while session.stage == .running {
            let remaining = session.remaining(at: timer.time.now()).map { Double($0) / 1000 } ?? 5
            sleep(min(5, remaining))
            guard let next = try timer.session() else { return session }
            if next.phaseStartedAt != session.phaseStartedAt, let news = try timerAnnouncer.claim(next) {
                try announcer.notify(news.title, news.body)
            }
            session = next
        }
        return session
    }
}
