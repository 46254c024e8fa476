import FeedbackCOIN
import Kernel
import Terminal

/// Four sections in an editor, and above them what else there is to say of an entry.
struct EditorRound: Sendable {
    /// What the editor shows first.
    let text: FeedbackText
    /// What stands above the sections; nil where nothing does.
    var about: EditorAbout?
    /// What its file is called.
    var fileName = "feedback.md"
    /// What is said when it was left unchanged, or empty.
    let unchanged: String
    /// Keeps what was written.
    let save: @Sendable (FeedbackText, FeedbackChange) throws -> Output

    var output: Output {
        Output(
            continuation: .edit(text: EditorText.write(text, about: about?.facts ?? [], EditorAbout.guidance), fileName: fileName)
            { saved in
                guard let saved else { return Output(notice: unchanged) }
                let written = EditorText.read(saved, hasAbout: about != nil)
                guard !written.isBlank else { return Output(notice: unchanged) }
                return try save(written, about?.change(EditorText.readAbout(saved)) ?? FeedbackChange())
            })
    }
}

/// What is no section of an entry, as lines of an editor: `Kind: praise`.
struct EditorAbout: Sendable {
    let kind: FeedbackKind?
    let day: Day?
    let project: String?

    static let guidance =
        "Kind: praise or growth. Day: when it happened, as 2026-11-20. Project: what it was about. Each may be empty."

    var facts: [(name: String, value: String)] {
        [("Kind", kind?.rawValue ?? ""), ("Day", day?.description ?? ""), ("Project", project ?? "")]
    }

    /// What the lines change; a line that is missing is an empty one.
    ///
    /// - Throws: `aboutUnclear`.
    func change(_ lines: [String]) throws -> FeedbackChange {
        var values: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmed() }
            let name = parts.first?.lowercased() ?? ""
            guard ["kind", "day", "project"].contains(name), line.contains(":"), values[name] == nil else {
                throw unclear("“\(line.prefix(60))” says nothing about the feedback.")
            }
            values[name] = parts.count > 1 ? parts[1] : ""
        }
        var change = FeedbackChange()
        let newKind = try values["kind"].flatMap { $0.isEmpty ? nil : $0 }.map { text in
            guard let kind = FeedbackKind(rawValue: text.lowercased()) else {
                throw unclear("“\(text.prefix(60))” is no kind of feedback.")
            }
            return kind
        }
        let newDay = try values["day"].flatMap { $0.isEmpty ? nil : $0 }.map { text in
            guard let day = Day(text) else { throw unclear("“\(text.prefix(60))” is not a day.") }
            return day
        }
        let newProject = values["project"].flatMap { $0.isEmpty ? nil : $0 }
        if newKind != kind { change.kind = newKind.map { .set($0) } ?? .remove }
        if newDay != day { change.happenedOn = newDay.map { .set($0) } ?? .remove }
        if newProject != project { change.project = newProject.map { .set($0) } ?? .remove }
        return change
    }

    private func unclear(_ message: String) -> Failure {
        Failure(
            .aboutUnclear, message,
            advice:
                "Below “\(EditorText.about)” there are three lines: Kind: praise or growth, Day: 2026-11-20, Project: a name. Text goes below the other headings.",
            kind: .badData)
    }
}
