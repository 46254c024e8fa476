import Foundation

/// Texts that stand in `Tests/Golden`, so that whoever changes one sees what became another.
public enum Golden {
    /// Where a text differs from the one that is kept; nil when they are equal. One that is not there is written and told of, so that it is looked at.
    ///
    /// - Throws: when it cannot be written.
    public static func fault(_ path: String, _ text: String) throws -> String? {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Golden/\(path)")
        guard let golden = try? String(contentsOf: url, encoding: .utf8) else {
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            return "\(path) was not there: look at it"
        }
        guard golden != text else { return nil }
        let lines = zip(golden.split(separator: "\n"), text.split(separator: "\n"))
        return "\(path): \(lines.first { $0 != $1 }.map { "“\($1)” was “\($0)”" } ?? "longer or shorter")"
    }
}
