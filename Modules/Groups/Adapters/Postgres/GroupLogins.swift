import Files
import Groups
import Kernel
import Programs

/// The logins of this device at groups in databases: a small file of its own, 0600, one login a group.
public struct GroupLogins: Sendable {
    struct Login: Codable, Hashable {
        let name: String
        let password: String
    }

    private struct Kept: Codable {
        var kind = "commonplace-group-logins"
        var logins: [String: Login] = [:]
    }

    private let place: @Sendable () throws -> String

    /// Logins in a file, which need not be there yet.
    ///
    /// - Parameter path: where, absolute; asked when it is needed first.
    public init(at path: @escaping @Sendable () throws -> String) { place = path }

    func login(at group: Identifier<Group>) throws -> Login? { try using { try read($0).logins[group.rawValue] } }

    func keep(_ login: Login, at group: Identifier<Group>) throws { try change { $0[group.rawValue] = login } }

    func remove(at group: Identifier<Group>) throws {
        if try login(at: group) != nil { try change { $0[group.rawValue] = nil } }
    }

    private func change(_ change: (inout [String: Login]) -> Void) throws {
        try alone { file in
            var kept = try read(file)
            change(&kept.logins)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            try file.replace(Array(encoder.encode(kept)))
        }
    }

    private func read(_ file: SmallFile) throws -> Kept {
        guard let bytes = try file.read(isSecret: true) else { return Kept() }
        guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)), kept.kind == Kept().kind else {
            throw FileTrouble.other("it holds something else")
        }
        return kept
    }

    /// Two who change it at once would lose what one of them keeps.
    private func alone(_ body: (SmallFile) throws -> Void) throws {
        try using { file in
            let path = file.path
            let slash = path.lastIndex(of: "/") ?? path.startIndex
            let answer = WorkLock(String(path[slash...].dropFirst()), in: String(path[..<slash])).take(within: 10)
            if case .busy = answer { throw FileTrouble.other("another program is using it") }
            try withExtendedLifetime(answer) { try body(file) }
        }
    }

    private func using<Value>(_ body: (SmallFile) throws -> Value) throws -> Value {
        let path = try place()
        do { return try body(SmallFile(path, limit: 1 << 18)) } catch let trouble as FileTrouble {
            throw Failure(
                .groupLoginNotKept, "The file of your logins at groups, \(path), cannot be used: \(trouble).",
                advice: "Correct that, or delete it and join again with a new code.", kind: .cannotCreate)
        }
    }
}
