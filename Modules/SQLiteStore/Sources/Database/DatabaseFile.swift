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
        let machine = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
        return "\(CRC32C.text(of: Data(machine.utf8))) \(status.st_ino)"
    }

    private var kind: mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether it lies on another machine or behind a program, where processes share no memory: SQLite's journal WAL needs that.
    var isRemote: Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        #if canImport(Darwin)
            var status = statfs()
            return statfs(folder.isEmpty ? "/" : folder, &status) == 0 && status.f_flags & UInt32(MNT_LOCAL) == 0
        #else
            var status = stat()
            guard stat(folder.isEmpty ? "/" : folder, &status) == 0,
                let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
            else { return false }
            return MountTable(mounts).isRemote(UInt64(status.st_dev))
        #endif
    }

    /// Who holds it for writing: `focusflow (4711)`; nil where the system does not say.
    ///
    /// Asked of the system's list of locks: whoever opened the file to ask would lose their own locks when closing it.
    var holder: String? {
        guard let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else {
            return nil
        }
        // Byte 120 of the shared memory is SQLite's lock for writing, and a byte behind the first gibibyte where there is none.
        let places = [(path + "-shm", 120), (path, 0x4000_0001)].compactMap { name, byte in
            var status = stat()
            return stat(name, &status) == 0 ? (inode: "\(status.st_ino)", byte: byte) : nil
        }
        for line in locks.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 8, words[3] == "WRITE", let process = Int(words[4]), process > 0,
                process != Int(getpid()),
                let first = Int(words[6]), let inode = words[5].split(separator: ":").last
            else { continue }
            let last = Int(words[7]) ?? .max
            guard
                places.contains(where: { $0.inode == inode && (first...max(first, last)).contains($0.byte) }
                )
            else { continue }
            let name = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? ""
            let plain = name.filter {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
            }
            return plain.isEmpty ? "process \(process)" : "\(plain) (process \(process))"
        }
        return nil
    }
}
