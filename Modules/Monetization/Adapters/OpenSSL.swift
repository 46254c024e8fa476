import Files
import Kernel
import Monetization
import Programs

/// Ed25519 signatures by the program `openssl`, 3.0 or later. Its input files exist in our own
/// folder while it runs. A private key goes through a pipe and is never written there.
struct OpenSSL: Sendable {
    let programs: ProgramPath
    /// The absolute folder for temporary input.
    let folder: String

    static let prefix = "openssl"
    private static let install = "apt-get install openssl"
    /// The prefix of the 32 bytes of a public key in DER form (RFC 8410).
    private static let derPrefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    /// Reports whether `openssl` accepts the signature. A program that also accepts an impossible
    /// signature is not trusted.
    func verifies(_ message: [UInt8], _ signature: [UInt8], _ key: LicenseKey) throws -> Bool {
        guard try accepts(signature, of: message, key) else { return false }
        var wrongSignature = signature
        wrongSignature[0] ^= 1
        guard try !accepts(wrongSignature, of: message, key) else {
            throw Failure(
                .verifierUnsound, "The program “openssl” on PATH accepts any signature, so its answers are not used.",
                advice: "Put the real one first on PATH: \(OpenSSL.install)", kind: .missingProgram)
        }
        return true
    }

    /// Returns whether `openssl` accepts the signature, and throws if it could not check it.
    private func accepts(_ signature: [UInt8], of message: [UInt8], _ key: LicenseKey) throws -> Bool {
        let result = try withTemporaryFolder { work in
            let messagePath = try work.write(message, to: "message")
            let signaturePath = try work.write(signature, to: "signature")
            let keyPath = try work.write(OpenSSL.derPrefix + key.bytes, to: "key")
            return try run([
                "pkeyutl", "-verify", "-pubin", "-inkey", keyPath, "-keyform", "DER", "-rawin", "-in", messagePath,
                "-sigfile",
                signaturePath,
            ])
        }
        if result.ending == .exited(0) { return true }
        let words = String(decoding: result.output + result.errors, as: UTF8.self)
        // The exit status is the same for a wrong signature and for an unsupported operation.
        guard words.contains("Verification Failure") || words.contains("invalid signature") else {
            throw failure(result)
        }
        return false
    }

    /// Creates a private key as PEM.
    func makeKey() throws -> [UInt8] {
        let result = try run(["genpkey", "-algorithm", "ed25519"])
        guard result.ending == .exited(0), !result.output.isEmpty else { throw failure(result) }
        return result.output
    }

    /// Returns the public half of a private key.
    func publicHalf(of key: [UInt8]) throws -> LicenseKey {
        let result = try run(["pkey", "-pubout", "-outform", "DER"], input: key)
        guard result.ending == .exited(0), result.output.starts(with: OpenSSL.derPrefix),
            let half = LicenseKey(Array(result.output.dropFirst(OpenSSL.derPrefix.count)))
        else { throw failure(result) }
        return half
    }

    func signature(of message: [UInt8], by key: [UInt8]) throws -> [UInt8] {
        let result = try withTemporaryFolder { work in
            let messagePath = try work.write(message, to: "message")
            return try run(["pkeyutl", "-sign", "-inkey", "/dev/stdin", "-rawin", "-in", messagePath], input: key)
        }
        guard result.ending == .exited(0), result.output.count == 64 else { throw failure(result) }
        return result.output
    }

    // MARK: - Steps

    private func withTemporaryFolder<Value>(_ body: (TemporaryFolder) throws -> Value) throws -> Value {
        do {
            TemporaryFolder.sweep(below: folder, prefix: OpenSSL.prefix)
            return try body(TemporaryFolder(below: folder, prefix: OpenSSL.prefix))
        } catch let fileError as FileError {
            throw Failure(
                .licenceNotKept, "\(folder) cannot be used to check a signature: \(fileError).",
                advice: "Make room, or give a folder that you may write to with --data DIR.", kind: .cannotCreate)
        }
    }

    private func run(_ arguments: [String], input: [UInt8] = []) throws -> ProgramResult {
        let program = try programs.require("openssl", install: OpenSSL.install)
        return try ProgramCall(program, arguments, input: input, deadline: .seconds(20), outputLimit: 1 << 16).run()
    }

    /// Returns the failure `verifierUnable` with the last error line of the program.
    private func failure(_ result: ProgramResult) -> Failure {
        let lines = String(decoding: result.errors.prefix(2000), as: UTF8.self).split(whereSeparator: \.isNewline)
        let cleanScalars = (lines.last ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }
            .prefix(200)
        let words = cleanScalars.isEmpty ? "" : " It says: \(String(String.UnicodeScalarView(cleanScalars)))"
        return Failure(
            .verifierUnable, "The program “openssl” could not do its work.\(words)",
            advice: "It must be OpenSSL 3.0 or later: \(OpenSSL.install)", kind: .missingProgram)
    }
}

extension SignatureVerifier {
    /// Returns a verifier that uses `openssl` on PATH.
    ///
    /// - Parameter folder: The absolute folder for temporary input. It is created with private
    ///   access and removed afterwards.
    package static func openssl(of programs: ProgramPath, workingIn folder: String) -> SignatureVerifier {
        let tool = OpenSSL(programs: programs, folder: OpenSSL.place(folder))
        return SignatureVerifier { try tool.verifies($0, $1, $2) }
    }
}

extension OpenSSL {
    /// Returns the folder, or the machine's temporary folder if no data directory is known.
    static func place(_ folder: String) -> String {
        folder.isEmpty ? FileManager.default.temporaryDirectory.path : folder
    }
}
