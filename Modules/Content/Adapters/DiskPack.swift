import Content
import Kernel

/// A user's pack on disk: a folder with `pack.json`, or one file that holds everything.
package enum DiskPack {
    /// Returns the source at a path of the file system.
    ///
    /// - Throws: `.missingInput` if the path does not exist, `.badData` if it is neither a folder
    ///   nor an ordinary file.
    package static func source(at path: String) throws -> PackSource {
        guard !path.utf8.contains(0), let root = resolved(path) else {
            throw PackSource.missing(path, in: "The file system")
        }
        switch kind(of: root) {
        case S_IFDIR: return folder(root, name: path)
        case S_IFREG: return file(root, name: path)
        default: throw notOrdinary(path)
        }
    }

    /// Returns the source of a folder, which follows no link out of it.
    private static func folder(_ root: String, name: String) -> PackSource {
        PackSource(name: name) { path in
            try PackSource.checkPath(path)
            guard let target = resolved("\(root)/\(path)") else { throw PackSource.missing(path, in: name) }
            guard target.hasPrefix(root == "/" ? "/" : root + "/") else {
                throw Failure(
                    .pathLeavesPack, "\(Folding.printable(path)) is a link to something outside the pack.",
                    advice: "Put a copy of the file into the pack.", kind: .badData)
            }
            return try OrdinaryFile.bytes(target, shown: path, in: name)
        }
    }

    /// A single file is available under its own name only.
    private static func file(_ path: String, name: String) -> PackSource {
        let fileName = path.split(separator: "/").last.map(String.init) ?? path
        return PackSource(name: name, manifest: fileName) { requestedPath in
            guard requestedPath == fileName else {
                try PackSource.checkPath(requestedPath)
                throw PackSource.missing(requestedPath, in: name)
            }
            return try OrdinaryFile.bytes(path, shown: fileName, in: name)
        }
    }

    /// Returns the absolute path without symbolic links, or nil if the file is missing.
    private static func resolved(_ path: String) -> String? {
        guard let realPath = realpath(path, nil) else { return nil }
        defer { free(realPath) }
        return String(cString: realPath)
    }

    /// Returns the file type of a path, such as `S_IFDIR`.
    private static func kind(of path: String) -> mode_t {
        var status = stat()
        _ = stat(path, &status)
        return status.st_mode & S_IFMT
    }

    /// Returns the failure for a path of something other than an ordinary file.
    static func notOrdinary(_ path: String) -> Failure {
        Failure(
            .notAnOrdinaryFile, "\(Folding.printable(path)) is not an ordinary file.",
            advice: "Give a pack's folder or its JSON file.", kind: .badData)
    }
}

/// Reads an ordinary file without blocking, and refuses a pipe or a device before reading a byte.
enum OrdinaryFile {
    /// Returns the bytes of a file.
    ///
    /// - Parameter shown: the path in failures.
    /// - Throws: `missingPackFile`, `unreadableFile`, `notAnOrdinaryFile`, `fileTooLarge`.
    static func bytes(_ path: String, shown: String, in pack: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw PackSource.missing(shown, in: pack) }
            throw Failure(
                .unreadableFile, "\(Folding.printable(shown)) cannot be read: \(String(cString: strerror(errno))).",
                advice: "Check its permissions.", kind: .missingInput)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DiskPack.notOrdinary(shown)
        }
        try PackSource.checkSize(Int(status.st_size), shown)
        return try contents(descriptor, expected: Int(status.st_size), shown: shown)
    }

    /// Reads to the end of the file, up to the limit even if the file grows meanwhile.
    private static func contents(_ descriptor: Int32, expected: Int, shown: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expected + 1)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure(
                    .unreadableFile, "\(Folding.printable(shown)) cannot be read completely.",
                    advice: "Check the disk.",
                    kind: .missingInput)
            }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            try PackSource.checkSize(bytes.count, shown)
        }
    }
}
