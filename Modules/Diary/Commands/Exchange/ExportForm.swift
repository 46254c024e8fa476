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
        let name = path.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        if let form = endings.first(where: { $0.1.contains(ending) })?.0 { return form }
        throw Failure(
            .noSuchForm, "The name “\(path)” does not say in which form.",
            advice:
                "Let it end in \(endings.map { ".\($0.1[0])" }.joined(separator: ", ")); photos go to a folder with --photos, Markdown with --markdown.",
            kind: .usage)
    }
}
