import Files
import Kernel
import Monetization
import Programs
import Synchronization

extension SigningKey {
    /// Returns a key made by `openssl` and stored in a file with mode 0600. A file that others can
    /// read is refused.
    ///
    /// - Parameters:
    ///   - path: The absolute path, or empty if no data directory is known.
    ///   - isDryRun: Whether a new key ends with the process.
    package static func file(
        _ path: String, isDryRun: Bool = false, of programs: ProgramPath, workingIn folder: String
    ) -> SigningKey {
        let dryRunKey = Mutex<[UInt8]?>(nil)
        return SigningKey(
            programs, folder, load: { try dryRunKey.withLock { $0 } ?? KeyFile(path: path).load() },
            keep: { key in if isDryRun { dryRunKey.withLock { $0 = key } } else { try KeyFile(path: path).keep(key) } })
    }

    /// Returns a key that ends with the process.
    package static func memory(of programs: ProgramPath, workingIn folder: String) -> SigningKey {
        let storedKey = Mutex<[UInt8]?>(nil)
        return SigningKey(
            programs, folder, load: { storedKey.withLock { $0 } }, keep: { key in storedKey.withLock { $0 = key } })
    }

    private init(
        _ programs: ProgramPath, _ folder: String, load: @escaping @Sendable () throws -> [UInt8]?,
        keep: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        let tool = OpenSSL(programs: programs, folder: OpenSSL.place(folder))
        self.init(
            publicHalf: { try load().map(tool.publicHalf) },
            make: {
                if let key = try load() { return try tool.publicHalf(of: key) }
                try keep(try tool.makeKey())
                guard let key = try load() else { throw Failure.noSigningKey }
                return try tool.publicHalf(of: key)
            },
            sign: { message in
                guard let key = try load() else { throw Failure.noSigningKey }
                return try tool.signature(of: message, by: key)
            })
    }
}

/// A private key in a file.
private struct KeyFile {
    let path: String

    private var file: SmallFile { SmallFile(path, limit: 1 << 14) }

    func load() throws -> [UInt8]? { do { return try file.read(isSecret: true) } catch { throw unsafe("\(error)") } }

    /// Stores a key without replacing another one. Of two keys made at the same time, the first
    /// remains.
    func keep(_ key: [UInt8]) throws {
        do {
            try file.createIfMissing(key)
        } catch FileError.exists {
            return
        } catch {
            throw Failure(
                .licenceNotKept, "\(path) cannot be written: \(error).",
                advice: "Give a folder that you may write to with --data DIR.", kind: .cannotCreate)
        }
    }

    private func unsafe(_ why: String) -> Failure {
        Failure(
            .keyUnsafe, "The key \(path) cannot be used: \(why).",
            advice: "Correct that, or restore it from your backup.", kind: .cannotCreate)
    }
}
