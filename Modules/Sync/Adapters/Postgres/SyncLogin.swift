import Files
import Kernel
import Sync

/// The login of this device at an account in a database: a small file of its own, 0600. Where a database gives no logins there is none.
public struct SyncLogin: Sendable {
    /// What stands in it.
    struct Entry: Codable, Hashable {
        var kind = "commonplace-sync-login"
        let account: String
        let name: String
        let password: String
        /// The pass of a new account, until the server has it; and with it the whole login, which is made with the same words again then.
        var pass: String?
        var isPending = false
    }

    private let place: @Sendable () throws -> String

    /// A login in a file, which need not be there yet.
    ///
    /// - Parameter path: where, absolute; asked when it is needed first.
    public init(at path: @escaping @autoclosure @Sendable () throws -> String) { place = path }

    func read() throws -> Entry? {
        try using { file in
            guard let bytes = try file.read(isSecret: true) else { return nil }
            guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)), entry.kind == "commonplace-sync-login"
            else {
                throw FileTrouble.other("it holds something else")
            }
            return entry
        }
    }

    func keep(_ entry: Entry) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let text = try encoder.encode(entry)
        try using { try $0.replace(Array(text)) }
    }

    func remove() throws { try using { try $0.remove() } }

    private func using<Value>(_ body: (SmallFile) throws -> Value) throws -> Value {
        let path = try place()
        do { return try body(SmallFile(path, limit: 1 << 14)) } catch let trouble as FileTrouble {
            throw Failure(
                .syncLoginNotKept, "The file of this device's login, \(path), cannot be used: \(trouble).",
                advice: "Correct that, or delete it and join the account again.", kind: .cannotCreate)
        }
    }
}
