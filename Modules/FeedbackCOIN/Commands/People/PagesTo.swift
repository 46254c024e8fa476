import Documents
import FeedbackCOIN
import Kernel
import Terminal

/// Where a page goes that a command can write instead of showing what is in it: `--html FILE`, `--markdown FILE`, `--pdf FILE`, `--docx FILE`, each `-` for
/// standard output.
struct PagesTo: Sendable {
    private let form: ExportForm?
    private let destination: Destination

    static let parameter = Parameter<PagesTo>.group(
        .option("html", .outputFile, "write it as a web page to print, into this file; - is standard output"),
        .option("markdown", .outputFile, "write it as Markdown, into this file; - is standard output"),
        .option("pdf", .outputFile, "write it as a PDF, with Premium"),
        .option("docx", .outputFile, "write it as a Word document, with Premium"),
        .flag("replace", "replace the file if it exists")
    ) { html, markdown, pdf, docx, isReplacing in
        let asked = [(ExportForm.html, html), (.markdown, markdown), (.pdf, pdf), (.docx, docx)].compactMap { form, file in
            file.map { (form: form, file: $0) }
        }
        guard asked.count < 2 else {
            throw Failure(
                .contradiction, "A page can only have one form.",
                advice: "Use only one of \(listed(asked.map { "--\($0.form.rawValue)" })).", kind: .usage)
        }
        try asked.first?.form.admit(asked.first?.file)
        return PagesTo(form: asked.first?.form, destination: Destination(asked.first?.file, replacing: isReplacing))
    }

    var isAsked: Bool { form != nil }

    /// The page made and written, where one is asked for; `--json` gives the record that it is made of.
    ///
    /// - Parameter what: what was written, as it stands in “Wrote … to FILE.”.
    /// - Throws: `documentsDenied`, what the press throws.
    func taking<Record: Sendable>(
        _ page: @autoclosure () -> Page, _ what: String, by press: Press, in journal: FeedbackJournal, of record: Record,
        _ fields: [Field<Record>]
    ) throws -> Output? {
        guard let form else { return nil }
        if form.isDocument { try journal.askForDocuments() }
        let written = try destination.taking(form.bytes(of: page(), by: press), what)
        var output = Output.one(record, fields, blocks: [])
        output.notice = written.notice
        if case .bytes(let bytes) = written.content { output.file = bytes }
        return output
    }
}

extension ExportForm {
    /// A page in this form, which is one of those that pages have.
    func bytes(of page: Page, by press: Press) throws -> [UInt8] {
        switch self {
        case .pdf: try press.pdf(page.html())
        case .docx: page.docx()
        case .markdown: Array(page.markdown().utf8)
        case .html, .json, .csv: Array(page.html().utf8)
        }
    }

    /// Lets a file pass whose name does not say that it is something else.
    ///
    /// - Throws: `formUnclear`.
    fileprivate func admit(_ file: OutputFile?) throws {
        guard let file, let other = ExportForm(endingOf: file.path), other != self else { return }
        throw Failure(
            .formUnclear, "--\(rawValue) is one form, and the name \(file.path) says another.",
            advice: "Name the file with .\(endings[0]) at its end, or use the option for .\(other.endings[0]).", kind: .usage)
    }
}
