import Content
import Documents
import Files
import Kernel
import Programs

extension AnkiPackages {
    /// The most bytes that the database in a package may have.
    static let mostBytes = 256 << 20

    /// Packages by the programs of this machine: sqlite3, and zstd for what newer versions of Anki export.
    ///
    /// - Parameters:
    ///   - now: numbers the notes of a package that is made.
    ///   - folder: where a database lies while it is read or made, readable by nobody else.
    public static func programs(
        _ programs: Programs, now: @escaping @Sendable () -> Instant,
        folder: String = FileManager.default.temporaryDirectory.path
    ) -> AnkiPackages {
        AnkiPackages(
            read: { bytes in
                let sqlite = try programs.sqlite()
                let database = try AnkiPackages.database(in: bytes, programs)
                return try AnkiPackages.working(below: folder) { work in
                    try AnkiDatabase(sqlite, path: work.write(database, to: "collection.db")).deck()
                }
            },
            write: { deck in
                let sqlite = try programs.sqlite()
                return try AnkiPackages.working(below: folder) { work in
                    let collection = AnkiCollection(deck: deck, now: Int(now().milliseconds))
                    try AnkiDatabase.make(collection.statements, with: sqlite, at: work.path(of: "collection.db"))
                    let database = try work.read("collection.db", limit: 2 * mostBytes)
                    return ZipMaking.archive([("collection.anki2", database), ("media", Array("{}".utf8))])
                }
            })
    }

    private static func working<Value>(below folder: String, _ body: (TemporaryFolder) throws -> Value) throws -> Value {
        do { return try body(TemporaryFolder(below: folder, prefix: "dojang-anki")) } catch let trouble as FileTrouble {
            throw Failure(
                .packageNotMade, "No database can be kept in \(folder): \(trouble).", advice: "Set TMPDIR.", kind: .cannotCreate)
        }
    }

    /// The database of a package, of the newest form in it.
    private static func database(in bytes: [UInt8], _ programs: Programs) throws -> [UInt8] {
        do {
            let archive = try ZipArchive(bytes)
            if let packed = try archive.contents(of: "collection.anki21b", limit: mostBytes) {
                return try unpacked(packed, programs)
            }
            for name in ["collection.anki21", "collection.anki2"] {
                if let database = try archive.contents(of: name, limit: mostBytes) { return database }
            }
            throw Failure.notAnki("It has no collection in it.")
        } catch let fault as ZipArchive.Fault {
            switch fault {
            case .broken: throw Failure.notAnki("It is not a ZIP archive, or is damaged.")
            case .name(let name): throw Failure.notAnki("It holds a file called “\(Folding.shown(name))”.")
            case .tooLarge: throw tooLarge
            case .method: throw Failure.notAnki("It is encrypted or packed in an unknown way.")
            case .checksum: throw Failure.notAnki("It is damaged: a checksum is wrong.")
            }
        }
    }

    private static func unpacked(_ packed: [UInt8], _ programs: Programs) throws -> [UInt8] {
        let zstd = try programs.require("zstd", install: "apt-get install zstd")
        let result = try ProgramCall(
            zstd, ["-d", "-c", "-q", "--memory=512MB"], input: packed, deadline: .seconds(60), outputLimit: mostBytes
        ).run()
        if result.truncated { throw tooLarge }
        guard result.ending == .exited(0), !result.timedOut else { throw Failure.notAnki("Its collection cannot be unpacked.") }
        return result.output
    }

    private static var tooLarge: Failure {
        Failure(
            .packageTooLarge, "The collection in this package is larger than 256 MB.",
            advice: "Export a smaller deck from Anki.", kind: .badData)
    }
}

extension Programs {
    fileprivate func sqlite() throws -> String { try require("sqlite3", install: "apt-get install sqlite3") }
}
