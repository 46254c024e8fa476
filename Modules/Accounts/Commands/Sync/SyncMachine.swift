import Accounts
import Kernel
import Programs
import Sync
import Terminal

/// What the machine does for `sync`, besides what Accounts does.
public struct SyncMachine: Sendable {
    /// Runs `sync now` in the background; nil for nobody.
    let servant: Servant?
    /// Where it is said who is at it; nil where nothing is kept.
    private let folder: String?
    /// Who makes the machine run it by itself, and the program with the options that lead it to this data.
    let schedules: (installer: ScheduleInstaller, command: [String])
    /// Waits.
    let sleep: @Sendable (Double) -> Void
    /// Tells the person something while a command goes on.
    let say: @Sendable (String) -> Void
    /// Whether this command has used the store.
    let hasStore: @Sendable () -> Bool

    /// A machine.
    ///
    /// - Parameters:
    ///   - servant: runs `sync now`; its name is `sync`.
    ///   - folder: where locks lie: that of the servant.
    ///   - schedules: who makes the machine run it by itself, and the program with the options that lead it to this data.
    ///   - say: tells the person something while a command goes on, on standard error; nothing with `--quiet`.
    ///   - hasStore: whether this command has used the store.
    public init(
        servant: Servant?, locksIn folder: String?, schedules: (installer: ScheduleInstaller, command: [String]),
        sleep: @escaping @Sendable (Double) -> Void, say: @escaping @Sendable (String) -> Void,
        hasStore: @escaping @Sendable () -> Bool
    ) {
        (self.servant, self.folder, self.schedules, self.sleep) = (servant, folder, schedules, sleep)
        (self.say, self.hasStore) = (say, hasStore)
    }

    /// Nobody does anything by itself.
    public static let none = SyncMachine(
        servant: nil, locksIn: nil, schedules: (.none, []), sleep: Pause.seconds, say: { _ in }, hasStore: { true })

    // MARK: - One at a time

    /// How long a person waits for a round that is under way, in seconds.
    private static let patience = 30.0

    /// Does a round while nobody else of this machine does.
    ///
    /// - Returns: nil for a servant, when another one is at it.
    /// - Throws: `syncBusy` when somebody is at it for long.
    func once<Value>(_ round: () throws -> Value) throws -> Value? {
        switch servant?.begin() ?? .asked {
        case .late: return nil
        case .alone: return try round()
        case .asked: return try whileNobodySyncs(round)
        }
    }

    /// Does something during which no round of this device may be under way.
    ///
    /// - Throws: `syncBusy` when somebody is at it for long.
    func whileNobodySyncs<Value>(_ work: () throws -> Value) throws -> Value {
        switch lock("sync")?.take(within: SyncMachine.patience) {
        case .busy?: throw Failure.busy("A round is under way on this device, and takes its time.")
        case .held(let held)?: return try withExtendedLifetime(held, work)
        case .impossible?, nil: return try work()
        }
    }

    /// The same for one round of many: nil where somebody else is at it.
    var alone: SyncEngine.Alone {
        { round in
            switch lock("sync")?.take() {
            case .busy?: nil
            case .held(let held)?: try withExtendedLifetime(held, round)
            case .impossible?, nil: try round()
            }
        }
    }

    /// Goes on for long, and is the only one that does.
    ///
    /// - Throws: `syncBusy`.
    func keepingOn<Value>(_ body: () throws -> Value) throws -> Value {
        switch lock("sync-run")?.take() {
        case .busy?: throw Failure.busy("`sync run` is running on this device already.")
        case .held(let held)?: return try withExtendedLifetime(held, body)
        case .impossible?, nil: return try body()
        }
    }

    /// Whether `sync run` is at it.
    var isKeptOn: Bool { if case .busy? = lock("sync-run")?.take() { true } else { false } }

    private func lock(_ name: String) -> WorkLock? { folder.map { WorkLock(name, in: $0) } }
}

extension Failure {
    fileprivate static func busy(_ message: String) -> Failure {
        Failure(.syncBusy, message, advice: "Wait until it is done, or end it.", kind: .temporary)
    }
}
