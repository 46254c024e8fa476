import Kernel

/// The wait for another process that holds the database, with that process's name.
final class BusyTimeout {
    /// The milliseconds until the wait is reported, and until it is given up.
    struct Limits: Sendable {
        var reportsAfter = 2_000
        var givesUpAfter = 30_000

        init() {}
    }

    private let limits: Limits
    private let file: DatabaseFile?
    private let report: (String) -> Void
    /// The time at which the current wait began, in milliseconds.
    private var waitStart = 0

    init(_ limits: Limits, file: DatabaseFile?, report: @escaping (String) -> Void) {
        self.limits = limits
        self.file = file
        self.report = report
    }

    /// The process that holds the database, if known.
    var holder: String? { file?.holder }

    /// Waits a moment, unless the limit is reached.
    ///
    /// - Parameter times: The number of failed attempts, 0 at first.
    func waitForRetry(_ times: Int32) -> Bool {
        let now = BusyTimeout.milliseconds
        if times == 0 { waitStart = now }
        let waited = now - waitStart
        guard waited < limits.givesUpAfter else { return false }
        // The other process is usually done in a moment.
        usleep(waited < 20 ? 200 : 2_000)
        if waited < limits.reportsAfter, BusyTimeout.milliseconds - waitStart >= limits.reportsAfter, let file {
            report(
                holder.map { "Waiting for \($0), which has \(file.path)." }
                    ?? "Waiting for another program, which has \(file.path).")
        }
        return true
    }

    /// The time of the monotonic clock, in milliseconds.
    private static var milliseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }
}
