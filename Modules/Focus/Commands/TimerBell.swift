import Focus
import Kernel
import Reminders
import Terminal

/// The end of a round, told to people who have no screen of the timer.
struct TimerBell: Sendable {
    let timer: FocusTimer
    let herald: FocusHerald
    let announcer: Notifier
    /// Waits so many seconds.
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

    /// Looks again at least every five seconds: it may be paused, extended or stopped meanwhile.
    private func wait(from session: FocusSession) throws -> FocusSession {
        var session = session
        while session.stage == .running {
            let left = session.remaining(at: timer.time.now()).map { Double($0) / 1000 } ?? 5
            sleep(min(5, left))
            guard let next = try timer.session() else { return session }
            if next.phaseStartedAt != session.phaseStartedAt, let news = try herald.claim(next) {
                try announcer.tell(news.title, news.body)
            }
            session = next
        }
        return session
    }
}
