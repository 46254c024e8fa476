import Focus
import Kernel
import Reminders

/// The announcements of a screen that shows the timer.
///
/// The first process to claim the end of a phase notifies the desktop. The terminal rings until a
/// key is pressed, if the user wants that.
struct ScreenAnnouncements: Sendable {
    let timerAnnouncer: TimerAnnouncer
    let notifier: Notifier
    /// Starts the background process that follows the timer.
    let startFollower: @Sendable () -> Void
    private var alarm: RepeatingAlarm?
    private var announced: FocusSession?

    init(timerAnnouncer: TimerAnnouncer, notifier: Notifier, startFollower: @escaping @Sendable () -> Void) {
        self.timerAnnouncer = timerAnnouncer
        self.notifier = notifier
        self.startFollower = startFollower
    }

    /// Announces the end of a phase after the terminal bell has rung.
    ///
    /// If the desktop is unreachable, it releases the claim.
    mutating func announceEnd(of session: FocusSession, _ now: Instant) {
        guard let settings = try? timerAnnouncer.settings(), settings.isOn else { return }
        alarm = RepeatingAlarm(settings, at: now)
        announced = session
        guard let news = try? timerAnnouncer.claim(session) else { return }
        do { try notifier.notify(news.title, news.body) } catch { try? timerAnnouncer.releaseClaim(session) }
    }

    /// Returns whether the terminal rings again.
    mutating func shouldRing(_ now: Instant) -> Bool {
        guard alarm?.rings(at: now) == true, let announced else { return false }
        guard (try? timerAnnouncer.isSeen(announced)) == true else { return true }
        alarm = nil
        return false
    }

    /// Ends the alarm because the user is present.
    mutating func acknowledge() {
        if let announced { try? timerAnnouncer.markSeen(announced) }
        alarm = nil
        announced = nil
    }
}
