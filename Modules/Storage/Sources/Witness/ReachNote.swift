import Kernel

/// A small file outside a store's directory that says how far the store has got: what a directory that was brought back from an old backup
/// cannot know, nor one in whose place another branch of its history was put. A help and no promise: it is not synced, and without it nothing
/// is lost but that knowledge.
///
/// It is known by the store's name and the path of its directory, so that a copy elsewhere has a note of its own.
struct ReachNote {
    private let folder: String
    private let name: String
    private let system: any FileSystem

    init(in folder: String, store: String, of directory: StoreDirectory) {
        (self.folder, system) = (folder, directory.system)
        name = "\(store)-\(CRC32C.text(of: Data(directory.path.utf8)))"
    }

    /// What was noted; nil when there is nothing that can be read.
    func read() -> LengthWitness? {
        guard let place = try? StoreDirectory(path: folder, access: .owner, system: system, mayMake: false),
            let bytes = try? place.open(name, flags: O_RDONLY)?.read(LengthWitness.greatestLength, at: 0)
        else { return nil }
        return LengthWitness(bytes) ?? ReachNote.former(bytes)
    }

    /// Notes more than was noted before, or the same of a later generation; what cannot be written is left.
    func write(_ witness: LengthWitness) {
        if let noted = read(), (noted.sequence, noted.generation) >= (witness.sequence, witness.generation) { return }
        let place = try? StoreDirectory(path: folder, access: .owner, system: system)
        try? place?.open(name, flags: O_RDWR | O_CREAT)?.write(witness.line, at: 0)
    }

    /// A note of before the last line was noted: a number and a time, of no generation.
    private static func former(_ bytes: [UInt8]) -> LengthWitness? {
        guard let newline = bytes.firstIndex(of: 10) else { return nil }
        return bytes.withUnsafeBytes { bytes in
            guard let body = LoggedLine.body(of: UnsafeRawBufferPointer(rebasing: bytes[..<newline])),
                case var scanner = body.json,
                scanner.take("{\"latest\":"), let text = scanner.string(), scanner.take("}"), let latest = HybridTime(text)
            else { return nil }
            var witness = LengthWitness(generation: 0, sequence: body.sequence, size: 0)
            witness.latest = latest
            return witness
        }
    }
}
