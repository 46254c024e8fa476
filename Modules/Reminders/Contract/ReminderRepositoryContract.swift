import Kernel
import KernelContract
import Reminders

/// What every `ReminderRepository` must keep.
public enum ReminderRepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any ReminderRepository) -> Contract<any ReminderRepository> {
        Contract("ReminderRepository", promises: promises, make)
    }

    private static let promises: [Contract<any ReminderRepository>.Promise] = [
        .init("starts without settings and without quiet times") { repository in
            try expect(repository.setting(of: "photo") == nil, "there is a setting")
            try expectEqual(repository.quietTimes(), QuietTimes())
        },
        .init("keeps a setting by its name") { repository in
            let setting = ReminderSetting(name: "photo", rule: .daily(at: 60), snoozedUntil: Instant(milliseconds: 5))
            try repository.keep(setting, label: "test")
            try repository.keep(ReminderSetting(name: "cards", rule: .daily(at: 120)), label: "test")
            try expectEqual(repository.setting(of: "photo"), setting)
        },
        .init("keeps quiet times") { repository in
            let quiet = QuietTimes(from: 22 * 3600, until: 7 * 3600, weekend: .off)
            try repository.keep(quiet, label: "test")
            try expectEqual(repository.quietTimes(), quiet)
        },
        .init("gives each call once") { repository in
            let (first, second) = (call("a"), call("b"))
            try expectEqual(repository.claim([first]), [first])
            try expectEqual(repository.claim([first, second, second]), [second])
            try expectEqual(repository.claim([first, second]), [])
            try expect(repository.wasSaid(first), "it was not said")
        },
        .init("takes the same thing on another day for another call") { repository in
            _ = try repository.claim([call("a")])
            try expectEqual(repository.claim([call("a", day: 1)]).count, 1)
        },
        .init("forgets what was said before a day, and only that") { repository in
            let (old, new) = (call("a"), call("a", day: 5))
            _ = try repository.claim([old, new])
            try repository.forget(before: new.day)
            try expect(try !repository.wasSaid(old), "the old one is kept")
            try expect(try repository.wasSaid(new), "the new one is forgotten")
        },
    ]

    private static func call(_ key: String, day: Int = 0) -> ReminderCall {
        ReminderCall(
            reminder: "photo", day: Day(ordinal: 20_000 + day), occasion: .init(key: key, title: key),
            moment: Instant(milliseconds: 0))
    }
}
