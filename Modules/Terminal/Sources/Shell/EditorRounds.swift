import Kernel

/// An editor that opens on a text until what was written can be used.
///
/// What cannot be used comes back with the complaint on top. Whoever leaves it then as it is gives up, and what was written stays as a draft:
/// nothing is thrown away.
struct EditorRounds {
    let console: any Console
    let text: String
    let fileName: String
    let proceed: (String?) throws -> Output

    /// How often it opens: an editor may be a script that never does better.
    private static let most = 10

    /// What comes of what was written.
    func output() throws -> Output {
        guard console.isInputTerminal else {
            throw Failure(
                .editorNeedsTerminal, "This opens an editor, which needs a terminal.",
                advice: "Give the text on the command line instead; --help names the options for it.", kind: .usage)
        }
        var written = try console.companions.edit(text, fileName)
        var round = 1
        while true {
            do {
                return try proceed(written == text ? nil : written)
            } catch let failure as Failure where written != text {
                guard failure.kind == .badData || failure.kind == .usage, round < EditorRounds.most else {
                    throw keeping(written, failure)
                }
                let again = try mended(written, failure)
                guard again != written else { throw keeping(written, failure) }
                written = again
                round += 1
            }
        }
    }

    private func mended(_ written: String, _ complaint: Failure) throws -> String {
        let head = EditorRounds.head(complaint)
        do {
            var saved = try console.companions.edit(head.joined() + written, fileName)
            for line in head where saved.hasPrefix(line) { saved.removeFirst(line.count) }
            return saved
        } catch let trouble as Failure {
            throw keeping(written, trouble)
        }
    }

    /// Lines on top that do not belong to the text.
    private static func head(_ complaint: Failure) -> [String] {
        [
            complaint.description,
            "Correct it below and save. To give up, close it without changes: what you wrote is kept as a draft.",
        ].map {
            "<!-- \($0.split(whereSeparator: \.isNewline).joined(separator: " ")) -->\n"
        } + ["\n"]
    }

    private func keeping(_ written: String, _ failure: Failure) -> Failure {
        guard let file = console.companions.keep(written, fileName) else { return failure }
        let advice = [failure.advice, "What you wrote is kept in \(file)."].filter { !$0.isEmpty }.joined(separator: " ")
        return Failure(failure.code, failure.message, advice: advice, kind: failure.kind, denial: failure.denial)
    }
}
