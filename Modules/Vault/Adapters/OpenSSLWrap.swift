import Files
import Kernel
import Programs
import Sync
import Vault

/// Closes keys with the program `openssl`, 1.1.1 or later: PKCS #8 with AES-256 and a key that scrypt makes of the passphrase, 16 MiB and eight rounds for every guess.
///
/// Secrets go through pipes: no list of processes, no environment and no file has one. What lies in a folder of ours for a moment is closed, as it came.
public struct OpenSSLWrap: KeyWrap {
    private let programs: Programs
    private let folder: String

    private static let prefix = "wrap"
    /// What stands before the 32 bytes of an X25519 key in PKCS #8 (RFC 8410).
    private static let start: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x6E, 0x04, 0x22, 0x04, 0x20,
    ]
    /// The most that `openssl` lets scrypt have is 32 MiB; so it works longer instead.
    private static let scrypt = ["-scrypt", "-scrypt_N", "16384", "-scrypt_r", "8", "-scrypt_p", "8"]

    /// A wrap by the machine's program.
    ///
    /// - Parameter folder: where wrapped keys may lie for a moment: absolute. It is made, for nobody else to read, and goes again.
    public init(of programs: Programs, workingIn folder: String) { (self.programs, self.folder) = (programs, folder) }

    public func make(behind passphrase: String) throws -> (key: AccountKey, wrapped: String) {
        let made = try fresh()
        let wrapped = try change(made.text, from: made.passing, to: passphrase)
        return (try open(wrapped, with: passphrase), wrapped)
    }

    public func open(_ wrapped: String, with passphrase: String) throws -> AccountKey {
        let result = try working(on: wrapped) { file in
            try run(["pkcs8", "-in", file, "-passin", "stdin", "-outform", "DER"], saying: [passphrase])
        }
        if case .exited(let status) = result.ending, status != 0 {
            // It ends alike for whatever it cannot open; a wrap is whole here, and a program that makes such a one opens it.
            guard try canWrap() else { throw OpenSSLWrap.unable }
            throw Failure.wrongPassphrase
        }
        // A wrong passphrase may by chance end without an error: then what comes is no key.
        guard result.ending == .exited(0) else { throw OpenSSLWrap.unable }
        guard result.output.count == 48, result.output.starts(with: OpenSSLWrap.start),
            let key = AccountKey(bytes: Array(result.output.dropFirst(16)))
        else { throw Failure.wrongPassphrase }
        return key
    }

    public func change(_ wrapped: String, from old: String, to new: String) throws -> String {
        let result = try changing(wrapped, from: old, to: new)
        if case .exited(let status) = result.ending, status != 0 {
            // Which of both it is, says an opening.
            _ = try open(wrapped, with: old)
            throw OpenSSLWrap.unable
        }
        guard result.ending == .exited(0), WrappedText.isWhole(result.text) else { throw OpenSSLWrap.unable }
        return result.text
    }

    // MARK: - Steps

    /// A new key behind a passphrase that nobody could guess, and that is forgotten at once: the program stretches it little.
    private func fresh() throws -> (text: String, passing: String) {
        let passing = (0..<32).map { _ in String(UInt8.random(in: 16...255), radix: 16) }.joined()
        let made = try run(["genpkey", "-algorithm", "X25519", "-aes-256-cbc", "-pass", "stdin"], saying: [passing])
        guard made.ending == .exited(0), WrappedText.isWhole(made.text) else { throw OpenSSLWrap.unable }
        return (made.text, passing)
    }

    private func changing(_ wrapped: String, from old: String, to new: String) throws -> ProgramResult {
        try working(on: wrapped) { file in
            try run(
                ["pkcs8", "-topk8", "-in", file, "-passin", "stdin", "-passout", "stdin"] + OpenSSLWrap.scrypt,
                saying: [old, new])
        }
    }

    /// Whether the program knows what it needs; what bears its name may be older, or another one.
    private func canWrap() throws -> Bool {
        let made = try fresh()
        return try changing(made.text, from: made.passing, to: made.passing).ending == .exited(0)
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

    private func working<Value>(on wrapped: String, _ body: (_ file: String) throws -> Value) throws -> Value {
        guard WrappedText.isWhole(wrapped) else {
            throw Failure(
                .vaultDamaged, "What holds the key is damaged.", advice: "A backup may have it whole: `restore` brings it back.",
                kind: .badData)
        }
        do {
            TemporaryFolder.sweep(below: folder, prefix: OpenSSLWrap.prefix)
            let work = try TemporaryFolder(below: folder, prefix: OpenSSLWrap.prefix)
            return try body(work.write(Array(wrapped.utf8), to: "wrapped.pem"))
        } catch let trouble as FileTrouble {
            throw Failure(
                .vaultNotKept, "\(folder) cannot be used to work in: \(trouble).",
                advice: "Make room there. Nothing was changed.",
                kind: .cannotCreate)
        }
    }

    private static let unable = Failure(
        .vaultUnable, "The program “openssl” could not do its work.",
        advice: "Nothing was changed. It must be OpenSSL 1.1.1 or later, with scrypt: apt-get install openssl",
        kind: .missingProgram)
}
