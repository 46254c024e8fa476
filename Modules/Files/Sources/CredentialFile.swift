import Kernel

/// A person's own secret file with typed contents, such as the logins of a device.
///
/// It has mode 0600 and is written as a whole. It refuses a link, another user's file, a file that
/// others may read and a file with other contents.
package struct CredentialFile<Contents: Sendable>: Sendable {
    /// The form of the contents in the file.
    package struct Format: Sendable {
        let decode: @Sendable ([UInt8]) throws -> Contents
        let encode: @Sendable (Contents) throws -> [UInt8]
    }

    /// Returns a value that excludes other processes while it exists, for the file at a path.
    package typealias Lock = @Sendable (_ path: String) throws -> (any Sendable)?

    private let path: @Sendable () throws -> String
    private let limit: Int
    private let format: Format
    private let lock: Lock
    private let failure: @Sendable (_ path: String, _ reason: any Error) -> Failure

    /// Creates the file, which may be missing.
    ///
    /// - Parameters:
    ///   - path: the absolute path, evaluated at each use.
    ///   - limit: the maximum size in bytes.
    ///   - failure: describes a file that cannot be used.
    package init(
        at path: @escaping @Sendable () throws -> String, limit: Int, _ format: Format,
        lock: @escaping Lock = { _ in nil },
        failure: @escaping @Sendable (_ path: String, _ reason: any Error) -> Failure
    ) {
        self.path = path
        self.limit = limit
        self.format = format
        self.lock = lock
        self.failure = failure
    }

    /// Returns the contents, or nil if there is no file.
    package func read() throws -> Contents? { try withFile { try contents(of: $0) } }

    /// Writes the contents and replaces earlier ones.
    package func write(_ contents: Contents) throws { try withFile { try $0.replace(format.encode(contents)) } }

    /// Changes the contents, which are nil if there is no file, while it holds the lock.
    package func change(_ body: (Contents?) throws -> Contents) throws {
        try withFile { file in
            try withExtendedLifetime(lock(file.path)) { try file.replace(format.encode(body(contents(of: file)))) }
        }
    }

    /// Removes the file, if it exists.
    package func remove() throws { try withFile { try $0.remove() } }

    private func contents(of file: SmallFile) throws -> Contents? {
        try file.read(isSecret: true).map { try format.decode($0) }
    }

    private func withFile<Value>(_ body: (SmallFile) throws -> Value) throws -> Value {
        let path = try path()
        do { return try body(SmallFile(path, limit: limit)) } catch { throw failure(path, error) }
    }
}

extension CredentialFile.Format where Contents == [String] {
    /// Lines of text.
    package static var lines: Self {
        Self(
            decode: { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) },
            encode: { Array($0.map { $0 + "\n" }.joined().utf8) })
    }
}

extension CredentialFile.Format where Contents: Codable {
    /// Returns the format of a JSON object whose member `kind` names its contents.
    package static func json(kind: String) -> Self {
        Self(
            decode: { bytes in
                let decoder = JSONDecoder()
                let data = Data(bytes)
                guard let label = try? decoder.decode(Kind.self, from: data), label.kind == kind,
                    let contents = try? decoder.decode(Contents.self, from: data)
                else { throw FileError.other("it holds something else") }
                return contents
            },
            encode: { contents in
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return try Array(encoder.encode(Labeled(kind: Kind(kind: kind), contents: contents)))
            })
    }
}

/// The member that says which credentials a file contains.
private struct Kind: Codable {
    let kind: String
}

/// Contents with the member `kind` next to their own members.
private struct Labeled<Contents: Encodable>: Encodable {
    let kind: Kind
    let contents: Contents

    func encode(to encoder: any Encoder) throws {
        try kind.encode(to: encoder)
        try contents.encode(to: encoder)
    }
}
