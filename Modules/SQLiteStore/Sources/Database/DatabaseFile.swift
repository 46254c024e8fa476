import EngineKit
import Kernel

/// The file of a database as the system sees it.
struct DatabaseFile: Sendable {
    let path: String

    /// Checks the file, or creates an empty one that only its owner can read.
    ///
    /// - Throws: `noDatabase` for a file that cannot be a database, `diskTrouble`.
    func prepare() throws {
        if let kind = kind {
            guard kind == S_IFREG else {
                throw Failure(
                    .noDatabase, kind == S_IFDIR ? "\(path) is a folder." : "\(path) is not a regular file.",
                    advice:
                        "Name a file: `--store sqlite:\(path)\(kind == S_IFDIR ? "/records.db" : ".db")`.",
                    kind: .cannotCreate)
            }
            return
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 || errno == EEXIST else {
            let isFolderMissing = errno == ENOENT
            throw Failure(
                .diskTrouble, "\(path) cannot be made: \(String(cString: strerror(errno))).",
                advice: isFolderMissing ? "Make its folder first." : "Choose another place.", kind: .cannotCreate)
        }
        if descriptor >= 0 { close(descriptor) }
    }

    var exists: Bool { kind != nil }

    /// Whether the journal of the file is absent or empty.
    var hasNoJournal: Bool {
        var status = stat()
        return stat(path + "-wal", &status) != 0 || status.st_size == 0
    }

    /// The size of the file and of its journal, in bytes.
    var bytes: Int {
        ["", "-wal", "-journal"].reduce(0) { total, ending in
            var status = stat()
            return total + (stat(path + ending, &status) == 0 ? Int(status.st_size) : 0)
        }
    }

    /// An identity of the file on this machine, different for a copy. A copy must not use the
    /// device name of its original.
    var identity: String {
        var status = stat()
        _ = stat(path, &status)
        return "\(CRC32C.text(of: Data((Machine.identifier ?? "").utf8))) \(status.st_ino)"
    }

    private var kind: mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether the file is on another machine or on a file system of a program. Processes share no
    /// memory there, but SQLite's WAL needs it.
    var isRemote: Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return RemoteFolder.isRemote(folder.isEmpty ? "/" : folder)
    }

    /// The process that holds the file for writing, such as `focusflow (process 4711)`, or nil if
    /// the system does not say.
    var holder: String? {
        // SQLite's lock for writing is byte 120 of the shared memory. Without shared memory it is a
        // byte after the first gibibyte of the file.
        LockTable.writer(of: [(path + "-shm", 120), (path, 0x4000_0001)]).map {
            $0.name.isEmpty ? "process \($0.process)" : "\($0.name) (process \($0.process))"
        }
    }
}
