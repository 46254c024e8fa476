import Files
import Kernel
import Programs
import Sync
import Synchronization

/// A seal by the program `age`, 1.0 or later.
///
/// The key and the plain data go only through pipes. Encrypted data to be opened is briefly stored
/// in a private folder.
package final class AgeSeal: Seal {
    private let key: AccountKey
    private let form: SealedForm
    private let programs: ProgramPath
    private let folder: String
    private let recipient = Mutex<String?>(nil)

    private static let prefix = "age"
    fileprivate static let install = "apt-get install age"
    private static let ageHeader = Array("age-encryption.org/v1\n".utf8)
    /// More than an encrypted snapshot has, in bytes.
    private static let maximumSize = 128 << 20

    /// Creates a seal with an account's key.
    ///
    /// - Parameter folder: The absolute path of a temporary folder for encrypted bytes. It is
    ///   created with private access and removed.
    package init(_ key: AccountKey, of programs: ProgramPath, workingIn folder: String) {
        self.key = key
        self.programs = programs
        self.folder = folder
        form = SealedForm(key)
    }

    /// Checks that encryption works on this machine.
    ///
    /// - Throws: `missingProgram` with installation advice, `syncSealUnable`.
    package func checkEncryptionWorks() throws {
        let sample: [UInt8] = [1, 2, 3]
        guard try open(seal(sample)) == sample else { throw AgeSeal.unable("") }
    }

    package func seal(_ bytes: [UInt8]) throws -> [UInt8] {
        guard bytes.count < AgeSeal.maximumSize else { throw AgeSeal.unable("This is too long.") }
        let paddedBytes = form.paddedContent(bytes)
        let result = try run(
            ["--encrypt", "--recipient", try loadPublicKey()], input: paddedBytes, limit: paddedBytes.count * 2 + 4_096)
        guard result.ending == .exited(0) else { throw AgeSeal.unable(result) }
        // Another program on PATH may be called `age`. So its output must look encrypted before it
        // leaves the device.
        guard result.output.starts(with: AgeSeal.ageHeader), result.output.count > paddedBytes.count,
            !result.output.prefix(4_096).contains(paddedBytes.prefix(16))
        else { throw AgeSeal.unable("What it gives is not sealed.") }
        return form.labeled(result.output)
    }

    package func open(_ bytes: [UInt8]) throws -> [UInt8] {
        let encryptedBytes = try form.encryptedBytes(in: bytes)
        guard encryptedBytes.starts(with: AgeSeal.ageHeader), encryptedBytes.count <= AgeSeal.maximumSize * 2 else {
            throw AgeSeal.damaged
        }
        let result = try withWorkFolder { workFolder in
            let file = try workFolder.write(encryptedBytes, to: "sealed")
            return try run(
                ["--decrypt", "--identity", "-", "--", file], input: secret, limit: encryptedBytes.count + 4_096)
        }
        // `age` exits with 1 for any input that it cannot open. Another account's key was already
        // reported above.
        if result.ending == .exited(1) { throw AgeSeal.damaged }
        guard result.ending == .exited(0) else { throw AgeSeal.unable(result) }
        return try form.content(of: result.output)
    }

    // MARK: - Steps

    private var secret: [UInt8] { Array("\(key.secret)\n".utf8) }

    /// Returns the public half of the key, which can only encrypt.
    ///
    /// The process list shows it. Data that a stranger encrypts with it lacks the proof of the key.
    private func loadPublicKey() throws -> String {
        if let knownRecipient = recipient.withLock({ $0 }) { return knownRecipient }
        let program = try programs.require("age-keygen", install: AgeSeal.install)
        let result = try ProgramCall(
            program, ["-y"], input: secret, deadline: .seconds(20), outputLimit: 4_096, environment: [:]
        ).run()
        let publicKey = result.text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        guard result.ending == .exited(0), publicKey.hasPrefix("age1"),
            publicKey.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { throw AgeSeal.unable(result) }
        recipient.withLock { $0 = publicKey }
        return publicKey
    }

    private func run(_ arguments: [String], input: [UInt8], limit: Int) throws -> ProgramResult {
        let program = try programs.require("age", install: AgeSeal.install)
        let result = try ProgramCall(
            program, arguments, input: input, deadline: .seconds(120), outputLimit: limit, environment: [:]
        ).run()
        guard !result.timedOut, !result.truncated else { throw AgeSeal.unable(result) }
        return result
    }

    private func withWorkFolder<Value>(_ body: (TemporaryFolder) throws -> Value) throws -> Value {
        do {
            TemporaryFolder.sweep(below: folder, prefix: AgeSeal.prefix)
            return try body(TemporaryFolder(below: folder, prefix: AgeSeal.prefix))
        } catch let trouble as FileError {
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
        let printableLine = (lines.first ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }
            .prefix(200)
        return unable(printableLine.isEmpty ? "" : "It says: \(String(String.UnicodeScalarView(printableLine)))")
    }

    private static func unable(_ programMessage: String) -> Failure {
        Failure(
            .syncSealUnable,
            ["The program “age” could not do its work.", programMessage].filter { !$0.isEmpty }.joined(separator: " "),
            advice: "Nothing has left this device. It must be age 1.0 or later: \(install)", kind: .missingProgram)
    }
}

extension KeyMaker {
    /// Creates keys with the program `age-keygen`, which uses the machine's random source. Keys go
    /// through a pipe.
    package static func age(of programs: ProgramPath) -> KeyMaker {
        KeyMaker {
            let program = try programs.require("age-keygen", install: AgeSeal.install)
            let result = try ProgramCall(program, [], deadline: .seconds(20), outputLimit: 4_096, environment: [:])
                .run()
            let line = result.text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("AGE-SECRET-KEY-1") }
            guard result.ending == .exited(0), let line else { throw AgeSeal.unable(result) }
            return try AccountKey(parsing: String(line))
        }
    }
}
