import Kernel

/// Who holds a lock, as it says itself: a line of its own in the `lock` file, behind the place of the witness.
///
/// In a store that many share nobody says so: who does what there is nobody's business.
struct LockHolder: Equatable {
    let process: Int
    let machine: String
    let command: String

    /// Where the line stands.
    static let offset = LengthWitness.greatestLength
    /// So long it always is, so that a shorter one leaves nothing of a longer one.
    private static let length = 256

    init(process: Int, machine: String, command: String) {
        (self.process, self.machine, self.command) = (process, machine, String(command.prefix(64)))
    }

    /// The holder that a file names; nil when it names none.
    init?(in file: DiskFile) {
        guard let bytes = try? file.read(LockHolder.length, at: LockHolder.offset), let newline = bytes.firstIndex(of: 10) else {
            return nil
        }
        let read = bytes.withUnsafeBytes { bytes -> LockHolder? in
            guard let body = LoggedLine.body(of: UnsafeRawBufferPointer(rebasing: bytes[..<newline])),
                case var scanner = body.json,
                scanner.take("{\"machine\":"), let machine = scanner.string(), scanner.take(",\"command\":"),
                let command = scanner.string(), scanner.take("}")
            else { return nil }
            return LockHolder(process: body.sequence, machine: machine, command: command)
        }
        guard let read else { return nil }
        self = read
    }

    /// The line, and blanks behind it.
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

    /// Whether there can be such a process: it is on another machine, or runs here.
    func mayBeThere(seenFrom here: String) -> Bool {
        machine != here || kill(pid_t(truncatingIfNeeded: process), 0) == 0 || errno == EPERM
    }

    /// For a person.
    func inWords(seenFrom here: String) -> String {
        // Only what can be shown on a line: whoever may write the file may write anything.
        let command = String(
            command.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 && !(128..<160).contains($0.value) })
        return machine == here ? "process \(process) (\(command))" : "process \(process) on another machine (\(command))"
    }
}
