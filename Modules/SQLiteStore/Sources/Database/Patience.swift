import Kernel

/// How long somebody waits for others who have the database, and who they are.
final class Patience {
    /// In milliseconds: until it is said that somebody waits, and until it is given up.
    struct Limits: Sendable {
        var saysAfter = 2_000
        var endsAfter = 30_000

        init() {}
    }

    private let limits: Limits
    private let file: DatabaseFile?
    private let say: (String) -> Void
    private var since = 0

    init(_ limits: Limits, file: DatabaseFile?, say: @escaping (String) -> Void) {
        (self.limits, self.file, self.say) = (limits, file, say)
    }

    /// Who has the database, as far as anybody can tell.
    var holder: String? { file?.holder }

    /// Pauses, unless it has been too long.
    ///
    /// - Parameter times: how often it was tried in vain; 0 at first.
    func goesOn(_ times: Int32) -> Bool {
        let now = Patience.milliseconds
        if times == 0 { since = now }
        let waited = now - since
        guard waited < limits.endsAfter else { return false }
        // Mostly the other is done in a moment.
        usleep(waited < 20 ? 200 : 2_000)
        if waited < limits.saysAfter, Patience.milliseconds - since >= limits.saysAfter, let file {
            say(
                holder.map { "Waiting for \($0), which has \(file.path)." }
                    ?? "Waiting for another program, which has \(file.path).")
        }
        return true
    }

    /// Of a clock that nobody sets.
    private static var milliseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }
}
