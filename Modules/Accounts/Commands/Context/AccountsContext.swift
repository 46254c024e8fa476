import Accounts
import Kernel

/// The context of the account commands in an app.
package final class AccountsContext: Sendable {
    let accounts: AccountService
    /// The app's name for people, for example "FocusFlow".
    let product: String
    /// The name of this device, unless the user gives another one.
    let title: String
    /// Returns the absolute form of a path that the user typed.
    let absolute: @Sendable (String) -> String
    let time: TimeSource
    let isDryRun: Bool

    package init(
        _ accounts: AccountService, product: String, title: String, absolute: @escaping @Sendable (String) -> String,
        time: TimeSource, isDryRun: Bool
    ) {
        self.accounts = accounts
        self.product = product
        self.title = title
        self.absolute = absolute
        self.time = time
        self.isDryRun = isDryRun
    }

    /// Returns the local day and time of an instant for display.
    func timeText(_ instant: Instant) -> String {
        let day = time.calendar.day(of: instant)
        let second = time.calendar.secondOfDay(of: instant)
        let clock =
            "\(second / 3_600 < 10 ? "0" : "")\(second / 3_600):\(second / 60 % 60 < 10 ? "0" : "")\(second / 60 % 60)"
        return day == time.today() ? "today at \(clock)" : "\(day) \(clock)"
    }
}
