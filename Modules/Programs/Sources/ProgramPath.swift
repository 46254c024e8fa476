import Kernel

/// The programs that can be found by name in the folders of PATH, read once.
package struct ProgramPath: Sendable {
    /// The searched folders, in order.
    package let folders: [String]

    /// Creates a path from a PATH variable. Empty and relative entries are left out, because they
    /// would find files in the current folder.
    package init(path: String) {
        folders = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") && !$0.utf8.contains(0) }
    }

    /// Returns the absolute path of a program, or nil if no folder has an executable file of this
    /// name. A name with a slash is never found.
    package func find(_ name: String) -> String? {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else { return nil }
        return folders.lazy.map { "\($0)/\(name)" }.first(where: isExecutableFile)
    }

    /// Returns the absolute path of a required program.
    ///
    /// - Parameter install: The command that installs it, for the user to copy.
    /// - Throws: `Failure` `missingProgram`.
    package func require(_ name: String, install: String) throws -> String {
        guard let path = find(name) else {
            throw Failure(
                .missingProgram, "The program “\(name)” is not installed.", advice: "Install it: \(install)",
                kind: .missingProgram)
        }
        return path
    }

    /// Returns the names of all programs that begin with a text, sorted, each once.
    package func names(beginningWith prefix: String) -> [String] {
        let names = folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                .filter { $0.hasPrefix(prefix) && isExecutableFile("\(folder)/\($0)") }
        }
        return Set(names).sorted()
    }
}

private func isExecutableFile(_ path: String) -> Bool { fileKind(path) == S_IFREG && access(path, X_OK) == 0 }

/// Returns the kind of the file at a path after following symbolic links, or nil if there is none.
func fileKind(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
}
