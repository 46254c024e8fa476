import Interface
import Kernel

/// The format of an export.
enum ExportForm: Equatable {
    case book, pdf, text, json, dayOne, calendar, picture
    case photos(folder: String)
    case markdown(folder: String)

    /// The file name extensions of each format that goes to one file.
    private static let endings: [(ExportForm, [String])] = [
        (.book, ["html", "htm"]), (.pdf, ["pdf"]), (.text, ["txt", "text"]), (.json, ["json"]), (.dayOne, ["zip"]),
        (.calendar, ["ics"]), (.picture, ["png", "jpg", "jpeg"]),
    ]

    /// Returns the format that the extension of a file name selects.
    ///
    /// - Throws: `noSuchForm`.
    static func of(_ path: String) throws -> ExportForm {
        if let form = form(ofName: path) { return form }
        throw Failure(
            .noSuchForm, "The name “\(path)” does not select a format.",
            advice:
                "Let it end in \(endings.map { ".\($0.1[0])" }.joined(separator: ", ")); photos go to a folder with --photos, Markdown with --markdown.",
            kind: .usage)
    }

    /// Returns the book format for `--html`.
    ///
    /// - Throws: `contradiction` if the extension of the file name selects another format.
    static func book(named path: String) throws -> ExportForm {
        guard form(ofName: path) ?? .book == .book else {
            throw Failure(
                .contradiction, "--html writes a web page, but the name “\(path)” selects another format.",
                advice: "`export \(path)` writes that form; for a web page let the name end in .html.", kind: .usage)
        }
        return .book
    }

    /// Returns the format of a file name extension, or nil if there is none.
    private static func form(ofName path: String) -> ExportForm? {
        path.fileExtension.flatMap { ending in endings.first { $0.1.contains(ending) }?.0 }
    }
}
