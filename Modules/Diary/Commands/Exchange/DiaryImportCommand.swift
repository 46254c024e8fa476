import Diary
import Interface
import Kernel

/// The command `import`: photos of a folder and exports of other diaries.
struct ImportCommand: Sendable {
    let diary: PhotoDiary
    let machine: DiaryServices

    /// The number of skipped items that are listed for each reason before a question.
    ///
    /// A dry run and `--json` list all.
    private static let namedItems = 5

    /// The treatment of a photo without a date.
    private enum Undated: String, CaseIterable, Sendable {
        case skip
        case fileTime = "file-time"
    }

    private static let fields: [Field<ImportPlan>] = [
        Field("entries", title: "New days", "how many days get an entry") { .integer($0.entries.count) },
        Field("cards", title: "Painted", "how many of the new days get their text painted as their photo") {
            .integer($0.cards)
        },
        Field("words", title: "Texts", "how many days that have a photo get its text") { .integer($0.words.count) },
        Field("first", title: "From", "the first of these days, or null") { .day($0.days.first) },
        Field("last", title: "To", "the last of these days, or null") { .day($0.days.last) },
        Field("leftOut", "what is left out: how much, why, and its names") { plan in
            .list(
                plan.skipped.map { skipped in
                    .object([
                        .init("reason", .text(skipped.reason.rawValue)), .init("count", .integer(skipped.names.count)),
                        .init("names", .texts(skipped.names)),
                    ])
                })
        },
        Field("notices", "what is changed or lost on the way") { .texts($0.notices) },
    ]

    var command: Command {
        Command(
            "import", "Import a folder of photos, or another diary",
            discussion: """
                Knows by content: a folder of photos; what Day One, Daily You and Grain export, packed as a ZIP archive or unpacked in a folder; JSON of \
                jrnl and of these; folders of Markdown that Grain has written. It says first what it will do, and asks. --dry-run names everything that is left \
                out, and why. Days that have an entry stay as they are, so an import that was interrupted is taken up by the same command.

                A photo belongs to the day that its camera wrote down, else to the day in its name, such as IMG_20240131_120000.jpg. On a terminal you are \
                asked for the day of each photo that says none, unless --undated says what becomes of them: skip leaves them out, file-time takes the day on \
                which the file was changed. Of several photos of one day the surest is taken, then the largest file, then the first by name.

                A diary without photos, such as jrnl, gives its texts to days that have a photo and say nothing; --photos DIR brings photos along. For days \
                without a photo --cards paints the text, which becomes the photo of that day; chromium paints. A text longer than \(Note.limit) \
                characters leaves its day out, unless --shorten cuts it.

                Photos are prepared as `add` does. Each day is a change of its own, which `undo` takes back.
                """,
            examples: [
                .init("import ~/Pictures", "photos of many days", runs: false),
                .init("import dayone.zip --dry-run", "only say what it would do", runs: false),
                .init("import jrnl.json --photos ~/Pictures --yes", "texts, with photos of the same days", runs: false),
                .init("import jrnl.json --cards", "texts, painted where there is no photo", runs: false),
            ],
            .argument("source", .path, "a folder, a ZIP archive, JSON, or a photo"),
            .option("photos", .path, "a folder with the photos of a diary that has none beside it"),
            .flag("shorten", "cut texts that are too long, instead of leaving their days out"),
            .flag("cards", "paint the text of days that have no photo, as their photo"),
            Parameter<Undated?>.option(
                "undated", .choice("WHAT"), "photos that say no day; you are asked on a terminal"),
            returns: .one(Self.fields), changes: true
        ) { path, photos, isShortening, cards, undated in
            let source = try machine.source(path, photos)
            var options = ImportOptions()
            (options.isShortening, options.paintsCards, options.usesFileTime) = (
                isShortening, cards, undated == .fileTime
            )
            let plan = try plan(source, options)
            guard undated == nil, machine.isInteractive, !plan.undated.isEmpty else { return output(plan) }
            return .dialogue(
                UndatedScreen(plan.undated, diary.time) { [options] days in
                    var dated = options
                    dated.days = days
                    return output(try self.plan(source, dated))
                })
        }
    }

    private func plan(_ source: ImportSource, _ options: ImportOptions) throws -> ImportPlan {
        var plan = try diary.plan(source, options: options)
        for group in source.skipped.groups {
            let names = group.examples.joined(separator: ", ") + (group.count > group.examples.count ? ", …" : "")
            plan.notices.append("Skipped: \(group.message) (\(group.count): \(names)).")
        }
        return plan
    }

    private func output(_ plan: ImportPlan) -> Output {
        let blocks = ImportCommand.blocks(plan, naming: machine.isDryRun ? .max : ImportCommand.namedItems)
        guard !plan.isEmpty else {
            var output = Output.one(plan, ImportCommand.fields, blocks: blocks, next: ["timeline"])
            output.notice = "There is nothing new to import. Nothing was changed."
            return output
        }
        // Preparing a thousand photos without saving them would take minutes.
        guard !machine.isDryRun else {
            var output = Output.one(plan, ImportCommand.fields, blocks: blocks)
            output.notice = "Imported \(ImportCommand.countText(plan.entries.count, plan.words.count))."
            return output
        }
        var output = Output.confirm("Import \(ImportCommand.countText(plan.entries.count, plan.words.count))?") {
            Output(
                continuation: .work(title: "Importing", total: plan.entries.count + plan.words.count) { advance in
                    let imported = try diary.importEntries(plan, advance: advance) { day, words in
                        let card = DayCard(of: day, details: words)
                        return try machine.press.screenshot(card.page, DayCard.width, card.height)
                    }
                    return finishedOutput(imported, of: plan)
                })
        }
        output.blocks = blocks
        return output
    }

    private func finishedOutput(_ imported: PhotoDiary.Imported, of plan: ImportPlan) -> Output {
        var output = Output.one(
            plan, ImportCommand.fields, blocks: ImportCommand.blocks(plan, naming: ImportCommand.namedItems),
            next: ["timeline"])
        let reached = imported.reached.map { "\($0.title) (\($0.about))" }
        let awardNotice = reached.isEmpty ? "" : " You have reached \(reached.joined(separator: ", "))."
        output.notice =
            "Imported \(ImportCommand.countText(imported.entries.count, imported.worded.count)).\(awardNotice)"
        guard let first = imported.troubles.first else { return output }
        let namedFailures = imported.troubles.prefix(ImportCommand.namedItems).map {
            "\($0.day): \($0.failure.message)"
        }
        let more =
            imported.troubles.count > namedFailures.count
            ? ["and \(counted(imported.troubles.count - namedFailures.count, "other day"))."] : []
        output.failure = Failure(
            first.failure.code,
            "\(counted(imported.troubles.count, "day")) could not be imported. \((namedFailures + more).joined(separator: " "))",
            advice: "The same command tries again what is missing.",
            kind: first.failure.kind)
        return output
    }

    private static func countText(_ entries: Int, _ words: Int) -> String {
        let parts = [
            entries > 0 ? counted(entries, "day") : nil, words > 0 ? "texts of \(counted(words, "day"))" : nil,
        ]
        return parts.allSatisfy { $0 == nil } ? "nothing" : listed(parts.compactMap { $0 })
    }

    private static func blocks(_ plan: ImportPlan, naming limit: Int) -> [Block] {
        let facts = fields.compactMap { field in field.title.map { (name: $0, value: field.cell(plan)) } }
        let skipped = plan.skipped.map { skipped in
            let names = skipped.names.prefix(limit).joined(separator: ", ") + (skipped.names.count > limit ? ", …" : "")
            return "\(skipped.names.count): \(skipped.reason.sentence) (\(names))"
        }
        return [.facts(facts)] + list("Left out", skipped) + list("Good to know", plan.notices)
    }

    private static func list(_ heading: String, _ sentences: [String]) -> [Block] {
        guard !sentences.isEmpty else { return [] }
        return [.gap, .heading(StyledText(declared: heading))]
            + sentences.map { .paragraph(StyledText(declared: $0, .muted)) }
    }
}

extension ImportPlan { fileprivate var days: [Day] { (entries + words).map(\.day).sorted() } }

extension ValueKind where Value == String {
    /// The path of a file or a folder, byte for byte.
    static var path: Self {
        ValueKind("PATH") { word, _ in
            guard !word.isEmpty, !word.utf8.contains(0), word.utf8.count < 4096 else {
                throw Failure(.badPath, "this is not the path of a file.", kind: .usage)
            }
            return word
        }
    }
}
