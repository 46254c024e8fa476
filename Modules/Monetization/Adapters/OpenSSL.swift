import Files
import Kernel
import Monetization
import Programs

/// Ed25519 by the program `openssl`, 3.0 or later. What it reads lies in a folder of our own for as long as it runs; a private key never does:
/// it goes through a pipe.
struct OpenSSL: Sendable {
    let programs: Programs
    /// Where its input may lie for a moment; absolute.
    let folder: String

    static let prefix = "openssl"
    private static let install = "apt-get install openssl"
    /// What stands before the 32 bytes of a public key in its DER form (RFC 8410).
    private static let head: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    /// Whether it says that the signature fits. One that says yes to a signature which cannot fit is not believed at all.
    func verifies(_ message: [UInt8], _ signature: [UInt8], _ key: LicenceKey) throws -> Bool {
        guard try says(yesTo: signature, of: message, key) else { return false }
        var wrong = signature
        wrong[0] ^= 1
        guard try !says(yesTo: wrong, of: message, key) else {
            throw Failure(
                .verifierUnsound, "The program “openssl” on PATH accepts any signature, so its answers are not used.",
                advice: "Put the real one first on PATH: \(OpenSSL.install)", kind: .missingProgram)
        }
        return true
    }

    private func says(yesTo signature: [UInt8], of message: [UInt8], _ key: LicenceKey) throws -> Bool {
        let result = try working { work in
            let (said, sealed) = (try work.write(message, to: "message"), try work.write(signature, to: "signature"))
            let known = try work.write(OpenSSL.head + key.bytes, to: "key")
            return try run([
                "pkeyutl", "-verify", "-pubin", "-inkey", known, "-keyform", "DER", "-rawin", "-in", said, "-sigfile", sealed,
            ])
        }
        if result.ending == .exited(0) { return true }
        let words = String(decoding: result.output + result.errors, as: UTF8.self)
        // It ends alike for a signature that does not fit and for what it does not know how to do.
        guard words.contains("Verification Failure") || words.contains("invalid signature") else { throw unable(result) }
        return false
    }

    /// A new private key, as PEM.
    func makeKey() throws -> [UInt8] {
        let result = try run(["genpkey", "-algorithm", "ed25519"])
        guard result.ending == .exited(0), !result.output.isEmpty else { throw unable(result) }
        return result.output
    }

    /// The public half of a private key.
    func publicHalf(of key: [UInt8]) throws -> LicenceKey {
        let result = try run(["pkey", "-pubout", "-outform", "DER"], input: key)
        guard result.ending == .exited(0), result.output.starts(with: OpenSSL.head),
            let half = LicenceKey(Array(result.output.dropFirst(OpenSSL.head.count)))
        else { throw unable(result) }
        return half
    }

    func signature(of message: [UInt8], by key: [UInt8]) throws -> [UInt8] {
        let result = try working { work in
            let said = try work.write(message, to: "message")
            return try run(["pkeyutl", "-sign", "-inkey", "/dev/stdin", "-rawin", "-in", said], input: key)
        }
        guard result.ending == .exited(0), result.output.count == 64 else { throw unable(result) }
        return result.output
    }

    // MARK: - Steps

    private func working<Value>(_ body: (TemporaryFolder) throws -> Value) throws -> Value {
        do {
            TemporaryFolder.sweep(below: folder, prefix: OpenSSL.prefix)
            return try body(TemporaryFolder(below: folder, prefix: OpenSSL.prefix))
        } catch let trouble as FileTrouble {
            throw Failure(
                .licenceNotKept, "\(folder) cannot be used to check a signature: \(trouble).",
                advice: "Make room, or give a folder that you may write to with --data DIR.", kind: .cannotCreate)
        }
    }

    private func run(_ arguments: [String], input: [UInt8] = []) throws -> ProgramResult {
        let program = try programs.require("openssl", install: OpenSSL.install)
        return try ProgramCall(program, arguments, input: input, deadline: .seconds(20), outputLimit: 1 << 16).run()
    }

    private func unable(_ result: ProgramResult) -> Failure {
        let lines = String(decoding: result.errors.prefix(2000), as: UTF8.self).split(whereSeparator: \.isNewline)
        let clean = (lines.last ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(200)
        let words = clean.isEmpty ? "" : " It says: \(String(String.UnicodeScalarView(clean)))"
        return Failure(
            .verifierUnable, "The program “openssl” could not do its work.\(words)",
            advice: "It must be OpenSSL 3.0 or later: \(OpenSSL.install)", kind: .missingProgram)
    }
}

extension SignatureVerifier {
    /// Through `openssl` on PATH.
    ///
    /// - Parameter folder: where its input may lie for a moment: absolute. It is made, for nobody else to read, and goes again.
    public static func openssl(of programs: Programs, workingIn folder: String) -> SignatureVerifier {
        let tool = OpenSSL(programs: programs, folder: OpenSSL.place(folder))
        return SignatureVerifier { try tool.verifies($0, $1, $2) }
    }
}

extension OpenSSL {
    /// The folder, or the machine's own for what is passing where nothing says where data belongs.
    static func place(_ folder: String) -> String {
        folder.isEmpty ? FileManager.default.temporaryDirectory.path : folder
    }
}
