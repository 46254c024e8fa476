import Documents
import FeedbackCOIN
import Interface
import Kernel

/// The output options that write a page to a file instead of the terminal.
///
/// They are `--html FILE`, `--markdown FILE`, `--pdf FILE` and `--docx FILE`. `-` means standard
/// output.
struct PageOutput: Sendable {
    private let form: ExportFormat?
    private let destination: Destination

    static let parameter = Parameter<PageOutput>.group(
        .option("html", .outputFile, "write it as a web page to print, into this file; - is standard output"),
        .option("markdown", .outputFile, "write it as Markdown, into this file; - is standard output"),
        .option("pdf", .outputFile, "write it as a PDF, with Premium"),
        .option("docx", .outputFile, "write it as a Word document, with Premium"),
        .flag("replace", "replace the file if it exists")
    ) { html, markdown, pdf, docx, isReplacing in
        let requested = [(ExportFormat.html, html), (.markdown, markdown), (.pdf, pdf), (.docx, docx)].compactMap {
            form, file in
            file.map { (form: form, file: $0) }
        }
        guard requested.count < 2 else {
            throw Failure(
                .contradiction, "A page can only have one form.",
                advice: "Use only one of \(listed(requested.map { "--\($0.form.rawValue)" })).", kind: .usage)
        }
        try requested.first?.form.checkExtension(requested.first?.file)
        return PageOutput(
            form: requested.first?.form, destination: Destination(requested.first?.file, replacing: isReplacing))
    }

    var isAsked: Bool { form != nil }

    /// Creates and writes the page if an option asks for it.
    ///
    /// With `--json` it returns the record.
    ///
    /// - Parameter what: the name of the page in “Wrote … to FILE.”.
    /// - Throws: `documentsDenied` and the errors of `press`.
    func write<Record: Sendable>(
        _ page: @autoclosure () -> Page, _ what: String, by press: Press, in journal: FeedbackJournal,
        of record: Record, _ fields: [Field<Record>]
    ) throws -> Output? {
        guard let form else { return nil }
        if form.isDocument { try journal.requireDocuments() }
        let writeOutput = try destination.write(form.bytes(of: page(), by: press), what)
        var output = Output.one(record, fields, blocks: [])
        output.notice = writeOutput.notice
        if case .bytes(let bytes) = writeOutput.content { output.file = bytes }
        return output
    }
}

extension ExportFormat {
    /// Returns a page in this format, which must be one that pages support.
    func bytes(of page: Page, by press: Press) throws -> [UInt8] {
        switch self {
        case .pdf: try press.pdf(page.html())
        case .docx: page.docx()
        case .markdown: Array(page.markdown().utf8)
        case .html, .json, .csv: Array(page.html().utf8)
        }
    }

    /// Checks that the extension of a file does not contradict the format.
    ///
    /// - Throws: `formUnclear`.
    fileprivate func checkExtension(_ file: OutputFile?) throws {
        guard let file, let other = ExportFormat(endingOf: file.path), other != self else { return }
        throw Failure(
            .formUnclear, "--\(rawValue) is one form, and the name \(file.path) says another.",
            advice:
                "Name the file with .\(fileExtensions[0]) at its end, or use the option for .\(other.fileExtensions[0]).",
            kind: .usage)
    }
}
