import Documents
import FeedbackCOIN
import Kernel

/// A file with feedback: an export or another program's table, recognized by its content.
struct ImportFile: Sendable {
    let entries: [ForeignEntry]
    /// The columns by their assumed meaning, or empty if no guess was necessary.
    var columns: [(key: ImportKey, title: String)] = []
    /// The titles of the columns that are not used.
    var unusedColumns: [String] = []

    static let (mostBytes, mostRows) = (256 << 20, 200_000)

    /// Parses a file.
    ///
    /// - Parameter named: the columns that the user named, by their meaning.
    /// - Throws: `importUnreadable`, `columnUnknown`.
    init(_ bytes: [UInt8], named: [ImportKey: String] = [:]) throws {
        guard !bytes.starts(with: Array("PK".utf8)) else {
            throw Failure(
                .importUnreadable, "This is a workbook or another archive, not a file of text.",
                advice: "Save it as CSV in UTF-8, and import that.", kind: .badData)
        }
        let text: [UInt8]
        do { text = try Sheet.utf8(bytes) } catch { throw ImportFile.failure(error) }
        let first = text.first { !" \t\r\n".utf8.contains($0) }
        switch first {
        case UInt8(ascii: "["), UInt8(ascii: "{"): entries = try JSONEntries.read(text)
        case UInt8(ascii: "#"): entries = MarkdownEntries.read(String(decoding: text, as: UTF8.self))
        default: (entries, columns, unusedColumns) = try SheetEntries(text, named: named).read()
        }
    }

    static func failure(_ fault: Sheet.SheetError) -> Failure {
        switch fault {
        case .notText(let line):
            Failure(
                .importUnreadable,
                line.map { "Line \($0) is neither UTF-8 nor UTF-16 text." }
                    ?? "The file is neither UTF-8 nor UTF-16 text.",
                advice: "Save it again with the encoding UTF-8.", kind: .badData)
        case .openQuote(let line):
            Failure(
                .importUnreadable, "The quotation mark that opens in line \(line) is never closed.",
                advice: "Close it, or double a quotation mark that belongs to the text.", kind: .badData)
        case .tooManyRows(let limit):
            Failure(
                .importUnreadable, "There are more than \(limit) rows.", advice: "Import it in parts.", kind: .badData)
        }
    }
}

/// A parser of the JSON export, an array of objects.
private enum JSONEntries {
    static func read(_ text: [UInt8]) throws -> [ForeignEntry] {
        guard let value = try? JSONValue(Data(text)) else {
            throw Failure(.importUnreadable, "The file is no JSON, or it is cut off.", kind: .badData)
        }
        guard case .array(let objects) = value else {
            throw Failure(
                .importUnreadable, "The file is JSON, but no list of entries.", advice: "Import what `export` wrote.",
                kind: .badData)
        }
        return objects.enumerated().map { entry($1, $0 + 1) }
    }

    /// Returns the entry in a JSON object, whose parts are not checked yet.
    private static func entry(_ object: JSONValue, _ place: Int) -> ForeignEntry {
        var values: [ImportKey: String] = [:]
        for key in ImportKey.allCases { values[key] = text(object[key.rawValue]) }
        values[.recipientName] = text(object["recipient"]?["name"])
        values[.recipientAddress] = text(object["recipient"]?["address"])
        values[.followUpStep] = text(object["followUp"]?["step"])
        values[.followUpDue] = text(object["followUp"]?["due"])
        values[.followUpDoneOn] = text(object["followUp"]?["doneOn"])
        return ForeignEntry(
            place: place, values: values, tags: list(object["tags"]).compactMap(text),
            shares: list(object["shares"]).compactMap(share))
    }

    /// Returns the share event in a JSON object, or nil if a part is missing or invalid.
    private static func share(_ object: JSONValue) -> ShareEvent? {
        guard let id = text(object["id"]), let entry = text(object["entryId"]),
            let address = text(object["recipientEmail"]),
            let sharedAt = text(object["sharedAt"]).flatMap({ Instant($0) }), (try? EmailAddress(address)) != nil
        else { return nil }
        let name = text(object["recipientName"]).flatMap { try? Recipient($0).name }
        return ShareEvent(
            id: Identifier(id), entryId: Identifier(entry), sharedAt: sharedAt, recipientEmail: address,
            recipientName: name)
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let values)? = value { values } else { [] }
    }
}
