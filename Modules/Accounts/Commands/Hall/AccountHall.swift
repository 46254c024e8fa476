import Accounts
import Kernel

/// What the commands need of an app.
public final class AccountHall: Sendable {
    let accounts: Accounts
    /// What the app is called by people: "FocusFlow".
    let product: String
    /// What this device is called where nobody says otherwise.
    let title: String
    /// Makes a path one that is seen from the root.
    let absolute: @Sendable (String) -> String
    let time: TimeSource
    /// Whether nothing is to be changed, outside the store neither.
    let isRehearsal: Bool

    /// What an app gives, made for each run of a command.
    public init(
        _ accounts: Accounts, product: String, title: String, absolute: @escaping @Sendable (String) -> String, time: TimeSource,
        isRehearsal: Bool
    ) {
        (self.accounts, self.product, self.title, self.absolute) = (accounts, product, title, absolute)
        (self.time, self.isRehearsal) = (time, isRehearsal)
    }

    /// The day of an instant and the time of day, as people here read them.
    func moment(_ instant: Instant) -> String {
        let (day, second) = (time.calendar.day(of: instant), time.calendar.secondOfDay(of: instant))
        let clock = "\(second / 3_600 < 10 ? "0" : "")\(second / 3_600):\(second / 60 % 60 < 10 ? "0" : "")\(second / 60 % 60)"
        return day == time.today() ? "today at \(clock)" : "\(day) \(clock)"
    }
}
