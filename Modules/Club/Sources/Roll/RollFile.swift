import Documents
import Kernel

/// A roll from another program: a table with a header line.
package struct RollFile: Sendable {
    /// The largest file size in bytes.
    package static let largest = 1 << 20

    private let sheet: Sheet

    /// Reads a table.
    ///
    /// - Throws: `badRollFile`, with the line.
    package init(bytes: [UInt8]) throws {
        do { sheet = try Sheet(bytes, limit: ClubRoll.maximumStudents + 1) } catch {
            let reason =
                switch error {
                case .notText(let line):
                    line.map { "It is not text in UTF-8, from line \($0) on." } ?? "It is not text in UTF-8."
                case .openQuote(let line): "The quote in line \(line) is never closed."
                case .tooManyRows: "It has more than \(ClubRoll.maximumStudents) students."
                }
            throw Failure(.badRollFile, reason, advice: "Save it as CSV in UTF-8, one student a line.", kind: .badData)
        }
    }

    /// Returns the students of the table.
    ///
    /// - Throws: `badRollFile` for a missing column `name` or an invalid day.
    package func drafts() throws -> [StudentDraft] {
        guard let titles = sheet.rows.first?.fields.map(Folding.folded), let nameColumn = titles.firstIndex(of: "name")
        else {
            throw Failure(
                .badRollFile, "The first line has no column called name.",
                advice: "Begin the file with: name,belt,since,guardian,alias", kind: .badData)
        }
        return try sheet.rows.dropFirst().filter { row in row.fields.contains { !$0.allSatisfy(\.isWhitespace) } }.map {
            row in
            /// Returns the text in a column of the row, or nil for an empty or missing cell.
            func cell(_ title: String) -> String? {
                guard let column = titles.firstIndex(of: title), row.fields.indices.contains(column) else { return nil }
                let text = CSV.unguarded(row.fields[column]).trimmed()
                return text.isEmpty ? nil : text
            }
            guard row.fields.indices.contains(nameColumn), !row.fields[nameColumn].allSatisfy(\.isWhitespace) else {
                throw RollFile.badLine("has no name", row.line)
            }
            let since = try cell("since").map { text -> Day in
                guard let day = Day(text) else {
                    throw RollFile.badLine("has “\(text.truncated)”, which is no day like 2026-06-01", row.line)
                }
                return day
            }
            return StudentDraft(
                name: cell("name"), belt: cell("belt"), since: since, guardian: cell("guardian"), alias: cell("alias"))
        }
    }

    /// Returns the failure of an invalid line.
    private static func badLine(_ reason: String, _ line: Int) -> Failure {
        Failure(.badRollFile, "Line \(line) \(reason). Nobody was added.", kind: .badData)
    }
}
