import Accounts
import Kernel
import Programs
import Sync
import Terminal

/// The services of the host that the `sync` commands use.
package struct SyncHost: Sendable {
    /// The background job that runs `sync now`, or nil for none.
    let backgroundJob: BackgroundJob?
    /// The folder of lock files, or nil if nothing is saved.
    private let folder: String?
    /// The schedule installer, and the command line of this app with the options for this data.
    let schedules: (installer: ScheduleInstaller, command: [String])
    /// Waits for a number of seconds.
    let sleep: @Sendable (Double) -> Void
    /// Prints a message on standard error, or nothing with `--quiet`.
    let report: @Sendable (String) -> Void
    /// Returns whether this command has used the store.
    let hasUsedStore: @Sendable () -> Bool

    /// - Parameters:
    ///   - backgroundJob: Runs `sync now` under the name `sync`.
    ///   - folder: The folder of lock files, the same as the background job's.
    ///   - schedules: The schedule installer, and the command line of this app with the options for
    ///     this data.
    ///   - report: Prints a message on standard error during a command, or nothing with `--quiet`.
    ///   - hasUsedStore: Returns whether this command has used the store.
    package init(
        backgroundJob: BackgroundJob?, locksIn folder: String?,
        schedules: (installer: ScheduleInstaller, command: [String]),
        sleep: @escaping @Sendable (Double) -> Void, report: @escaping @Sendable (String) -> Void,
        hasUsedStore: @escaping @Sendable () -> Bool
    ) {
        self.backgroundJob = backgroundJob
        self.folder = folder
        self.schedules = schedules
        self.sleep = sleep
        self.report = report
        self.hasUsedStore = hasUsedStore
    }

    package static let none = SyncHost(
        backgroundJob: nil, locksIn: nil, schedules: (.none, []), sleep: Pause.seconds, report: { _ in },
        hasUsedStore: { true })

    // MARK: - Mutual exclusion

    /// The number of seconds that a user waits for a running round.
    private static let waitLimit = 30.0

    /// Runs a round unless another process on this machine does.
    ///
    /// - Returns: nil for a background job while another one runs.
    /// - Throws: `syncBusy` if another process runs for long.
    func runOnce<Value>(_ round: () throws -> Value) throws -> Value? {
        switch backgroundJob?.registerProcess() ?? .foreground {
        case .redundantWorker: return nil
        case .worker: return try round()
        case .foreground: return try withSyncLock(round)
        }
    }

    /// Runs a closure while no other process of this device syncs.
    ///
    /// - Throws: `syncBusy` if another process syncs for too long.
    func withSyncLock<Value>(_ work: () throws -> Value) throws -> Value {
        switch lock("sync")?.acquire(within: SyncHost.waitLimit) {
        case .busy?: throw Failure.busy("A round is under way on this device, and takes its time.")
        case .held(let held)?: return try withExtendedLifetime(held, work)
        case .unavailable?, nil: return try work()
        }
    }

    /// Runs one round of many exclusively. It returns nil while another process syncs.
    var exclusively: SyncEngine.ExclusiveRound {
        { round in
            switch lock("sync")?.acquire() {
            case .busy?: nil
            case .held(let held)?: try withExtendedLifetime(held, round)
            case .unavailable?, nil: try round()
            }
        }
    }

    /// Runs a long task of which only one process of this device may run.
    ///
    /// - Throws: `syncBusy`.
    func runExclusively<Value>(_ body: () throws -> Value) throws -> Value {
        switch lock("sync-run")?.acquire() {
        case .busy?: throw Failure.busy("`sync run` is running on this device already.")
        case .held(let held)?: return try withExtendedLifetime(held, body)
        case .unavailable?, nil: return try body()
        }
    }

    /// Whether `sync run` is running on this device.
    var isSyncRunActive: Bool { if case .busy? = lock("sync-run")?.acquire() { true } else { false } }

    private func lock(_ name: String) -> WorkLock? { folder.map { WorkLock(name, in: $0) } }
}

extension Failure {
    fileprivate static func busy(_ message: String) -> Failure {
        Failure(.syncBusy, message, advice: "Wait until it is done, or end it.", kind: .temporary)
    }
}
