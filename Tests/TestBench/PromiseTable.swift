import Foundation

/// The table in `Modules/Storage/README.md` that says which promise each engine is asked for: a column is checked where that engine is tried.
public enum PromiseTable {
    /// What is wrong with the column of an engine; nothing where the table says what was asked.
    ///
    /// - Parameters:
    ///   - asked: the promises that were tried, and kept.
    ///   - promises: all that there are, in their order.
    public static func faults(in engine: String, asked: [String], of promises: [String]) throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../.."
        let page = try String(contentsOfFile: root + "/Modules/Storage/README.md", encoding: .utf8)
        let rows = page.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        guard let head = rows.firstIndex(where: { $0.dropFirst().first == "promise" && $0.contains(engine) }),
            let column = rows[head].firstIndex(of: engine)
        else { return ["there is no column \(engine)"] }
        let table = rows[(head + 2)...].prefix { $0.count == rows[head].count }
        let told = table.map { ($0[1], $0[column]) }
        let known = Set(asked)
        let wanted = promises.map { ($0, known.contains($0) ? "kept" : "not asked") }
        let faults = zip(told, wanted).filter { $0 != $1 }.map { "“\($0.0)”: \($0.1), and should be “\($1.0)”: \($1.1)" }
        return faults + (told.count == wanted.count ? [] : ["\(told.count) rows for \(wanted.count) promises"])
    }
}
