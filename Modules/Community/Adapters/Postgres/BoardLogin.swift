import Community
import Files
import Kernel

/// Where somebody's logins are kept, and in whose name they are made: a file 0600 beside the identity, which libpq reads too.
///
/// Each login has a line for people and us, `# community ID`, and one as in `~/.pgpass`. The first line opens the door: its password is known to all.
public struct BoardLogin: Sendable {
    private static let door = "*:*:*:commonplace_door:commonplace"
    private static let greatestSize = 1 << 16

    private let place: @Sendable () throws -> String
    /// Whose logins they are.
    let identity: IdentityStore

    /// Logins in a file of a folder.
    public init(_ name: String, in folder: @escaping @Sendable () throws -> String, of identity: IdentityStore) {
        (place, self.identity) = ({ try folder() + "/" + name }, identity)
    }

    /// The file's path, for libpq, with the door's line in it at least.
    func file() throws -> String {
        let path = try place()
        if try lines().isEmpty { try keep([]) }
        return path
    }

    /// Under which name somebody logs in to a community; nil for somebody who was not let in.
    func name(at community: String) throws -> String? {
        let lines = try lines()
        guard let mark = lines.firstIndex(of: "# community \(community)"), mark + 1 < lines.count else { return nil }
        let parts = lines[mark + 1].split(separator: ":")
        return parts.count == 5 ? String(parts[3]) : nil
    }

    /// Keeps a login, in the place of one at the same community.
    func keep(_ name: String, _ password: String, at community: String) throws {
        try keep(try others(than: community) + ["# community \(community)", "*:*:*:\(name):\(password)"])
    }

    /// Lets go of a login.
    func remove(at community: String) throws { try keep(others(than: community)) }

    private func others(than community: String) throws -> [String] {
        let lines = try lines()
        guard let mark = lines.firstIndex(of: "# community \(community)") else { return Array(lines.dropFirst()) }
        return Array(lines[..<mark].dropFirst() + lines.dropFirst(mark + 2))
    }

    private func lines() throws -> [String] {
        let path = try place()
        do {
            let bytes = try SmallFile(path, limit: BoardLogin.greatestSize).read(isSecret: true) ?? []
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        } catch { throw trouble(path, error) }
    }

    private func keep(_ lines: [String]) throws {
        let path = try place()
        do {
            let text = ([BoardLogin.door] + lines).map { $0 + "\n" }.joined()
            try SmallFile(path, limit: BoardLogin.greatestSize).replace(Array(text.utf8))
        } catch { throw trouble(path, error) }
    }

    private func trouble(_ path: String, _ error: any Error) -> Failure {
        Failure(
            .loginNotKept, "The file of your logins, \(path), cannot be used: \(error).",
            advice: "Correct that, or delete it and connect again with a new code.", kind: .cannotCreate)
    }
}
