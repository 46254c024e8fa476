import DiskKit
import Kernel

/// The holder of a lock, as it describes itself in a line of the `lock` file after the durability
/// mark.
///
/// In a shared store, holders write no line, for the privacy of the users.
struct LockHolder: Equatable {
    let process: Int
    let machine: String
    let command: String

    static let offset = DurabilityMark.maxLength
    /// The fixed length of the line, so that a shorter one overwrites a longer one completely.
    private static let length = 256

    init(process: Int, machine: String, command: String) {
        self.process = process
        self.machine = machine
        self.command = String(command.prefix(64))
    }

    /// Reads the holder from a file, and returns nil if there is none.
    init?(in file: DiskFile) {
        guard let bytes = try? file.read(LockHolder.length, at: LockHolder.offset),
            let newline = bytes.firstIndex(of: 10)
        else { return nil }
        let holder = bytes.withUnsafeBytes { bytes -> LockHolder? in
            guard let body = LoggedLine.body(of: UnsafeRawBufferPointer(rebasing: bytes[..<newline])),
                case var scanner = body.json,
                scanner.consume("{\"machine\":"), let machine = scanner.string(), scanner.consume(",\"command\":"),
                let command = scanner.string(), scanner.consume("}")
            else { return nil }
            return LockHolder(process: body.sequence, machine: machine, command: command)
        }
        guard let holder else { return nil }
        self = holder
    }

    var line: [UInt8] {
        var writer = LineWriter()
        writer.text("{\"machine\":")
        writer.string(machine)
        writer.text(",\"command\":")
        writer.string(command)
        writer.text("}")
        let line = LineWriter.line(sequence: process, json: writer.bytes)
        return line + [UInt8](repeating: UInt8(ascii: " "), count: max(0, LockHolder.length - line.count))
    }

    /// Whether the process may exist: it is on another machine or runs here.
    func mayExist(seenFrom here: String) -> Bool {
        machine != here || kill(pid_t(truncatingIfNeeded: process), 0) == 0 || errno == EPERM
    }

    /// Returns a description for a person.
    func summary(seenFrom here: String) -> String {
        // Only printable characters, because every user who may write the file controls its
        // contents.
        let command = String(
            command.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 && !(128..<160).contains($0.value) })
        return machine == here
            ? "process \(process) (\(command))" : "process \(process) on another machine (\(command))"
    }
}
