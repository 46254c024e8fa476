import Interface
import Kernel

/// The formats of an export.
enum ExportFormat: String, CaseIterable, Sendable {
    case json, markdown, csv, html, pdf, docx

    var fileExtensions: [String] {
        switch self {
        case .markdown: ["md", "markdown"]
        case .html: ["html", "htm"]
        case .json, .csv, .pdf, .docx: [rawValue]
        }
    }

    /// Whether the format is for print and other programs instead of a terminal.
    var isDocument: Bool { self == .pdf || self == .docx }

    /// Returns the format for a file's extension, or nil if there is none.
    init?(endingOf path: String) {
        guard let ending = path.fileExtension,
            let form = ExportFormat.allCases.first(where: { $0.fileExtensions.contains(ending) })
        else { return nil }
        self = form
    }

    /// Returns the format that an option names, or else that of the file's extension.
    ///
    /// - Throws: `contradiction`, `formUnknown`.
    static func chosen(_ options: [ExportFormat], for file: OutputFile?) throws -> ExportFormat {
        guard options.count < 2 else {
            throw Failure(
                .contradiction, "An export can only have one form.",
                advice: "Use only one of \(listed(options.map { "--\($0.rawValue)" })).", kind: .usage)
        }
        if let form = options.first { return form }
        guard let file, let ending = file.path.fileExtension else { return .json }
        guard let form = ExportFormat(endingOf: file.path) else {
            let shownExtension = "." + ending
            throw Failure(
                .formUnknown, "An export cannot have the form “\(shownExtension)”.",
                advice:
                    "Use a name that ends in .json, .md, .csv, .html, .pdf or .docx, or name the form, as in --csv.",
                kind: .usage)
        }
        return form
    }

    /// The forms as flags of a command.
    static let named = Parameter<[ExportFormat]>.group(
        .flag("markdown", "as Markdown"), .flag("csv", "as comma-separated values (RFC 4180), one row an entry"),
        .flag("html", "as one web page that needs nothing else"), .flag("pdf", "as a PDF, with Premium"),
        .flag("docx", "as a Word document, with Premium")
    ) { markdown, csv, html, pdf, docx in
        [markdown ? .markdown : nil, csv ? .csv : nil, html ? .html : nil, pdf ? .pdf : nil, docx ? .docx : nil]
            .compactMap(
                \.self)
    }
}
