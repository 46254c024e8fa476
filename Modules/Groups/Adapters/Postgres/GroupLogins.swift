import Files
import Groups
import Kernel
import Postgres
import Programs

/// The logins of this device for groups in databases, one a group, in a small file with mode 0600.
package struct GroupLogins: Sendable {
    /// The file's contents: the logins by group id.
    private struct Contents: Codable {
        var logins: [String: PostgresCredentials] = [:]
    }

    private let file: CredentialFile<Contents>

    /// Creates the logins of a file, which may be missing.
    ///
    /// - Parameter path: the absolute path, evaluated on first use.
    package init(at path: @escaping @Sendable () throws -> String) {
        file = CredentialFile(
            at: path, limit: 1 << 18, .json(kind: "commonplace-group-logins"), lock: GroupLogins.lock,
            failure: { path, reason in
                Failure(
                    .groupLoginNotKept, "The file of your logins at groups, \(path), cannot be used: \(reason).",
                    advice: "Correct that, or delete it and join again with a new code.", kind: .cannotCreate)
            })
    }

    func login(at group: Identifier<Group>) throws -> PostgresCredentials? { try file.read()?.logins[group.rawValue] }

    func keep(_ login: PostgresCredentials, at group: Identifier<Group>) throws {
        try change { $0[group.rawValue] = login }
    }

    func remove(at group: Identifier<Group>) throws {
        if try login(at: group) != nil { try change { $0[group.rawValue] = nil } }
    }

    private func change(_ change: (inout [String: PostgresCredentials]) -> Void) throws {
        try file.change { contents in
            var contents = contents ?? Contents()
            change(&contents.logins)
            return contents
        }
    }

    /// Excludes other processes, because a concurrent change could lose a login.
    @Sendable private static func lock(_ path: String) throws -> (any Sendable)? {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let acquired = WorkLock(String(path[slash...].dropFirst()), in: String(path[..<slash])).acquire(within: 10)
        if case .busy = acquired { throw FileError.other("another program is using it") }
        return acquired
    }
}
