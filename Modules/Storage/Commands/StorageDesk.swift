import Kernel
import Storage
import Terminal

/// The commands that every app with a store has.
struct StorageDesk: Sendable {
    let store: any Store
    let registry: Registry

    // MARK: - undo

    private struct Step: Sendable {
        let id: String
        let label: String
    }

    private static let stepFields: [Field<Step>] = [
        Field("id", "the step's identifier") { .text($0.id) },
        Field("label", title: "What was done", "what was done") { .text($0.label) },
    ]

    var undo: Command {
        Command(
            "undo", "Take back the last change",
            discussion: """
                Several steps can be taken back, one call a step; the last \(UndoStep.kept) are kept. What was deleted or changed stays in \
                the files as long as it can be undone; --forget lets it go.
                """,
            examples: [
                .init("undo --list", "what can be undone"), .init("undo --forget --yes", "let what was deleted go for good"),
            ],
            .flag("list", "show what can be undone, latest first, and undo nothing"),
            .flag("forget", "undo nothing, and forget for good whatever could be undone"), returns: .list(Self.stepFields),
            changes: true
        ) { list, forget in
            if forget {
                let count = try store.undoSteps().count
                return .confirm("Forget \(counted(count, "step"))? What was deleted or changed cannot come back then.") {
                    _ = try store.forgetUndo()
                    return Output(
                        content: .list([]), notice: "Forgotten. What was deleted is in no file any more.", next: ["doctor"])
                }
            }
            if list {
                let steps = try store.undoSteps().map { Step(id: $0.id.rawValue, label: $0.label) }
                return .list(steps, Self.stepFields, heading: "What can be undone", empty: "There is nothing to undo.")
            }
            let step = try store.undoLast()
            return Output(
                content: .list([[.init("id", .text(step.id.rawValue)), .init("label", .text(step.label))]]),
                notice: "Undone: \(step.label).", next: ["undo --list"])
        }
    }

    // MARK: - doctor

    private struct Health: Sendable {
        let report: StoreReport
        let readable: Int
        let findings: [StoreReport.Finding]
    }

    private static let healthFields: [Field<Health>] = [
        Field("location", title: "Data", "the kind of store and where it is") { .text($0.report.location) },
        Field("records", title: "Records", "live records") { .integer($0.report.records) },
        Field("readable", title: "Readable", "records that were read and decoded") { .integer($0.readable) },
        Field("bytes", title: "Size", "bytes on disk", cell: { StyledText("\($0.report.bytes) bytes") }) {
            .integer($0.report.bytes)
        },
        Field("sequence", title: "Changes", "the number of the last transaction") { .integer($0.report.sequence) },
        Field("findings", "what is worth knowing or damaged: severity and message") {
            .list(
                $0.findings.map {
                    .object([.init("severity", .text($0.severity.rawValue)), .init("message", .text($0.message))])
                })
        },
    ]

    var doctor: Command {
        Command(
            "doctor", "Examine what this app keeps",
            discussion:
                "Reads every record. Damage is named with its place, and the status is 65 then; nothing is repaired unasked.",
            examples: [
                .init("doctor", "look at everything"), .init("doctor --export -", "everything, to standard output", runs: false),
            ],
            .flag("compact", "rewrite the files without what nobody needs any more"),
            .flag("repair", "make a damaged store usable with what can be read; the original is kept aside"),
            .option("export", .outputFile, "write everything to a file, one JSON line a record"),
            .option("import", .inputFile, "read such a file; records with the same id are replaced"),
            returns: .one(Self.healthFields), changes: true
        ) { compact, repair, export, bringIn in
            if let export { return try Lines(store: store, collections: collections).exported(to: export) }
            if let source = bringIn { return Lines(store: store, collections: collections).imported(from: source) }
            if compact {
                let migrated = try store.migrate(collections)
                let done = migrated.isEmpty ? try store.engine.maintain(.compact) : migrated
                return Output(notice: done.joined(separator: " "))
            }
            if repair {
                let done = try store.engine.maintain(.repair)
                return Output(
                    notice: done.isEmpty ? "There is nothing to repair." : done.joined(separator: "\n"), next: ["doctor"])
            }
            return try examined()
        }
    }

    private func examined() throws -> Output {
        let report = try store.engine.inspect()
        let verified = try store.verify(collections)
        let others = try registry.all(.checkups).flatMap { checkup in
            try checkup.examine().map { StoreReport.Finding($0.severity, "\(checkup.name): \($0.message)") }
        }
        let health = Health(report: report, readable: verified.readable, findings: report.findings + verified.findings + others)
        let seen = try registry.all(.checkups).compactMap { checkup in
            try checkup.seen().map {
                (name: checkup.name.prefix(1).uppercased() + checkup.name.dropFirst(), value: StyledText($0))
            }
        }
        let facts = Self.healthFields.compactMap { field in field.title.map { (name: $0, value: field.cell(health)) } } + seen
        let verdict: [Block] =
            health.findings.isEmpty
            ? [.paragraph(StyledText("All is well.", .good))]
            : health.findings.map {
                .paragraph(
                    StyledText($0.severity == .damage ? "Damage: " : "Notice: ", $0.severity == .damage ? .bad : .warning)
                        + StyledText($0.message))
            }
        var output = Output.one(health, Self.healthFields, blocks: [.facts(facts), .gap] + verdict)
        if health.findings.contains(where: { $0.severity == .damage }) {
            output.failure = Failure(
                .storeDamaged, "Something is damaged.", advice: "doctor --repair keeps what can be read, and the original too.",
                kind: .badData)
        }
        return output
    }

    private var collections: [any StoredCollection] { registry.collections }
}
