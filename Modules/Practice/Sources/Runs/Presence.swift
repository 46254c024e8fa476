/// Who is at a run: which process this is, and whether another one still lives. So a run whose program was killed goes on at once, and one that is
/// open in another window is left alone. Filled by whoever knows processes.
public struct Presence: Sendable {
    /// This process, in a word that no other process has; nil where nobody can tell.
    public let own: String?
    /// Whether a process lives; nil where nobody can tell.
    public let lives: @Sendable (_ process: String) -> Bool?

    /// A presence from functions.
    public init(own: String?, lives: @escaping @Sendable (String) -> Bool?) { (self.own, self.lives) = (own, lives) }

    /// Nobody can tell.
    public static let unknown = Presence(own: nil) { _ in nil }
}

extension PracticeLog {
    /// Whether a run is open in another process; nil where nobody can tell.
    public func isOpenElsewhere(_ run: LoggedRun) -> Bool? {
        guard run.pausedAt == nil, run.endedAt == nil else { return false }
        guard let process = run.openedBy else { return nil }
        return process == presence.own ? false : presence.lives(process)
    }
}
