import Focus
import Kernel
import Reminders

/// How a screen that shows the timer takes part in telling that a phase is over: the desktop hears of it once, from whoever is first, and the terminal rings
/// until a key is pressed, where a person wants that.
struct ScreenNews: Sendable {
    let herald: FocusHerald
    let notifier: Notifier
    /// Lets somebody go along with the timer from now on.
    let summon: @Sendable () -> Void
    private var alarm: RepeatingAlarm?
    private var told: FocusSession?

    init(herald: FocusHerald, notifier: Notifier, summon: @escaping @Sendable () -> Void) {
        (self.herald, self.notifier, self.summon) = (herald, notifier, summon)
    }

    /// The bell of the terminal has rung; a desktop that cannot be reached is no reason to stop.
    mutating func tell(of session: FocusSession, _ now: Instant) {
        guard let settings = try? herald.settings(), settings.isOn else { return }
        (alarm, told) = (RepeatingAlarm(settings, at: now), session)
        guard let news = try? herald.claim(session) else { return }
        do { try notifier.tell(news.title, news.body) } catch { try? herald.giveBack(session) }
    }

    /// Whether the terminal rings again.
    mutating func rings(_ now: Instant) -> Bool {
        guard alarm?.rings(at: now) == true, let told else { return false }
        guard (try? herald.isSeen(told)) == true else { return true }
        alarm = nil
        return false
    }

    /// A person is there.
    mutating func see() {
        if let told { try? herald.see(told) }
        (alarm, told) = (nil, nil)
    }
}
