import Files
import Kernel
import Programs
import Sync
import Vault

/// Wraps keys with the program `openssl`, 1.1.1 or later: PKCS #8 with AES-256 and a key derived by
/// scrypt from the passphrase, with 16 MiB and eight rounds for every guess.
///
/// Secrets go through pipes. They appear in no process list, environment or file. Temporary files
/// hold wrapped data only.
package struct OpenSSLWrap: KeyWrap {
    private let programs: ProgramPath
    private let folder: String

    private static let prefix = "wrap"
    /// The prefix of the 32 bytes of an X25519 key in PKCS #8 (RFC 8410).
    private static let keyPrefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x6E, 0x04, 0x22, 0x04, 0x20,
    ]
    /// The memory limit of `openssl` for scrypt is 32 MiB, so more rounds add cost.
    private static let scrypt = ["-scrypt", "-scrypt_N", "16384", "-scrypt_r", "8", "-scrypt_p", "8"]

    /// Creates a wrap by the machine's program.
    ///
    /// - Parameter folder: The absolute folder for temporary wrapped keys. It is created with
    ///   private access and removed afterwards.
    package init(of programs: ProgramPath, workingIn folder: String) {
        self.programs = programs
        self.folder = folder
    }

    package func make(wrappedBy passphrase: String) throws -> (key: AccountKey, wrapped: String) {
        let temporary = try makeTemporaryKey()
        let wrapped = try change(temporary.text, from: temporary.passphrase, to: passphrase)
        return (try open(wrapped, with: passphrase), wrapped)
    }

    package func open(_ wrapped: String, with passphrase: String) throws -> AccountKey {
        let result = try withTemporaryFile(on: wrapped) { file in
            try run(["pkcs8", "-in", file, "-passin", "stdin", "-outform", "DER"], saying: [passphrase])
        }
        if case .exited(let status) = result.ending, status != 0 {
            // The exit status is the same for every failure. The wrap is intact here, and a program
            // that can create one can open it.
            guard try canWrap() else { throw OpenSSLWrap.unable }
            throw Failure.wrongPassphrase
        }
        // A wrong passphrase may by chance end without an error. The output is no key in that case.
        guard result.ending == .exited(0) else { throw OpenSSLWrap.unable }
        guard result.output.count == 48, result.output.starts(with: OpenSSLWrap.keyPrefix),
            let key = AccountKey(bytes: Array(result.output.dropFirst(16)))
        else { throw Failure.wrongPassphrase }
        return key
    }

    package func change(_ wrapped: String, from old: String, to new: String) throws -> String {
        let result = try rewrap(wrapped, from: old, to: new)
        if case .exited(let status) = result.ending, status != 0 {
            // Opening the wrap tells which passphrase is wrong.
            _ = try open(wrapped, with: old)
            throw OpenSSLWrap.unable
        }
        guard result.ending == .exited(0), WrappedText.isWhole(result.text) else { throw OpenSSLWrap.unable }
        return result.text
    }

    // MARK: - Steps

    /// Creates a key with a random passphrase that is forgotten at once, with little stretching.
    private func makeTemporaryKey() throws -> (text: String, passphrase: String) {
        let passphrase = (0..<32).map { _ in String(UInt8.random(in: 16...255), radix: 16) }.joined()
        let temporary = try run(
            ["genpkey", "-algorithm", "X25519", "-aes-256-cbc", "-pass", "stdin"], saying: [passphrase])
        guard temporary.ending == .exited(0), WrappedText.isWhole(temporary.text) else { throw OpenSSLWrap.unable }
        return (temporary.text, passphrase)
    }

    private func rewrap(_ wrapped: String, from old: String, to new: String) throws -> ProgramResult {
        try withTemporaryFile(on: wrapped) { file in
            try run(
                ["pkcs8", "-topk8", "-in", file, "-passin", "stdin", "-passout", "stdin"] + OpenSSLWrap.scrypt,
                saying: [old, new])
        }
    }

    /// Returns whether the program has the required features. A program of that name may be older,
    /// or a different one.
    private func canWrap() throws -> Bool {
        let temporary = try makeTemporaryKey()
        return try rewrap(temporary.text, from: temporary.passphrase, to: temporary.passphrase).ending == .exited(0)
    }

    private func run(_ arguments: [String], saying lines: [String]) throws -> ProgramResult {
        let program = try programs.require("openssl", install: "apt-get install openssl")
        let input = Array(lines.map { $0 + "\n" }.joined().utf8)
        let result = try ProgramCall(
            program, arguments, input: input, deadline: .seconds(60), outputLimit: 16_384, environment: [:]
        ).run()
        guard !result.timedOut, !result.truncated else { throw OpenSSLWrap.unable }
        return result
    }

    private func withTemporaryFile<Value>(on wrapped: String, _ body: (_ file: String) throws -> Value) throws -> Value
    {
        guard WrappedText.isWhole(wrapped) else {
            throw Failure(
                .vaultDamaged, "What holds the key is damaged.",
                advice: "A backup may have it whole: `restore` brings it back.", kind: .badData)
        }
        do {
            TemporaryFolder.sweep(below: folder, prefix: OpenSSLWrap.prefix)
            let workFolder = try TemporaryFolder(below: folder, prefix: OpenSSLWrap.prefix)
            return try body(workFolder.write(Array(wrapped.utf8), to: "wrapped.pem"))
        } catch let trouble as FileError {
            throw Failure(
                .vaultNotKept, "\(folder) cannot be used to work in: \(trouble).",
                advice: "Make room there. Nothing was changed.", kind: .cannotCreate)
        }
    }

    private static let unable = Failure(
        .vaultUnable, "The program “openssl” could not do its work.",
        advice: "Nothing was changed. It must be OpenSSL 1.1.1 or later, with scrypt: apt-get install openssl",
        kind: .missingProgram)
}
