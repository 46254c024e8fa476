import Documents
import FeedbackCOIN
import Kernel
import Terminal

/// All entries as one file.
struct ExportDesk: Sendable {
    let journal: FeedbackJournal

    private enum Form { case markdown, csv, html }

    var export: Command {
        Command(
            "export", "Write all feedback to a file",
            discussion: "As JSON with --json, or when no form is named: an array with the keys of `list`.",
            examples: [.init("export --markdown", "to standard output"), .init("export --html -", "a page, to standard output")],
            .optionalArgument("file", .outputFile, "the file to write; standard output when left out, or for -"),
            .flag("markdown", "as Markdown"), .flag("csv", "as comma-separated values (RFC 4180), one row an entry"),
            .flag("html", "as one web page that needs nothing else"), .flag("replace", "replace the file if it exists")
        ) { file, markdown, csv, html, replaces in
            let forms: [Form?] = [markdown ? .markdown : nil, csv ? .csv : nil, html ? .html : nil]
            let bytes = try rendered(forms.compactMap { $0 })
            guard let file, file.path != "-" else { return Output(content: .bytes(bytes)) }
            try file.write(bytes, replacing: replaces)
            return Output(notice: "Wrote \(try journal.counts().all) entries to \(file.path).")
        }
    }

    private func rendered(_ forms: [Form]) throws -> [UInt8] {
        guard forms.count < 2 else {
            throw Failure(
                .contradiction, "An export has one form.", advice: "Give one of --markdown, --csv and --html.", kind: .usage)
        }
        let rows = try journal.entries(EntryFilter()).map(journal.row)
        switch forms.first {
        case .markdown: return Array(page(rows).markdown().utf8)
        case .html: return Array(page(rows).html().utf8)
        case .csv: return Array(CSV.text(table(rows)).utf8)
        case nil: return try json(rows)
        }
    }

    // MARK: - Forms

    private func page(_ rows: [EntryRow]) -> Page {
        Page(
            title: "COIN Feedback",
            parts: [.remark("\(rows.count == 1 ? "1 entry" : "\(rows.count) entries, newest first").")] + rows.map(part),
            footer: "Generated: \(journal.today)")
    }

    private func part(_ row: EntryRow) -> Part {
        let entry = row.entry
        var facts: [(name: String, value: String)] = [("Written", journal.day(of: entry.createdAt).description)]
        if entry.updatedAt != entry.createdAt { facts.append(("Modified", row.modified.description)) }
        if let recipient = entry.recipient { facts.append(("For", recipient.title)) }
        if !entry.tags.isEmpty { facts.append(("Tags", entry.tags.joined(separator: ", "))) }
        if let sharedAt = entry.sharedAt {
            let people = entry.recipients.joined(separator: ", ")
            facts.append(("Shared", "\(entry.shareCount)×, last on \(journal.day(of: sharedAt)), with \(people)"))
        }
        let sections = FeedbackSection.allCases.filter { !entry.text[$0].isEmpty }.flatMap { section in
            [Part.heading(section.heading, level: 3), .paragraph(entry.text[section])]
        }
        return .group([.heading(entry.text.preview, level: 2), .facts(facts)] + sections)
    }

    /// One column a key of `list`, the recipient's parts in two, lists parted by semicolons.
    private func table(_ rows: [EntryRow]) -> [[String]] {
        let titles = EntryRow.fields.flatMap { $0.name == "recipient" ? ["recipientName", "recipientAddress"] : [$0.name] }
        return [titles]
            + rows.map { row in
                EntryRow.fields.flatMap { field -> [String] in
                    guard field.name != "recipient" else {
                        return [row.entry.recipient?.name ?? "", row.entry.recipient?.address?.text ?? ""]
                    }
                    guard case .list(let values) = field.value(row) else { return [field.value(row).plainText] }
                    return [values.map(\.plainText).joined(separator: "; ")]
                }
            }
    }

    private func json(_ rows: [EntryRow]) throws -> [UInt8] {
        let encoder = JSONValue.encoder
        encoder.outputFormatting.insert(.prettyPrinted)
        let value = JSONValue.array(rows.map { row in ExportDesk.object(EntryRow.fields.map { .init($0.name, $0.value(row)) }) })
        return try Array(encoder.encode(value)) + [UInt8(ascii: "\n")]
    }

    private static func object(_ members: [FieldValue.Member]) -> JSONValue {
        .object(Dictionary(members.map { ($0.name, json($0.value)) }, uniquingKeysWith: { first, _ in first }))
    }

    private static func json(_ value: FieldValue) -> JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .text(let value): .string(value)
        case .list(let values): .array(values.map(json))
        case .object(let members): object(members)
        }
    }
}
