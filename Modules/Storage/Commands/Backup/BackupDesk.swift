import Files
import Kernel
import Storage
import Terminal

/// The commands that take everything along in one file, and bring it back.
struct BackupDesk: Sendable {
    let store: any Store
    let registry: Registry
    let place: StorePlace
    let time: TimeSource

    private struct Done: Sendable {
        let file: String
        let records: Int
        let files: Int
        let bytes: Int
        let missing: [String]
    }

    private static let fields: [Field<Done>] = [
        Field("file", title: "File", "the backup") { .text($0.file) },
        Field("records", title: "Records", "how many records are in it") { .integer($0.records) },
        Field("files", title: "Files", "how many files of yours are in it, such as photos") { .integer($0.files) },
        Field("bytes", title: "Size", "bytes of these files") { .integer($0.bytes) },
        Field("missing", "what was missing when it was made, or is missing now, in sentences") {
            .list($0.missing.map { .text($0) })
        },
    ]

    private var folders: [DataFolder] { registry.all(.dataFolders).filter(\.isKept) }

    // MARK: - backup

    var backup: Command {
        Command(
            "backup", "Write everything that you have into one file",
            discussion: """
                The file is a tar archive, which `tar tf` lists: your records as text, \(held), and a list of checksums. Nobody else can read \
                it. `restore` brings it back, here or on another machine. It is not sealed: keep it where you would keep your data. Licences and your name in the community are \
                not in it.
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
        _ = try store.engine.inspect()
        let directory = place.directory
        let (parts, left) = try directory.map { try BackupWriter.parts(of: folders.map(\.name), in: $0) } ?? ([], [])
        return Output(
            continuation: .work(title: "Backing up", total: parts.count) { advance in
                let output = try write(parts, of: directory, to: file, replacing: replacing, leaving: left, advance)
                return try then?() ?? output
            })
    }

    /// "your photos", "your media and packs".
    private var held: String {
        let words = folders.map { counted(2, $0.file).drop { $0 != " " }.dropFirst() }
        return words.isEmpty ? "what it says of itself" : "your \(words.joined(separator: ", your ")) as files"
    }

    private func write(
        _ parts: [[String]], of directory: String?, to file: OutputFile, replacing: Bool, leaving left: [String],
        _ advance: (Int) -> Void
    ) throws -> Output {
        let missing = try damages()
        let made = time.now()
        var (bytes, count) = (0, 0)
        do {
            try store.engine.readEverything(except: BackupDesk.passing) { forEach in
                let measure = try LogText.measure(forEach)
                count = measure.live
                try file.write(replacing: replacing) { write in
                    try withoutActuallyEscaping(write) { write in
                        var writer = BackupWriter(at: made, write)
                        let head = BackupHead(app: place.app, made: made, records: measure.live, missing: missing)
                        try writer.begin(head, measure, forEach)
                        for (number, part) in parts.enumerated() {
                            if let directory { try writer.add(part, of: directory) }
                            advance(number + 1)
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
        let done = Done(file: file.path, records: count, files: parts.count, bytes: bytes, missing: missing)
        return said("Backed up \(contents(done))\(file.path == "-" ? "" : " to \(file.path)").", done, left: left)
    }

    /// What can be undone, and what is only about files.
    private static let passing = UndoStep.passing.union([Aftermath.collection])

    private func said(_ sentence: String, _ done: Done, left: [String]) -> Output {
        let missing = done.missing.isEmpty ? "" : " Missing: \(done.missing.joined(separator: " "))"
        let stays = left.isEmpty ? "" : " Not in it, because it is no plain file: \(left.joined(separator: ", "))."
        var output = Output.changed(sentence + missing + stays, done, Self.fields, next: [])
        // Standard output holds the backup.
        if done.file == "-" { output.content = .bytes([]) }
        return output
    }

    private func contents(_ done: Done) -> String {
        let records = counted(done.records, "record")
        guard !folders.isEmpty else { return records }
        let word = folders.count == 1 ? folders[0].file : "file"
        return "\(records) and \(counted(done.files, word)), \(ByteSize(done.bytes)),"
    }

    /// What is damaged or missing, in sentences.
    private func damages() throws -> [String] {
        try registry.all(.checkups).flatMap { try $0.examine() }.filter { $0.severity == .damage }.map(\.message)
    }

    // MARK: - restore

    var restore: Command {
        Command(
            "restore", "Bring back what a backup holds",
            discussion: """
                The whole backup is checked before anything changes, and then all of it is there or nothing. Where there is something already, \
                --replace puts the backup in its place, and asks first: what was there is gone then, so back it up before.
                """,
            examples: [
                .init("restore \(place.app).tar", "where there is nothing yet", runs: false),
                .init("restore \(place.app).tar --replace --yes", "in place of what is there", runs: false),
            ],
            .argument("file", .inputFile, "a file that `backup` wrote, - for standard input"),
            .flag("replace", "put it in the place of everything that is here"), returns: .one(Self.fields), changes: true
        ) { file, replace in
            let here = try present()
            guard here.isEmpty || replace else {
                throw Failure(
                    .dataThere, "There is something here already: \(here).",
                    advice: "`backup FILE` keeps it; then add --replace, which puts the backup in its place.", kind: .cannotCreate
                )
            }
            let work = Output(
                continuation: .work(title: "Restoring, MB", total: file.megabytes) { advance in try take(file, advance) })
            return here.isEmpty ? work : .confirm("Replace everything that is here (\(here)) with the backup?") { work }
        }
    }

    /// What a person has here, in words; empty where there is nothing but what the app notes for itself.
    private func present() throws -> String {
        let own = Set(registry.all(.ownNotes))
        let records = try store.engine.read { try $0.addresses(in: nil) }.count {
            !BackupDesk.passing.contains($0.collection) && !own.contains($0.collection)
        }
        let directory = place.directory
        let files = try directory.map { try BackupWriter.parts(of: folders.map(\.name), in: $0).parts.count } ?? 0
        let words = (records > 0 ? [counted(records, "record")] : []) + (files > 0 ? [counted(files, "file")] : [])
        return words.joined(separator: " and ")
    }

    private func take(_ file: InputFile, _ advance: (Int) -> Void) throws -> Output {
        let names = folders.map(\.name)
        let staging = try place.staging(for: names, at: time.now())
        defer { staging?.end() }
        var contents: BackupReader.Contents?
        do {
            try withoutActuallyEscaping(advance) { advance in
                try store.engine.renew(
                    .whole(emptied: staging == nil ? [] : names, staged: staging?.name) { arrivals in
                        guard contents == nil else { throw Failure.changedMeanwhile }
                        contents = try read(file, to: staging, arrivals, advance)
                    })
            }
        } catch {
            // It may have been taken all the same.
            if contents != nil { staging?.leave() }
            throw error
        }
        guard let contents else { throw Failure.changedMeanwhile }
        let done = Done(
            file: file.path, records: contents.head.records, files: contents.files, bytes: contents.bytes,
            missing: place.isRehearsal ? contents.head.missing : try damages())
        return said(
            "Restored \(self.contents(done)) as they were on \(time.calendar.day(of: contents.head.made)).", done, left: [])
    }

    /// Reads all of it into what is to take its place.
    private func read(
        _ file: InputFile, to staging: Staging?, _ arrivals: any Arrivals, _ advance: (Int) -> Void
    ) throws -> BackupReader.Contents {
        let reader = BackupReader(app: place.app, folders: Set(folders.map(\.name)), collections: registry.collections)
        do {
            let contents = try reader.read(file.pieces(), told: { advance($0 >> 20) }) { path in
                guard let staging else { return ({ _ in }, {}) }
                return try staging.file(path)
            } record: { record, collection in
                try arrivals.put(record) { try collection.entries(of: $0) }
            }
            guard contents.files == 0 || staging != nil || place.isRehearsal else {
                throw Failure(
                    .cannotRestore,
                    "The backup has \(counted(contents.files, "file")), and there is no folder for them here.",
                    advice: "Leave `--store memory` away.", kind: .cannotCreate)
            }
            return contents
        } catch let failure as Failure where [.backupDamaged, .backupForeign, .backupNewer].contains(failure.code) {
            throw Failure(
                failure.code, "\(file.path == "-" ? "Standard input" : file.path) cannot be restored. \(failure.message)",
                advice: failure.advice, kind: failure.kind)
        }
    }
}

extension Failure {
    /// What was read once cannot be read again.
    fileprivate static let changedMeanwhile = Failure(
        .cannotRestore, "The store was changed while it was restored.", advice: "Try again.", kind: .temporary)
}
