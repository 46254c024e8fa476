import Files
import Kernel
import Programs
import Sync
import Synchronization

/// A seal by the program `age`, 1.0 or later. The key goes through a pipe and lies nowhere; neither does what is sealed, before it is closed. What is to be
/// opened lies in a folder of our own for as long as that takes: closed, as it came.
public final class AgeSeal: Seal {
    private let key: AccountKey
    private let form: SealedForm
    private let programs: Programs
    private let folder: String
    private let recipient = Mutex<String?>(nil)

    private static let prefix = "age"
    fileprivate static let install = "apt-get install age"
    private static let head = Array("age-encryption.org/v1\n".utf8)
    /// More than a snapshot has, sealed.
    private static let mostBytes = 128 << 20

    /// A seal with an account's key.
    ///
    /// - Parameter folder: where sealed bytes may lie for a moment: absolute. It is made, for nobody else to read, and goes again.
    public init(_ key: AccountKey, of programs: Programs, workingIn folder: String) {
        (self.key, self.programs, self.folder) = (key, programs, folder)
        form = SealedForm(key)
    }

    /// Whether it can work at all.
    ///
    /// - Throws: `missingProgram`, and how to get it; `syncSealUnable`.
    public func check() throws {
        let proof: [UInt8] = [1, 2, 3]
        guard try open(seal(proof)) == proof else { throw AgeSeal.unable("") }
    }

    public func seal(_ bytes: [UInt8]) throws -> [UInt8] {
        guard bytes.count < AgeSeal.mostBytes else { throw AgeSeal.unable("This is too long.") }
        let filled = form.filled(bytes)
        let result = try run(["--encrypt", "--recipient", try ourRecipient()], input: filled, limit: filled.count * 2 + 4_096)
        guard result.ending == .exited(0) else { throw AgeSeal.unable(result) }
        // Whatever else is called `age` on PATH: nothing leaves that is not closed.
        guard result.output.starts(with: AgeSeal.head), result.output.count > filled.count,
            !result.output.prefix(4_096).contains(filled.prefix(16))
        else { throw AgeSeal.unable("What it gives is not sealed.") }
        return form.labelled(result.output)
    }

    public func open(_ bytes: [UInt8]) throws -> [UInt8] {
        let closed = try form.closed(in: bytes)
        guard closed.starts(with: AgeSeal.head), closed.count <= AgeSeal.mostBytes * 2 else { throw AgeSeal.damaged }
        let result = try working { work in
            let file = try work.write(closed, to: "sealed")
            return try run(["--decrypt", "--identity", "-", "--", file], input: secret, limit: closed.count + 4_096)
        }
        // It ends with 1 for what it cannot open, whatever the reason; that it is not this key's was told before.
        if result.ending == .exited(1) { throw AgeSeal.damaged }
        guard result.ending == .exited(0) else { throw AgeSeal.unable(result) }
        return try form.content(of: result.output)
    }

    // MARK: - Steps

    private var secret: [UInt8] { Array("\(key.secret)\n".utf8) }

    /// The half of the key that closes. Who sees it in the list of processes can open nothing with it, and what he closes lacks the proof.
    private func ourRecipient() throws -> String {
        if let known = recipient.withLock({ $0 }) { return known }
        let program = try programs.require("age-keygen", install: AgeSeal.install)
        let result = try ProgramCall(
            program, ["-y"], input: secret, deadline: .seconds(20), outputLimit: 4_096, environment: [:]
        ).run()
        let said = result.text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        guard result.ending == .exited(0), said.hasPrefix("age1"), said.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { throw AgeSeal.unable(result) }
        recipient.withLock { $0 = said }
        return said
    }

    private func run(_ arguments: [String], input: [UInt8], limit: Int) throws -> ProgramResult {
        let program = try programs.require("age", install: AgeSeal.install)
        let result = try ProgramCall(
            program, arguments, input: input, deadline: .seconds(120), outputLimit: limit, environment: [:]
        ).run()
        guard !result.timedOut, !result.truncated else { throw AgeSeal.unable(result) }
        return result
    }

    private func working<Value>(_ body: (TemporaryFolder) throws -> Value) throws -> Value {
        do {
            TemporaryFolder.sweep(below: folder, prefix: AgeSeal.prefix)
            return try body(TemporaryFolder(below: folder, prefix: AgeSeal.prefix))
        } catch let trouble as FileTrouble {
            throw Failure(
                .syncSealUnable, "\(folder) cannot be used to open what is sealed: \(trouble).",
                advice: "Make room, or give a folder that you may write to with --data DIR.", kind: .cannotCreate)
        }
    }

    private static var damaged: Failure {
        Failure(
            .syncUnreadable, "Something that another device has left cannot be opened: it is damaged.",
            advice: "Nothing of it was taken in. If it stays so, look at that device.", kind: .badData)
    }

    fileprivate static func unable(_ result: ProgramResult) -> Failure {
        let lines = String(decoding: result.errors.prefix(2_000), as: UTF8.self).split(whereSeparator: \.isNewline)
        let clean = (lines.first ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(200)
        return unable(clean.isEmpty ? "" : "It says: \(String(String.UnicodeScalarView(clean)))")
    }

    private static func unable(_ words: String) -> Failure {
        Failure(
            .syncSealUnable, ["The program “age” could not do its work.", words].filter { !$0.isEmpty }.joined(separator: " "),
            advice: "Nothing has left this device. It must be age 1.0 or later: \(install)", kind: .missingProgram)
    }
}

extension KeyMaker {
    /// Keys by the program `age-keygen`, from the machine's own chance. They go through a pipe.
    public static func age(of programs: Programs) -> KeyMaker {
        KeyMaker {
            let program = try programs.require("age-keygen", install: AgeSeal.install)
            let result = try ProgramCall(program, [], deadline: .seconds(20), outputLimit: 4_096, environment: [:]).run()
            let line = result.text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("AGE-SECRET-KEY-1") }
            guard result.ending == .exited(0), let line else { throw AgeSeal.unable(result) }
            return try AccountKey(parsing: String(line))
        }
    }
}
