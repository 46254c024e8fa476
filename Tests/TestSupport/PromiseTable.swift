import Foundation

/// The table in `Tests/Golden/promises.txt` of the promises that each engine is tested for. The
/// tests of an engine check its column.
public enum PromiseTable {
    /// Returns the differences between an engine's column and its tested promises.
    ///
    /// - Parameters:
    ///   - asked: The tested and kept promises.
    ///   - promises: All promises in order.
    public static func faults(in engine: String, asked: [String], of promises: [String]) throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../.."
        let page = try String(contentsOfFile: root + "/Tests/Golden/promises.txt", encoding: .utf8)
        let rows = page.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        guard let head = rows.firstIndex(where: { $0.dropFirst().first == "promise" && $0.contains(engine) }),
            let column = rows[head].firstIndex(of: engine)
        else { return ["there is no column \(engine)"] }
        let table = rows[(head + 2)...].prefix { $0.count == rows[head].count }
        let documented = table.map { ($0[1], $0[column]) }
        let known = Set(asked)
        let expected = promises.map { ($0, known.contains($0) ? "kept" : "not asked") }
        let faults = zip(documented, expected).filter { $0 != $1 }.map {
            "“\($0.0)”: \($0.1), and should be “\($1.0)”: \($1.1)"
        }
        return faults
            + (documented.count == expected.count ? [] : ["\(documented.count) rows for \(expected.count) promises"])
    }
}
