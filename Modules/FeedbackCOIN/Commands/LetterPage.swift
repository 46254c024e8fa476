import Documents
import FeedbackCOIN
import Kernel

/// The HTML version of a letter.
///
/// It has the words of the plain text and loads no resources.
enum LetterPage {
    static func html(_ letter: Letter, _ entry: FeedbackEntry) -> String {
        let sections = FeedbackSection.allCases.filter { !entry.text[$0].isEmpty }.flatMap { section in
            [Part.heading(section.heading, level: 2), .paragraph(entry.text[section])]
        }
        let signature = letter.signature.map { [Part.remark($0)] } ?? []
        let end = letter.body.split(separator: "\n").suffix(2).joined(separator: ". ")
        return Page(title: "COIN Feedback Entry", parts: sections + signature, footer: end).html()
    }
}
