import Interface
import Kernel
import Programs
import Storage

/// The commands that every app with a store has.
struct MaintenanceCommands: Sendable {
    let store: any Store
    let registry: Registry
    let time: TimeSource
    /// The background job that compacts long files, if there is one.
    var backgroundJob: BackgroundJob?

    // MARK: - undo

    private struct Step: Sendable {
        let id: String
        let label: String
    }

    private static let stepFields: [Field<Step>] = [
        Field("id", "the change's identifier") { .text($0.id) },
        Field("label", title: "What was done", "what was done", isTranslatable: true) { .text($0.label) },
    ]

    var undo: Command {
        Command(
            "undo", "Take back the last change",
            discussion: """
                Each call takes back one change; the last \(UndoStep.capacity) changes are kept. As long as a change can be undone, what you deleted or \
                changed stays in the files; --forget removes it.
                """,
            examples: [
                .init("undo --list", "what can be undone"),
                .init("undo --forget --yes", "remove for good what was deleted"),
            ],
            .flag("list", "only show what can be undone, latest first"),
            .flag("forget", "undo nothing; remove for good everything that could be undone"),
            returns: .list(Self.stepFields),
            changes: true
        ) { list, forget in
            if forget {
                let count = try store.undoSteps().count
                return .confirm(
                    "Forget \(counted(count, "change"))? After that, you cannot bring back what you deleted or changed."
                ) {
                    _ = try store.deleteUndoSteps()
                    return Output(
                        content: .list([]), notice: "Forgotten. What you deleted is no longer in any file.",
                        next: ["doctor"])
                }
            }
            if list {
                let steps = try store.undoSteps().map { Step(id: $0.id.rawValue, label: $0.label) }
                return .list(steps, Self.stepFields, heading: "What can be undone", empty: "There is nothing to undo.")
            }
            return Output(
                continuation: .work(title: "Undoing, %", total: 100) { advance in
                    let step = try store.undoLast { done, total in advance(done * 100 / max(total, 1)) }
                    return Output(
                        content: .list([[.init("id", .text(step.id.rawValue)), .init("label", .text(step.label))]]),
                        notice: "Undone: \(step.label).", next: ["undo --list"])
                })
        }
    }

    // MARK: - doctor

    /// The result of `doctor`.
    private struct Health: Sendable {
        let report: StoreReport
        let readable: Int
        let findings: [StoreReport.Finding]
        /// The disk usage by kind, empty unless the user asked for it.
        var space: [StoreSpace] = []
        /// The data of the other devices, or nil unless the user asked for it.
        var devices: [OutputValue]?
    }

    private static let healthFields: [Field<Health>] = [
        Field("location", title: "Data", "the kind of store and where it is") { .text($0.report.location) },
        Field("records", title: "Records", "live records") { .integer($0.report.records) },
        Field("readable", title: "Readable", "records that were read and decoded") { .integer($0.readable) },
        Field("bytes", title: "Size", "bytes on disk", cell: { StyledText("\($0.report.bytes) bytes") }) {
            .integer($0.report.bytes)
        },
        Field(
            "sequence", title: "Last change",
            "the number of the last change; some numbers are left out, so it counts nothing",
            cell: { StyledText($0.report.sequence == 0 ? "none yet" : "number \($0.report.sequence)") }
        ) { .integer($0.report.sequence) },
        Field("findings", "what is damaged or good to know: severity and message") {
            .list(
                $0.findings.map {
                    .object([.init("severity", .text($0.severity.rawValue)), .init("message", .text($0.message))])
                })
        },
        Field(
            "space",
            "with --space, what takes room: kind, name, partition, count, bytes, since when, and with which command it goes"
        ) { .list($0.space.map(SpaceCommands.value)) },
        Field(
            "devices",
            "with --devices, how each other device compares: id, name, outcome (same, different, apart, asked), records, differences"
        ) { $0.devices.map(OutputValue.list) ?? .null },
    ]

    var doctor: Command {
        Command(
            "doctor", "Check this app's data",
            discussion: """
                Reads every record. It names damage with its place, and the status is then 65. It repairs nothing unless you ask. If another \
                machine has written into a copy of this data and its log lies beside ours, --repair brings its records in: the newer version \
                of each record is used, and the other is kept in the folder recovered. What may have been deleted here long ago does not \
                come in; it is named, and --import brings it in.

                What was kept aside goes by itself after 90 days, or when it is over 64 MiB; --compact does that at once. --space shows \
                what takes how much room.

                --devices meets your other devices, and proves whether they have the same, record by record. A device answers the next time it syncs, \
                so ask once more then. The status is 65 where two differ.
                """,
            examples: [
                .init("doctor", "check everything"),
                .init("doctor --space", "what takes up how much space, and how to free it"),
                .init("doctor --export -", "everything, to standard output", runs: false),
            ],
            .flag("space", "show what takes up how much space, how old it is, and which command frees it"),
            .flag("devices", "also compare every record with what your other devices have"),
            .flag("compact", "rewrite the files without old data that is no longer needed"),
            .flag(
                "repair",
                "repair damaged data from what can be read, and merge other logs next to it; originals are kept"
            ),
            .option("export", .outputFile, "write everything to a file, one line of JSON for each record"),
            .option("import", .inputFile, "read such a file; it replaces records with the same id"),
            returns: .one(Self.healthFields), changes: true
        ) { space, devices, compact, repair, export, importEntries in
            if let export { return try RecordLines(store: store, collections: collections).exported(to: export) }
            if let source = importEntries {
                return RecordLines(store: store, collections: collections).imported(from: source)
            }
            if compact {
                switch backgroundJob?.registerProcess() ?? .foreground {
                case .foreground: break
                case .worker: return Output(notice: try store.engine.maintain(.upkeep).joined(separator: " "))
                case .redundantWorker: return Output()
                }
                let migrated = try store.migrate(collections)
                let messages = migrated.isEmpty ? try store.engine.maintain(.compact) : migrated
                return Output(notice: messages.joined(separator: " "))
            }
            if repair {
                let messages = try store.engine.maintain(.repair)
                return Output(
                    notice: messages.isEmpty ? "Nothing needs repair." : messages.joined(separator: "\n"),
                    next: ["doctor"])
            }
            // The other devices are asked first so that the check includes their data.
            let answer = devices ? try askOtherDevices() : nil
            let report = try store.engine.inspect()
            return Output(
                continuation: .work(title: "Checking", total: report.records) { advance in
                    try healthOutput(report, answer, forSpace: space, advance)
                })
        }
    }

    private func askOtherDevices() throws -> DeviceCheckup.Answer {
        guard let checkup = registry.all(.deviceCheckups).first else {
            throw Failure(.contradiction, "This app keeps nothing that several devices share.", kind: .usage)
        }
        return try checkup.check()
    }

    private func healthOutput(
        _ report: StoreReport, _ deviceAnswer: DeviceCheckup.Answer?, forSpace isForSpace: Bool,
        _ advance: (Int) -> Void
    ) throws -> Output {
        let verified = try store.verify(collections, progress: advance)
        let checkFindings = try registry.all(.doctorChecks).flatMap { checkup in
            try checkup.examine().map { StoreReport.Finding($0.severity, "\(checkup.name): \($0.message)") }
        }
        var health = Health(
            report: report, readable: verified.readable, findings: report.findings + verified.findings + checkFindings)
        if isForSpace { health.space = try store.engine.space() }
        health.devices = deviceAnswer?.devices
        let checkFacts = try registry.all(.doctorChecks).compactMap { checkup in
            try checkup.describe().map {
                (name: checkup.name.capitalizedFirst, value: StyledText($0))
            }
        }
        let facts =
            Self.healthFields.compactMap { field in field.title.map { (name: $0, value: field.cell(health)) } }
            + checkFacts
        let verdict: [Block] =
            health.findings.isEmpty
            ? [.paragraph(StyledText("All is well.", .good))]
            : health.findings.map {
                .paragraph(
                    StyledText(
                        $0.severity == .damage ? "Damage: " : "Notice: ", $0.severity == .damage ? .bad : .warning)
                        + StyledText($0.message))
            }
        let mainBlocks: [Block] =
            isForSpace
            ? SpaceCommands(registry: registry, time: time).blocks(health.space) : [.facts(facts), .gap] + verdict
        let deviceBlocks = deviceAnswer.map { [.gap, .heading("Your other devices")] + $0.blocks } ?? []
        var output = Output.one(health, Self.healthFields, blocks: mainBlocks + deviceBlocks)
        output.failure = deviceAnswer?.failure
        if health.findings.contains(where: { $0.severity == .damage }) {
            output.failure = Failure(
                .storeDamaged, "Something is damaged.",
                advice: "doctor --repair saves what can be read, and keeps the original.", kind: .badData)
        }
        return output
    }

    private var collections: [any StoredCollection] { registry.collections }
}
