import Foundation

/// Compares texts with their stored versions in `Tests/Golden`, so that changes become visible.
public enum Golden {
    /// Returns the first difference from the stored text, or nil if they are equal. A missing text
    /// is written and reported, so that it is reviewed.
    ///
    /// - Throws: If the text can't be written.
    public static func fault(_ path: String, _ text: String) throws -> String? {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../Golden/\(path)")
        guard let golden = try? String(contentsOf: url, encoding: .utf8) else {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            return "\(path) was not there: look at it"
        }
        guard golden != text else { return nil }
        let lines = zip(golden.split(separator: "\n"), text.split(separator: "\n"))
        return "\(path): \(lines.first { $0 != $1 }.map { "“\($1)” was “\($0)”" } ?? "longer or shorter")"
    }
}
