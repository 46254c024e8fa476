import Kernel
import KernelTesting
import Reminders

/// The contract of every `Notifier`.
package enum NotifierContract {
    /// Returns the contract for the notifiers that a closure makes. `heard` returns the lines of
    /// the latest notifier, with title and body in each.
    package static func over(
        _ make: @escaping () throws -> Notifier, heard: @escaping @Sendable () throws -> [String]
    ) -> Contract<Notifier> {
        Contract(
            "Notifier",
            promises: [
                .init("a notification shows title and body") { notifier in
                    try notifier.notify("Time for your daily photo!", "Don't break your 20-day streak!")
                    let line = try heard().joined()
                    try expect(
                        line.contains("Time for your daily photo!") && line.contains("Don't break your 20-day streak!"),
                        line)
                },
                .init("notifications arrive once, in order") { notifier in
                    for word in ["one", "two", "three"] { try notifier.notify(word, "") }
                    let lines = try heard()
                    try expectEqual(lines.count, 3)
                    for (line, word) in zip(lines, ["one", "two", "three"]) { try expect(line.contains(word), line) }
                },
                .init("a title may look like an option") { notifier in
                    try notifier.notify("--help", "-u critical")
                    let line = try heard().joined()
                    try expect(line.contains("--help"), line)
                },
                .init("notifications contain no control characters") { notifier in
                    try notifier.notify("a\u{1B}]0;x\u{7}b\nc", "\u{9B}31m\u{202E}d")
                    let hidden = try heard().joined().unicodeScalars.filter {
                        $0.properties.generalCategory == .control || $0.value == 0x202E
                    }
                    try expect(hidden.allSatisfy { $0 == "\u{7}" } && hidden.count <= 1, "\(hidden)")
                    try expectEqual(heard().count, 1)
                },
                .init("notifications show every script") { notifier in
                    try notifier.notify("오늘의 사진 📷", "")
                    let line = try heard().joined()
                    try expect(line.contains("오늘의 사진 📷"), line)
                },
            ], make)
    }
}
