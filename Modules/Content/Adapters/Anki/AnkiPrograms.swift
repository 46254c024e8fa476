import Content
import Documents
import Files
import Kernel
import Programs

extension AnkiPackages {
    /// The maximum size in bytes of the database in a package.
    static let maximumBytes = 256 << 20

    /// Creates packages with the programs of this machine: `sqlite3`, and `zstd` for exports of
    /// newer Anki versions.
    ///
    /// - Parameters:
    ///   - now: the source of the note numbers in a new package.
    ///   - folder: the folder of a database during reading or creation, readable only by this user.
    package static func programs(
        _ programs: ProgramPath, now: @escaping @Sendable () -> Instant,
        folder: String = FileManager.default.temporaryDirectory.path
    ) -> AnkiPackages {
        AnkiPackages(
            read: { bytes in
                let sqlite = try programs.sqlite()
                let database = try AnkiPackages.database(in: bytes, programs)
                return try AnkiPackages.withTemporaryFolder(in: folder) { temporaryFolder in
                    try AnkiDatabase(sqlite, path: temporaryFolder.write(database, to: "collection.db")).deck()
                }
            },
            write: { deck in
                let sqlite = try programs.sqlite()
                return try AnkiPackages.withTemporaryFolder(in: folder) { temporaryFolder in
                    let collection = AnkiCollection(deck: deck, now: Int(now().milliseconds))
                    try AnkiDatabase.make(
                        collection.statements, with: sqlite, at: temporaryFolder.path(of: "collection.db"))
                    let database = try temporaryFolder.read("collection.db", limit: 2 * maximumBytes)
                    return ZipWriter.archive([("collection.anki2", database), ("media", Array("{}".utf8))])
                }
            })
    }

    /// Calls `body` with a private folder that is deleted afterward.
    ///
    /// - Throws: `packageNotMade` if the folder is unwritable.
    private static func withTemporaryFolder<Value>(in folder: String, _ body: (TemporaryFolder) throws -> Value) throws
        -> Value
    {
        do { return try body(TemporaryFolder(below: folder, prefix: "dojang-anki")) } catch let error as FileError {
            throw Failure(
                .packageNotMade, "No database can be kept in \(folder): \(error).", advice: "Set TMPDIR.",
                kind: .cannotCreate)
        }
    }

    /// Returns the database of a package in the newest format that the package contains.
    private static func database(in bytes: [UInt8], _ programs: ProgramPath) throws -> [UInt8] {
        do {
            let archive = try ZipArchive(bytes)
            if let compressed = try archive.contents(of: "collection.anki21b", limit: maximumBytes) {
                return try decompressed(compressed, programs)
            }
            for name in ["collection.anki21", "collection.anki2"] {
                if let database = try archive.contents(of: name, limit: maximumBytes) { return database }
            }
            throw Failure.notAnki("It has no collection in it.")
        } catch let fault as ZipArchive.ArchiveError {
            switch fault {
            case .broken: throw Failure.notAnki("It is not a ZIP archive, or is damaged.")
            case .unsafeName(let name): throw Failure.notAnki("It holds a file called “\(Folding.printable(name))”.")
            case .tooLarge: throw tooLarge
            case .unsupportedMethod: throw Failure.notAnki("It is encrypted or packed in an unknown way.")
            case .checksumMismatch: throw Failure.notAnki("It is damaged: a checksum is wrong.")
            }
        }
    }

    /// Returns the database that `zstd` decompresses.
    private static func decompressed(_ compressed: [UInt8], _ programs: ProgramPath) throws -> [UInt8] {
        let zstd = try programs.require("zstd", install: "apt-get install zstd")
        let result = try ProgramCall(
            zstd, ["-d", "-c", "-q", "--memory=512MB"], input: compressed, deadline: .seconds(60),
            outputLimit: maximumBytes
        ).run()
        if result.truncated { throw tooLarge }
        guard result.ending == .exited(0), !result.timedOut else {
            throw Failure.notAnki("Its collection cannot be unpacked.")
        }
        return result.output
    }

    private static var tooLarge: Failure {
        Failure(
            .packageTooLarge, "The collection in this package is larger than 256 MB.",
            advice: "Export a smaller deck from Anki.", kind: .badData)
    }
}

extension ProgramPath {
    fileprivate func sqlite() throws -> String { try require("sqlite3", install: "apt-get install sqlite3") }
}
