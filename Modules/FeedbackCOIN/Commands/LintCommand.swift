import FeedbackCOIN
import Interface
import Kernel

/// Advice on the wording of feedback, by a command or as a muted paragraph after an entry is
/// written.
struct LintCommand: Sendable {
    let journal: FeedbackJournal

    private static let fields: [Field<Advice>] = [
        Field("section", "context, observation, impact or nextSteps") { .text($0.section.rawValue) },
        Field("flaw", "judgement, absolute, mindReading, label, noImpact or openStep") { .text($0.flaw.rawValue) },
        Field("words", "the words that it is about; empty when something is missing") { .text($0.words) },
        Field("why", "why it stands in the way") { .text($0.reason) },
        Field("wording", "what could be written instead") { .text($0.suggestion) },
    ]

    var lint: Command {
        Command(
            "lint", "Look at the words of feedback, and advise",
            discussion: """
                It looks for judgements in the observation, for always and never, for what nobody can see in another person, for labels, for an impact \
                on nobody, and for next steps without who and when. It says why, and offers a wording. It knows English, it can be wrong, and it \
                blocks nothing. Quotations and what somebody said are left in peace.
                """,
            examples: [.init("lint", "the newest"), .init("lint latest --json", "for a program")],
            EntryParameters(journal: journal).optionalID, returns: .list(Self.fields)
        ) { id in
            let entry = try journal.entry(id ?? FeedbackJournal.latest)
            let advice = journal.advice(on: entry)
            var output = Output.list(
                advice, Self.fields, empty: "",
                next: advice.isEmpty ? ["show \(entry.id.shortForm)"] : ["edit \(entry.id.shortForm)"])
            output.blocks = [.heading(StyledText(entry.text.preview, .title))] + blocks(advice)
            return output
        }
    }

    private func blocks(_ advice: [Advice]) -> [Block] {
        guard !advice.isEmpty else { return [.paragraph(StyledText("There is nothing to advise.", .good))] }
        return advice.flatMap { advice -> [Block] in
            let quotedWords = advice.words.isEmpty ? "" : ": “\(advice.words)”"
            return [
                .gap,
                .paragraph(
                    StyledText(
                        "\(declared: advice.section.heading), \(declared: advice.flaw.title)\(quotedWords)", .accent)),
                .paragraph(StyledText(declared: advice.reason)),
                .paragraph(StyledText(declared: advice.suggestion, .muted)),
            ]
        }
    }

    /// Returns the advice after an entry was written, or nothing if there is none or the user
    /// turned it off.
    func remark(on entry: FeedbackEntry) throws -> [Block] {
        let advice = journal.advice(on: entry)
        guard let first = advice.first, try journal.settings().isAdvising else { return [] }
        let quotedWords = first.words.isEmpty ? "" : " “\(first.words)”"
        let more = advice.count > 1 ? " There is more: \(counted(advice.count - 1, "other remark"))." : ""
        let text =
            "A remark on the \(first.section.heading.lowercased())\(quotedWords). \(first.suggestion)\(more) `lint` says why."
        return [.paragraph(StyledText(declared: text, .muted))]
    }
}

extension FeedbackJournal {
    fileprivate func advice(on entry: FeedbackEntry) -> [Advice] {
        // The user cannot improve feedback that others wrote.
        guard entry.direction == .given else { return [] }
        return FeedbackLint.advice(on: entry.text, for: entry.recipient?.name, isPraise: entry.kind == .praise)
    }
}
