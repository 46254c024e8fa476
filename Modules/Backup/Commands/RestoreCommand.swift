import DiskKit
import Files
import Interface
import Kernel

/// The `restore` command, which replaces the local data completely or not at all.
extension BackupCommand {
    var restore: Command {
        Command(
            "restore", "Bring back what a backup holds",
            discussion: """
                The whole backup is checked before anything changes; then everything is restored, or nothing. If there is already something here, \
                --replace puts the backup in its place, and asks first. What was here is then deleted, so back it up before.
                """,
            examples: [
                .init("restore \(place.app).tar", "if there is nothing here yet", runs: false),
                .init("restore \(place.app).tar --replace --yes", "in place of what is there", runs: false),
            ],
            .argument("file", .inputFile, "a file that `backup` wrote, - for standard input"),
            .flag("replace", "replace everything that is here"), returns: .one(Self.fields), changes: true
        ) { file, replace in
            let existingData = try existingContents()
            guard existingData.isEmpty || replace else {
                throw Failure(
                    .dataThere, "There is already something here: \(existingData).",
                    advice: "Save it with `backup FILE`, then add --replace to put the backup in its place.",
                    kind: .cannotCreate
                )
            }
            let work = restored(from: file)
            return existingData.isEmpty
                ? work : .confirm("Replace everything that is here (\(existingData)) with the backup?") { work }
        }
    }

    func restored(from file: InputFile) -> Output {
        Output(
            continuation: .work(title: "Restoring, MB", total: file.megabytes) { advance in try restore(file, advance) }
        )
    }

    /// Returns a description of the user's local data, or an empty string if there are only the
    /// app's own notes.
    private func existingContents() throws -> String {
        let internalCollections = Set(registry.all(.internalCollections))
        let records = try store.engine.read { try $0.addresses(in: nil) }.count {
            !BackupCommand.excludedCollections.contains($0.collection) && !internalCollections.contains($0.collection)
        }
        let directory = place.directory
        let userFolders = folders.filter { $0.handling == .userData }
        let files = try directory.map { try BackupWriter.parts(of: userFolders, in: $0).parts.count } ?? 0
        let counts = (records > 0 ? [counted(records, "record")] : []) + (files > 0 ? [counted(files, "file")] : [])
        return listed(counts)
    }

    private func restore(_ file: InputFile, _ advance: (Int) -> Void) throws -> Output {
        let names = folders.map(\.name)
        let staging = try place.staging(for: names, at: time.now())
        defer { staging?.end() }
        let (clearedFolders, mergedFolders) =
            staging == nil ? ([], []) : (names.filter { !deviceLocalFolders.contains($0) }, deviceLocalFolders)
        var (contents, keptFiles): (BackupReader.Contents?, [String]) = (nil, [])
        do {
            try withoutActuallyEscaping(advance) { advance in
                try store.engine.replaceInBulk(
                    .whole(
                        clearedFolders: clearedFolders, mergedFolders: mergedFolders, stagingFolderName: staging?.name
                    ) {
                        arrivals in
                        guard contents == nil else { throw Failure.changedMeanwhile }
                        let readContents = try read(file, to: staging, arrivals, advance)
                        contents = readContents
                        keptFiles = try differingFiles(from: readContents.sums)
                    })
            }
        } catch {
            // The replacement may have succeeded in spite of the error.
            if contents != nil { staging?.keepForStore() }
            throw error
        }
        guard let contents else { throw Failure.changedMeanwhile }
        let summary = Done(
            file: file.path, records: contents.records, files: contents.files, bytes: contents.bytes,
            missing: place.isDryRun ? contents.head.missing : try damages())
        let keptNote =
            keptFiles.isEmpty
            ? "" : " Left as here, where the backup has something else: \(keptFiles.joined(separator: ", "))."
        return sentenceOutput(
            "Restored \(self.contents(summary)) as they were on \(time.calendar.day(of: contents.head.made)).\(keptNote)",
            summary
        )
    }

    /// Returns the local files that a restore keeps and that differ from those of the backup.
    private func differingFiles(from sums: [[UInt8]: String]) throws -> [String] {
        guard let directory = place.directory else { return [] }
        return try sums.keys.map { String(decoding: $0, as: UTF8.self) }.sorted().filter { name in
            let path = name.split(separator: "/").map(String.init)
            guard path.count > 1, deviceLocalFolders.contains(path[0]) else { return false }
            guard let folder = try? Folder.open(directory, path[..<1], making: false),
                try folder.names().contains(path[1])
            else { return false }
            return (try? BackupWriter.sum(of: path, in: directory)) != sums[Array(name.utf8)]
        }
    }

    /// Reads the whole backup into the data that will replace the local data.
    private func read(
        _ file: InputFile, to staging: StagingArea?, _ arrivals: any IncomingRecords, _ advance: (Int) -> Void
    ) throws -> BackupReader.Contents {
        let reader = BackupReader(
            app: place.app, folders: folders,
            collections: rawRecords?.adaptCollections(registry.collections) ?? registry.collections)
        do {
            let contents = try reader.read(file.pieces(), progress: { advance($0 >> 20) }) { path in
                guard let staging else { return ({ _ in }, {}) }
                return try staging.file(path)
            } record: { record, collection in
                try arrivals.put(record) { try collection.entries(of: $0) }
            }
            guard contents.files.isEmpty || staging != nil || place.isDryRun else {
                throw Failure(
                    .cannotRestore,
                    "The backup has \(counted(contents.files.values.reduce(0, +), "file")), and there is no folder for them here.",
                    advice: "Leave out `--store`.", kind: .cannotCreate)
            }
            return contents
        } catch let failure as Failure where [.backupDamaged, .backupForeign, .backupNewer].contains(failure.code) {
            throw Failure(
                failure.code,
                file.path == "-"
                    ? "Standard input cannot be restored. \(failure.message)"
                    : "\(file.path) cannot be restored. \(failure.message)",
                advice: failure.advice, kind: failure.kind)
        }
    }
}

extension Failure {
    /// The failure for a local change during a restore, whose input can be read only once.
    fileprivate static let changedMeanwhile = Failure(
        .cannotRestore, "The data here was changed while it was restored.", advice: "Try again.", kind: .temporary)
}
