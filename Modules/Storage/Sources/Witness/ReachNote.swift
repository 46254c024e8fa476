import Kernel

/// A small file outside a store's directory that says how far the store has got: what a directory that was brought back from an old backup
/// cannot know. A help and no promise: it is not synced, and without it nothing is lost but that knowledge.
///
/// It is known by the store's name and the path of its directory, so that a copy elsewhere has a note of its own.
struct ReachNote {
    private static let greatestLength = 256

    private let folder: String
    private let name: String
    private let system: any FileSystem

    init(in folder: String, store: String, of directory: StoreDirectory) {
        (self.folder, system) = (folder, directory.system)
        name = "\(store)-\(CRC32C.text(of: Data(directory.path.utf8)))"
    }

    /// The greatest number that was noted, and the greatest time; nil when there is none that can be read.
    func read() -> (sequence: Int, latest: HybridTime)? {
        guard let place = try? StoreDirectory(path: folder, access: .owner, system: system, mayMake: false),
            let bytes = try? place.open(name, flags: O_RDONLY)?.read(ReachNote.greatestLength, at: 0),
            let newline = bytes.firstIndex(of: 10)
        else { return nil }
        return bytes.withUnsafeBytes { bytes in
            guard let body = LoggedLine.body(of: UnsafeRawBufferPointer(rebasing: bytes[..<newline])),
                case var scanner = body.json,
                scanner.take("{\"latest\":"), let text = scanner.string(), scanner.take("}"), let latest = HybridTime(text)
            else { return nil }
            return (body.sequence, latest)
        }
    }

    /// Notes more than was noted before; what cannot be written is left.
    func write(sequence: Int, latest: HybridTime) {
        if let noted = read(), noted.sequence >= sequence { return }
        let line = LineWriter.line(sequence: sequence, json: Array("{\"latest\":\"\(latest)\"}".utf8))
        let place = try? StoreDirectory(path: folder, access: .owner, system: system)
        try? place?.open(name, flags: O_RDWR | O_CREAT)?.write(line, at: 0)
    }
}
