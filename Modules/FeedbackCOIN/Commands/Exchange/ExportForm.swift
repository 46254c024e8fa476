import Kernel
import Terminal

/// What an export can be.
enum ExportForm: String, CaseIterable, Sendable {
    case json, markdown, csv, html, pdf, docx

    /// How the names of its files end.
    var endings: [String] {
        switch self {
        case .markdown: ["md", "markdown"]
        case .html: ["html", "htm"]
        case .json, .csv, .pdf, .docx: [rawValue]
        }
    }

    /// Whether it is for paper and for other people's programs, and nothing to read on a terminal.
    var isDocument: Bool { self == .pdf || self == .docx }

    /// The form that a file's name ends in; nil for one that says none, or none of these.
    init?(endingOf path: String) {
        guard let ending = path.fileEnding,
            let form = ExportForm.allCases.first(where: { $0.endings.contains(ending) })
        else { return nil }
        self = form
    }

    /// The one form that was named, else the one that the file's name ends in.
    ///
    /// - Throws: `contradiction`, `formUnknown`.
    static func chosen(_ named: [ExportForm], for file: OutputFile?) throws -> ExportForm {
        guard named.count < 2 else {
            throw Failure(
                .contradiction, "An export can only have one form.",
                advice: "Use only one of \(listed(named.map { "--\($0.rawValue)" })).", kind: .usage)
        }
        if let form = named.first { return form }
        guard let file, let ending = file.path.fileEnding else { return .json }
        guard let form = ExportForm(endingOf: file.path) else {
            let shown = "." + ending
            throw Failure(
                .formUnknown, "An export cannot have the form “\(shown)”.",
                advice: "Use a name that ends in .json, .md, .csv, .html, .pdf or .docx, or name the form, as in --csv.",
                kind: .usage)
        }
        return form
    }

    /// The forms as flags of a command.
    static let named = Parameter<[ExportForm]>.group(
        .flag("markdown", "as Markdown"), .flag("csv", "as comma-separated values (RFC 4180), one row an entry"),
        .flag("html", "as one web page that needs nothing else"), .flag("pdf", "as a PDF, with Premium"),
        .flag("docx", "as a Word document, with Premium")
    ) { markdown, csv, html, pdf, docx in
        [markdown ? .markdown : nil, csv ? .csv : nil, html ? .html : nil, pdf ? .pdf : nil, docx ? .docx : nil].compactMap(
            \.self)
    }
}
