import Documents
import Kernel

/// A roll as another program wrote it: a table with a line of titles.
public struct RollFile: Sendable {
    /// How large a file may be, in bytes.
    public static let largest = 1 << 20

    private let sheet: Sheet

    /// Reads a table.
    ///
    /// - Throws: `badRollFile`, naming the line.
    public init(bytes: [UInt8]) throws {
        do { sheet = try Sheet(bytes, limit: ClubRoll.mostStudents + 1) } catch {
            let what =
                switch error {
                case .notText(let line): line.map { "It is not text in UTF-8, from line \($0) on." } ?? "It is not text in UTF-8."
                case .openQuote(let line): "The quote in line \(line) is never closed."
                case .tooManyRows: "It has more than \(ClubRoll.mostStudents) students."
                }
            throw Failure(.badRollFile, what, advice: "Save it as CSV in UTF-8, one student a line.", kind: .badData)
        }
    }

    /// Who stands in it.
    ///
    /// - Throws: `badRollFile` without a column `name`, and for a day that is none.
    public func drafts() throws -> [StudentDraft] {
        guard let titles = sheet.rows.first?.fields.map(Folding.folded), let name = titles.firstIndex(of: "name") else {
            throw Failure(
                .badRollFile, "The first line has no column called name.",
                advice: "Begin the file with: name,belt,since,guardian,alias", kind: .badData)
        }
        return try sheet.rows.dropFirst().filter { row in row.fields.contains { !$0.allSatisfy(\.isWhitespace) } }.map { row in
            func cell(_ title: String) -> String? {
                guard let place = titles.firstIndex(of: title), row.fields.indices.contains(place) else { return nil }
                let text = CSV.plain(row.fields[place]).trimmed()
                return text.isEmpty ? nil : text
            }
            guard row.fields.indices.contains(name), !row.fields[name].allSatisfy(\.isWhitespace) else {
                throw RollFile.bad("has no name", row.line)
            }
            let since = try cell("since").map { text -> Day in
                guard let day = Day(text) else {
                    throw RollFile.bad("has “\(text.short)”, which is no day like 2026-06-01", row.line)
                }
                return day
            }
            return StudentDraft(
                name: cell("name"), belt: cell("belt"), since: since, guardian: cell("guardian"), alias: cell("alias"))
        }
    }

    private static func bad(_ what: String, _ line: Int) -> Failure {
        Failure(.badRollFile, "Line \(line) \(what). Nobody was added.", kind: .badData)
    }
}
