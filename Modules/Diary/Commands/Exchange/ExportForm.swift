import Kernel
import Terminal

/// In which form a diary leaves.
enum ExportForm: Equatable {
    case book, pdf, text, json, dayOne, calendar, picture
    case photos(folder: String)
    case markdown(folder: String)

    /// By the ending of a file's name.
    private static let endings: [(ExportForm, [String])] = [
        (.book, ["html", "htm"]), (.pdf, ["pdf"]), (.text, ["txt", "text"]), (.json, ["json"]), (.dayOne, ["zip"]),
        (.calendar, ["ics"]), (.picture, ["png", "jpg", "jpeg"]),
    ]

    /// The form that a file has by its name.
    ///
    /// - Throws: `noSuchForm`.
    static func of(_ path: String) throws -> ExportForm {
        if let form = said(by: path) { return form }
        throw Failure(
            .noSuchForm, "The name “\(path)” does not say in which form.",
            advice:
                "Let it end in \(endings.map { ".\($0.1[0])" }.joined(separator: ", ")); photos go to a folder with --photos, Markdown with --markdown.",
            kind: .usage)
    }

    /// The page that `--html` writes, under a name that does not say something else.
    ///
    /// - Throws: `contradiction`.
    static func book(named path: String) throws -> ExportForm {
        guard said(by: path) ?? .book == .book else {
            throw Failure(
                .contradiction, "--html writes a web page, and the name “\(path)” says another form.",
                advice: "`export \(path)` writes that form; for a web page let the name end in .html.", kind: .usage)
        }
        return .book
    }

    /// What the ending of a name says; nil for one that says nothing.
    private static func said(by path: String) -> ExportForm? {
        path.fileEnding.flatMap { ending in endings.first { $0.1.contains(ending) }?.0 }
    }
}
