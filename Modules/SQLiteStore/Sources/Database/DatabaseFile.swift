import EngineKit
import Kernel

/// The file of a database, as the system sees it.
struct DatabaseFile: Sendable {
    let path: String

    /// Looks what is there, and makes an empty file that nobody else can read where nothing is.
    ///
    /// - Throws: `noDatabase` for what can be no database, `diskTrouble`.
    func prepare() throws {
        if let kind = kind {
            guard kind == S_IFREG else {
                throw Failure(
                    .noDatabase, kind == S_IFDIR ? "\(path) is a folder." : "\(path) is no ordinary file.",
                    advice:
                        "Name a file: `--store sqlite:\(path)\(kind == S_IFDIR ? "/records.db" : ".db")`.",
                    kind: .cannotCreate)
            }
            return
        }
        let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard made >= 0 || errno == EEXIST else {
            let isFolderMissing = errno == ENOENT
            throw Failure(
                .diskTrouble, "\(path) cannot be made: \(String(cString: strerror(errno))).",
                advice: isFolderMissing ? "Make its folder first." : "Choose another place.",
                kind: .cannotCreate)
        }
        if made >= 0 { close(made) }
    }

    /// Whether there is something.
    var isThere: Bool { kind != nil }

    /// Whether nobody has written into the journal beside the file.
    var hasNoJournal: Bool {
        var status = stat()
        return stat(path + "-wal", &status) != 0 || status.st_size == 0
    }

    /// The bytes of the file and of its journal.
    var bytes: Int {
        ["", "-wal", "-journal"].reduce(0) { sum, ending in
            var status = stat()
            return sum + (stat(path + ending, &status) == 0 ? Int(status.st_size) : 0)
        }
    }

    /// What tells this file on this machine from a copy of it: a copy must not go on under the name that its original still uses.
    var place: String {
        var status = stat()
        _ = stat(path, &status)
        return "\(CRC32C.text(of: Data((Machine.identifier ?? "").utf8))) \(status.st_ino)"
    }

    private var kind: mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether it lies on another machine or behind a program, where processes share no memory: SQLite's journal WAL needs that.
    var isRemote: Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return RemoteFolder.holds(folder.isEmpty ? "/" : folder)
    }

    /// Who holds it for writing: `focusflow (process 4711)`; nil where the system does not say.
    var holder: String? {
        // Byte 120 of the shared memory is SQLite's lock for writing, and a byte behind the first gibibyte where there is none.
        LockTable.writer(of: [(path + "-shm", 120), (path, 0x4000_0001)]).map {
            $0.name.isEmpty ? "process \($0.process)" : "\($0.name) (process \($0.process))"
        }
    }
}
