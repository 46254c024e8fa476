/// The system's information about `fcntl` locks on byte ranges of files.
///
/// It is read from the system's list. A process that opened a file to query it would lose its own
/// locks when closing it.
package struct LockTable {
    /// A process that holds a lock.
    package struct Holder: Equatable {
        package let process: Int32
        /// The name of the process: ASCII letters, digits, dashes and underscores, or empty text.
        package let name: String
    }

    /// The content of `/proc/locks`.
    private let text: String

    package init(_ text: String) { self.text = text }

    /// Returns a process other than this one that holds an exclusive lock on one of these bytes, or
    /// nil if there is none or the system does not report it.
    package static func writer(of places: [(path: String, byte: Int)]) -> Holder? {
        #if canImport(Darwin)
            return nil
        #else
            guard let text = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return nil }
            let bytes = places.compactMap { path, byte in
                var status = stat()
                return stat(path, &status) == 0 ? (inode: UInt64(status.st_ino), byte: byte) : nil
            }
            return LockTable(text).writer(of: bytes, otherThan: getpid()).map { process in
                let name = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? ""
                return Holder(
                    process: process,
                    name: name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
            }
        #endif
    }

    /// Returns the process whose write lock covers one of these bytes.
    package func writer(of bytes: [(inode: UInt64, byte: Int)], otherThan ownProcess: Int32) -> Int32? {
        for line in text.split(separator: "\n") {
            // Number, kind, strength, WRITE or READ, process, device:inode, first byte, last byte
            // or EOF.
            let words = line.split(separator: " ")
            guard words.count >= 8, words[3] == "WRITE", let process = Int32(words[4]), process > 0,
                process != ownProcess,
                let inode = words[5].split(separator: ":").last.flatMap({ UInt64($0) }), let first = Int(words[6])
            else { continue }
            let last = max(first, Int(words[7]) ?? .max)
            if bytes.contains(where: { $0.inode == inode && (first...last).contains($0.byte) }) { return process }
        }
        return nil
    }
}
