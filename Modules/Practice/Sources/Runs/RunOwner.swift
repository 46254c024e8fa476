/// The process that owns a run, and a check of whether another process is alive.
///
/// A run whose process has ended can be resumed at once, and a run open in another window is left
/// alone. The app provides the implementation.
package struct RunOwner: Sendable {
    /// The unique name of this process, or nil if it is unknown.
    package let currentProcess: String?
    /// A closure that returns whether a process is alive, or nil if that is unknown.
    package let isAlive: @Sendable (_ process: String) -> Bool?

    package init(currentProcess: String?, isAlive: @escaping @Sendable (String) -> Bool?) {
        self.currentProcess = currentProcess
        self.isAlive = isAlive
    }

    package static let unknown = RunOwner(currentProcess: nil) { _ in nil }
}

extension PracticeLog {
    /// Returns whether a run is open in another process, or nil if that is unknown.
    package func isOpenElsewhere(_ run: LoggedRun) -> Bool? {
        guard run.pausedAt == nil, run.endedAt == nil else { return false }
        guard let process = run.openedBy else { return nil }
        return process == owner.currentProcess ? false : owner.isAlive(process)
    }
}
