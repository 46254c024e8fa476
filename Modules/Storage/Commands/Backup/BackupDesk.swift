import Files
import Kernel
import Storage
import Terminal

/// The commands that take everything along in one file, and bring it back: `backup` here, `restore` in `Restoring`.
struct BackupDesk: Sendable {
    /// The records as they lie: what is locked goes into a backup locked, and comes back so.
    let store: any Store
    let registry: Registry
    let place: StorePlace
    let time: TimeSource
    let beneath: RecordsBeneath?

    init(store: any Store, registry: Registry, place: StorePlace, time: TimeSource, beneath: RecordsBeneath? = nil) {
        (self.store, self.registry, self.place, self.time) = (beneath?.store ?? store, registry, place, time)
        self.beneath = beneath
    }

    struct Done: Sendable {
        let file: String
        let records: Int
        /// How many files there are, by folder.
        let files: [String: Int]
        let bytes: Int
        let missing: [String]
    }

    static let fields: [Field<Done>] = [
        Field("file", title: "File", "the backup") { .text($0.file) },
        Field("records", title: "Records", "how many records are in it") { .integer($0.records) },
        Field("files", title: "Files", "how many files of yours are in it, such as photos") {
            .integer($0.files.values.reduce(0, +))
        },
        Field("bytes", title: "Size", "bytes of these files") { .integer($0.bytes) },
        Field("missing", "what was missing when it was made, or is missing now, in sentences") {
            .list($0.missing.map { .text($0) })
        },
    ]

    var folders: [DataFolder] { registry.all(.dataFolders).filter(\.isTaken) }
    var spared: [String] { folders.filter { $0.care == .spared }.map(\.name) }

    // MARK: - backup

    var backup: Command {
        Command(
            "backup", "Write everything you have into one file",
            discussion: """
                The file is a tar archive, which `tar tf` lists: your records as text, \(held), and a list of checksums. Only you can read \
                it. `restore` brings it back, here or on another machine. It is not encrypted: keep it as safe as your data.\(secrets)
                """,
            examples: [
                .init("backup \(place.app).tar", "into a file", runs: false),
                .init("backup -", "to standard output, for another program or machine", runs: false),
            ],
            .argument("file", .outputFile, "the file to write, - for standard output"),
            .flag("replace", "replace the file if it exists"), returns: .one(Self.fields)
        ) { file, replace in
            try written(to: file, replacing: replace)
        }
    }

    /// A backup in a file, and what is done when it is written; the file itself when nothing is.
    func written(
        to file: OutputFile, replacing: Bool = false, then: (@Sendable () throws -> Output)? = nil
    ) throws -> Output {
        // A store that is not there yet is made, and its directory with it.
        let records = try store.engine.inspect().records
        let directory = place.directory
        let (parts, left) = try directory.map { try BackupWriter.parts(of: folders, in: $0) } ?? ([], [])
        return Output(
            // Standard output may be the terminal on which a bar would be drawn.
            continuation: .work(title: "Backing up", total: file.path == "-" ? 0 : records + parts.count) { advance in
                let output = try withoutActuallyEscaping(advance) { advance in
                    try write(parts, of: directory, to: file, replacing: replacing, leaving: left, advance)
                }
                return try then?() ?? output
            })
    }

    /// "your photos", "your media and packs".
    private var held: String {
        let words = folders.map(\.files)
        return words.isEmpty ? "a description of the backup" : "your \(words.joined(separator: ", your ")) as files"
    }

    /// " Not in it: your name in the community (identity). Whoever has that can act as you."
    private var secrets: String {
        let words = registry.all(.secretFiles).map(\.said)
        return words.isEmpty ? "" : " Not in it: \(words.joined(separator: ", ")). Whoever has that can act as you."
    }

    /// What lies here and stays out of every backup.
    private func heldBack() -> [String] {
        guard let directory = place.directory, let here = try? Folder.open(directory, [], making: false) else { return [] }
        return registry.all(.secretFiles).filter { here.facts(of: $0.name) != nil }.map(\.said)
    }

    private func write(
        _ parts: [[String]], of directory: String?, to file: OutputFile, replacing: Bool, leaving left: [String],
        _ advance: @escaping (Int) -> Void
    ) throws -> Output {
        let missing = try damages()
        let made = time.now()
        var (bytes, count, looks) = (0, 0, 0)
        do {
            try store.engine.readEverything(except: BackupDesk.passing) { all in
                // Twice: they are measured before they are written.
                func forEach(_ visit: @escaping (StoredRecord) throws -> Void) throws {
                    try all { record in
                        try visit(record)
                        looks += 1
                        advance(looks / 2)
                    }
                }
                let measure = try LogText.measure(forEach)
                count = measure.live
                try file.write(replacing: replacing) { write in
                    try withoutActuallyEscaping(write) { write in
                        var writer = BackupWriter(at: made, write)
                        let head = BackupHead(app: place.app, made: made, records: measure.live, missing: missing)
                        try writer.begin(head, measure, forEach)
                        for (number, part) in parts.enumerated() {
                            if let directory { try writer.add(part, of: directory) }
                            advance(looks / 2 + number + 1)
                        }
                        try writer.finish()
                        bytes = writer.bytes
                    }
                }
            }
        } catch let failure as Failure where failure.code == .fileExists {
            throw Failure(
                failure.code, failure.message, advice: "Choose another name, or add --replace to write over it.",
                kind: failure.kind)
        } catch let trouble as FileTrouble {
            throw Failure(.cannotBackUp, "A file could not be read: \(trouble).", advice: "No backup was written; try again.")
        }
        let done = Done(
            file: file.path, records: count, files: Dictionary(grouping: parts) { $0[0] }.mapValues(\.count), bytes: bytes,
            missing: missing)
        return said(
            file.path == "-" ? "Backed up \(contents(done))." : "Backed up \(contents(done)) to \(file.path).", done, left: left,
            secrets: heldBack())
    }

    /// What can be undone, and what is only about files.
    static let passing = UndoStep.passing.union([Aftermath.collection])

    func said(_ sentence: String, _ done: Done, left: [String] = [], secrets: [String] = []) -> Output {
        let missing = done.missing.isEmpty ? "" : " Missing: \(done.missing.joined(separator: " "))"
        let stays = left.isEmpty ? "" : " Left out, because only plain files can be kept: \(left.joined(separator: ", "))."
        let secret = secrets.isEmpty ? "" : " Left out, because it is secret: \(secrets.joined(separator: ", "))."
        var output = Output.changed(sentence + missing + stays + secret, done, Self.fields, next: [])
        // Standard output holds the backup.
        if done.file == "-" { output.content = .bytes([]) }
        return output
    }

    func contents(_ done: Done) -> String {
        let files = folders.compactMap { folder in done.files[folder.name].map { counted($0, folder.file, folder.files) } }
        let records = counted(done.records, "record")
        return files.isEmpty ? records : "\(listed([records] + files)), \(ByteSize(done.bytes)),"
    }

    /// What is damaged or missing, in sentences.
    func damages() throws -> [String] {
        try registry.all(.checkups).flatMap { try examined($0) }.filter { $0.severity == .damage }.map(\.message)
    }

    /// What cannot be looked into, because it is locked, is taken along as it lies.
    private func examined(_ checkup: Checkup) throws -> [StoreReport.Finding] {
        do { return try checkup.examine() } catch let failure as Failure where beneath?.passes(failure) == true { return [] }
    }
}

extension SecretFile {
    fileprivate var said: String { "\(what) (\(name))" }
}
