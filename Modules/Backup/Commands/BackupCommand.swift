import DiskKit
import FileStore
import Files
import Interface
import Kernel

/// The `backup` command and, in `RestoreCommand.swift`, the `restore` command.
struct BackupCommand: Sendable {
    /// The store to back up. If records are encrypted, it contains their encrypted form.
    let store: any Store
    let registry: Registry
    let place: StorePlace
    let time: TimeSource
    /// The stored form of the records, if the store shows another one.
    let rawRecords: RawRecords?

    init(store: any Store, registry: Registry, place: StorePlace, time: TimeSource, rawRecords: RawRecords? = nil) {
        self.store = rawRecords?.store ?? store
        self.registry = registry
        self.place = place
        self.time = time
        self.rawRecords = rawRecords
    }

    /// The result of a backup or a restore.
    struct Done: Sendable {
        let file: String
        let records: Int
        /// The number of files by folder.
        let files: [String: Int]
        let bytes: Int
        /// A sentence for each thing that was missing.
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

    var folders: [DataFolder] { registry.all(.dataFolders).filter(\.isBackedUp) }
    var deviceLocalFolders: [String] { folders.filter { $0.handling == .deviceLocal }.map(\.name) }

    // MARK: - backup

    var backup: Command {
        Command(
            "backup", "Write everything you have into one file",
            discussion: """
                The file is a tar archive, which `tar tf` lists: your records as text, \(contentsPhrase), and a list of checksums. Only you can read \
                it. `restore` brings it back, here or on another machine. It is not encrypted: keep it as safe as your data.\(secretsSentence)
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

    /// Returns the output that writes a backup to a file.
    ///
    /// - Parameter then: supplies the output after the backup. Without it the output is the file.
    func written(
        to file: OutputFile, replacing: Bool = false, then: (@Sendable () throws -> Output)? = nil
    ) throws -> Output {
        let records = try store.engine.inspect().records
        let directory = place.directory
        let (parts, leftOutItems) = try directory.map { try BackupWriter.parts(of: folders, in: $0) } ?? ([], [])
        return Output(
            // Standard output may be the terminal that would draw the bar.
            continuation: .work(title: "Backing up", total: file.path == "-" ? 0 : records + parts.count) { advance in
                let output = try withoutActuallyEscaping(advance) { advance in
                    try write(parts, of: directory, to: file, replacing: replacing, leaving: leftOutItems, advance)
                }
                return try then?() ?? output
            })
    }

    /// The phrase for the contents, such as "your photos, your media as files".
    private var contentsPhrase: String {
        let descriptions = folders.map(\.files)
        return descriptions.isEmpty
            ? "a description of the backup" : "your \(descriptions.joined(separator: ", your ")) as files"
    }

    /// The sentence about excluded files: " Not in it: your name in the community (identity)."
    private var secretsSentence: String {
        let descriptions = registry.all(.secretFiles).map(\.description)
        return descriptions.isEmpty
            ? "" : " Not in it: \(descriptions.joined(separator: ", ")). Whoever has that can act as you."
    }

    /// Returns the local items that every backup omits.
    private func excludedSecrets() -> [String] {
        guard let directory = place.directory, let folder = try? Folder.open(directory, [], making: false) else {
            return []
        }
        return registry.all(.secretFiles).filter { folder.metadata(of: $0.name) != nil }.map(\.description)
    }

    private func write(
        _ parts: [[String]], of directory: String?, to file: OutputFile, replacing: Bool,
        leaving leftOutItems: [String],
        _ advance: @escaping (Int) -> Void
    ) throws -> Output {
        let damageSentences = try damages()
        let creationTime = time.now()
        var bytes = 0
        var count = 0
        var visitCount = 0
        do {
            try store.engine.readEverything(except: BackupCommand.excludedCollections) { forEachRecord in
                // The records are visited twice: to measure and to write.
                func forEach(_ visit: @escaping (StoredRecord) throws -> Void) throws {
                    try forEachRecord { record in
                        try visit(record)
                        visitCount += 1
                        advance(visitCount / 2)
                    }
                }
                let measure = try LogText.measure(forEach)
                count = measure.live
                try file.write(replacing: replacing) { write in
                    try withoutActuallyEscaping(write) { write in
                        var writer = BackupWriter(at: creationTime, write)
                        let description = BackupDescription(
                            app: place.app, made: creationTime, records: measure.live, missing: damageSentences)
                        try writer.begin(description, measure, forEach)
                        for (number, part) in parts.enumerated() {
                            if let directory { try writer.add(part, of: directory) }
                            advance(visitCount / 2 + number + 1)
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
        } catch let fileError as FileError {
            throw Failure(
                .cannotBackUp, "A file could not be read: \(fileError).", advice: "No backup was written; try again.")
        }
        let summary = Done(
            file: file.path, records: count, files: Dictionary(grouping: parts) { $0[0] }.mapValues(\.count),
            bytes: bytes, missing: damageSentences)
        return sentenceOutput(
            file.path == "-" ? "Backed up \(contents(summary))." : "Backed up \(contents(summary)) to \(file.path).",
            summary,
            left: leftOutItems, secrets: excludedSecrets())
    }

    /// The collections of undo data and file cleanup, which a backup omits.
    static let excludedCollections = UndoStep.undoCollections.union([PendingCleanup.collection])

    /// Returns the output of a sentence, followed by the notes on missing and omitted things.
    func sentenceOutput(_ sentence: String, _ summary: Done, left leftOutItems: [String] = [], secrets: [String] = [])
        -> Output
    {
        let missingNote = summary.missing.isEmpty ? "" : " Missing: \(summary.missing.joined(separator: " "))"
        let leftOutNote =
            leftOutItems.isEmpty
            ? "" : " Left out, because only plain files can be kept: \(leftOutItems.joined(separator: ", "))."
        let secretNote = secrets.isEmpty ? "" : " Left out, because it is secret: \(secrets.joined(separator: ", "))."
        var output = Output.changed(sentence + missingNote + leftOutNote + secretNote, summary, Self.fields, next: [])
        // Standard output holds the backup.
        if summary.file == "-" { output.content = .bytes([]) }
        return output
    }

    /// Returns a list such as `4 records, 2 photos, 3 MB,`.
    func contents(_ summary: Done) -> String {
        let files = folders.compactMap { folder in
            summary.files[folder.name].map { counted($0, folder.file, folder.files) }
        }
        let records = counted(summary.records, "record")
        return files.isEmpty ? records : "\(listed([records] + files)), \(ByteSize(summary.bytes)),"
    }

    /// Returns a sentence for each thing that is damaged or missing.
    func damages() throws -> [String] {
        try registry.all(.doctorChecks).flatMap { try findings($0) }.filter { $0.severity == .damage }.map(\.message)
    }

    /// Returns the findings of a check, or none if it fails because data is locked.
    private func findings(_ check: DoctorCheck) throws -> [StoreReport.Finding] {
        do { return try check.examine() } catch let failure as Failure where rawRecords?.isIgnorable(failure) == true {
            return []
        }
    }
}

extension SecretFile { fileprivate var description: String { "\(what) (\(name))" } }
