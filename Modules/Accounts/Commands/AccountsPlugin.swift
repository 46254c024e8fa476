import Accounts
import Guidance
import Kernel
import Sync
import Terminal

/// Brings `account …` and `sync …` to an app.
public struct AccountsPlugin: Plugin {
    public let name = "Accounts"
    private let hall: @Sendable (_ whole: Registry) -> AccountHall

    /// The commands over somebody's account.
    ///
    /// - Parameter hall: what they need, made from what all plugins brought: scopes, kinds of record, folders.
    public init(_ hall: @escaping @Sendable (_ whole: Registry) -> AccountHall) { self.hall = hall }

    public func contribute(to registry: inout Registry) {
        registry.add(Belongings.staying(Replica.collections))
        registry.add(all: Replica.collections.map(\.name), to: .ownNotes)
        registry.add(DataFolder("copies", of: "copy", many: "copies", .remade), to: .dataFolders)
        registry.add(SecretFile("account", "your account and its key"), to: .secretFiles)
        registry.add(SecretFile("sync-login", "this device's login at your account"), to: .secretFiles)
        registry.add(AccountGates.cloudSync, to: .gates)
        registry.add(AccountsHelp.topic, to: .helpTopics)
        registry.add(AccountsHelp.group, to: .commandGroups)
        registry.add(to: .commands) { [hall] whole in
            let (entering, keeping) = (EnteringDesk(hall: hall(whole)), AccountDesk(hall: hall(whole)))
            return [
                entering.create, entering.join, keeping.show, keeping.devices, keeping.rename, keeping.removeDevice,
                keeping.choose,
                keeping.undo, keeping.signOut, keeping.delete,
            ]
        }
    }
}

/// What the commands need of an app.
public struct AccountHall: Sendable {
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

    /// A hall.
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
