import Documents
import FeedbackCOIN
import Kernel
import Terminal

/// Where a page goes that a command can write instead of showing what is in it: `--html FILE`, `--markdown FILE`, each `-` for standard output.
struct PagesTo: Sendable {
    private let html: Destination?
    private let markdown: Destination?

    static let parameter = Parameter<PagesTo>.group(
        .option("html", .outputFile, "write it as a web page to print, into this file; - is standard output"),
        .option("markdown", .outputFile, "write it as Markdown, into this file; - is standard output"),
        .flag("replace", "replace the file if it exists")
    ) { html, markdown, isReplacing in
        guard html == nil || markdown == nil else {
            throw Failure(
                .contradiction, "A page can only have one form.", advice: "Use only one of --html and --markdown.", kind: .usage)
        }
        return PagesTo(
            html: html.map { Destination($0, replacing: isReplacing) },
            markdown: markdown.map { Destination($0, replacing: isReplacing) })
    }

    var isAsked: Bool { html != nil || markdown != nil }

    /// The page written, where one is asked for; `--json` gives the record that it is made of.
    ///
    /// - Parameter what: what was written, as it stands in “Wrote … to FILE.”.
    func taking<Record>(_ page: Page, _ what: String, of record: Record, _ fields: [Field<Record>]) throws -> Output? {
        guard let written = try html?.taking(Array(page.html().utf8), what) ?? markdown?.taking(Array(page.markdown().utf8), what)
        else { return nil }
        var output = Output.one(record, fields, blocks: [])
        output.notice = written.notice
        if case .bytes(let bytes) = written.content { output.file = bytes }
        return output
    }
}
