import Club
import Kernel
import Synchronization

/// Packs in memory. A pack has an ID line, a name line, and one line for each word.
final class InMemoryPacks: Sendable {
    private let files = Mutex<[String: [UInt8]]>([:])

    var names: [String] { files.withLock { $0.keys.sorted() } }

    var port: PackStorage {
        PackStorage(
            read: { bytes in
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
                guard lines.count > 1 else { throw Failure(.init("notAPack"), "That is no pack.", kind: .badData) }
                return PackReport(
                    id: lines[0], name: lines[1], about: "", contents: lines.dropFirst(2).map { "1 word (\($0))" })
            }, files: { [self] in files.withLock { $0 } },
            put: { [self] name, bytes in files.withLock { $0[name] = bytes } },
            remove: { [self] name in files.withLock { $0[name] = nil } })
    }
}
