import Kernel

/// The programs that can be found by name: what PATH says, read once.
public struct Programs: Sendable {
    /// The folders that are searched, in order.
    public let folders: [String]

    /// Programs in the folders of a PATH. Empty and relative entries are left out: they would find whatever lies in the current folder.
    public init(path: String) {
        folders = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") && !$0.utf8.contains(0) }
    }

    /// The absolute path of a program, or nil when no folder has an executable file of this name. A name with a slash is never found.
    public func find(_ name: String) -> String? {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else { return nil }
        return folders.lazy.map { "\($0)/\(name)" }.first(where: isExecutableFile)
    }

    /// The absolute path of a program that there is no going on without.
    ///
    /// - Parameter install: the command that installs it, for the person to copy.
    /// - Throws: `Failure` `missingProgram`.
    public func require(_ name: String, install: String) throws -> String {
        guard let path = find(name) else {
            throw Failure(
                .missingProgram, "The program “\(name)” is not installed.", advice: "Install it: \(install)",
                kind: .missingProgram)
        }
        return path
    }

    /// The names of all programs that begin with a text, sorted, each once.
    public func names(beginningWith prefix: String) -> [String] {
        let names = folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                .filter { $0.hasPrefix(prefix) && isExecutableFile("\(folder)/\($0)") }
        }
        return Set(names).sorted()
    }
}

private func isExecutableFile(_ path: String) -> Bool { fileKind(path) == S_IFREG && access(path, X_OK) == 0 }

/// The kind of file at a path, symbolic links followed, or nil when there is none.
func fileKind(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
}
