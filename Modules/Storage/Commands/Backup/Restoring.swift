import Files
import Kernel
import Storage
import Terminal

/// `restore`: the whole backup is read into what is to take the place of what is here, and then does, or nothing does.
extension BackupDesk {
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
            let here = try present()
            guard here.isEmpty || replace else {
                throw Failure(
                    .dataThere, "There is already something here: \(here).",
                    advice: "Save it with `backup FILE`, then add --replace to put the backup in its place.", kind: .cannotCreate
                )
            }
            let work = restored(from: file)
            return here.isEmpty ? work : .confirm("Replace everything that is here (\(here)) with the backup?") { work }
        }
    }

    /// What a backup holds, in the place of what is here.
    func restored(from file: InputFile) -> Output {
        Output(continuation: .work(title: "Restoring, MB", total: file.megabytes) { advance in try take(file, advance) })
    }

    /// What a person has here, in words; empty where there is nothing but what the app notes for itself.
    private func present() throws -> String {
        let own = Set(registry.all(.ownNotes))
        let records = try store.engine.read { try $0.addresses(in: nil) }.count {
            !BackupDesk.passing.contains($0.collection) && !own.contains($0.collection)
        }
        let directory = place.directory
        let kept = folders.filter { $0.care == .kept }
        let files = try directory.map { try BackupWriter.parts(of: kept, in: $0).parts.count } ?? 0
        let words = (records > 0 ? [counted(records, "record")] : []) + (files > 0 ? [counted(files, "file")] : [])
        return listed(words)
    }

    private func take(_ file: InputFile, _ advance: (Int) -> Void) throws -> Output {
        let names = folders.map(\.name)
        let staging = try place.staging(for: names, at: time.now())
        defer { staging?.end() }
        let (emptied, joined) = staging == nil ? ([], []) : (names.filter { !spared.contains($0) }, spared)
        var (contents, staying): (BackupReader.Contents?, [String]) = (nil, [])
        do {
            try withoutActuallyEscaping(advance) { advance in
                try store.engine.renew(
                    .whole(emptied: emptied, joined: joined, staged: staging?.name) { arrivals in
                        guard contents == nil else { throw Failure.changedMeanwhile }
                        let all = try read(file, to: staging, arrivals, advance)
                        (contents, staying) = (all, try others(than: all.sums))
                    })
            }
        } catch {
            // It may have been taken all the same.
            if contents != nil { staging?.leave() }
            throw error
        }
        guard let contents else { throw Failure.changedMeanwhile }
        let done = Done(
            file: file.path, records: contents.records, files: contents.files, bytes: contents.bytes,
            missing: place.isRehearsal ? contents.head.missing : try damages())
        let stay =
            staying.isEmpty ? "" : " Left as here, where the backup has something else: \(staying.joined(separator: ", "))."
        return said(
            "Restored \(self.contents(done)) as they were on \(time.calendar.day(of: contents.head.made)).\(stay)", done)
    }

    /// Files here that nothing overwrites, and that are not those of the backup.
    private func others(than sums: [[UInt8]: String]) throws -> [String] {
        guard let directory = place.directory else { return [] }
        return try sums.keys.map { String(decoding: $0, as: UTF8.self) }.sorted().filter { name in
            let path = name.split(separator: "/").map(String.init)
            guard path.count > 1, spared.contains(path[0]) else { return false }
            guard let folder = try? Folder.open(directory, path[..<1], making: false), try folder.names().contains(path[1]) else {
                return false
            }
            return (try? BackupWriter.sum(of: path, in: directory)) != sums[Array(name.utf8)]
        }
    }

    /// Reads all of it into what is to take its place.
    private func read(
        _ file: InputFile, to staging: Staging?, _ arrivals: any Arrivals, _ advance: (Int) -> Void
    ) throws -> BackupReader.Contents {
        let reader = BackupReader(
            app: place.app, folders: folders, collections: beneath?.judging(registry.collections) ?? registry.collections)
        do {
            let contents = try reader.read(file.pieces(), told: { advance($0 >> 20) }) { path in
                guard let staging else { return ({ _ in }, {}) }
                return try staging.file(path)
            } record: { record, collection in
                try arrivals.put(record) { try collection.entries(of: $0) }
            }
            guard contents.files.isEmpty || staging != nil || place.isRehearsal else {
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
    /// What was read once cannot be read again.
    fileprivate static let changedMeanwhile = Failure(
        .cannotRestore, "The data here was changed while it was restored.", advice: "Try again.", kind: .temporary)
}
