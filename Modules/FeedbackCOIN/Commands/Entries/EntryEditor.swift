import FeedbackCOIN
import Interface
import Kernel

/// An edit of the four sections and other facts of an entry in an editor.
struct EntryEditor: Sendable {
    let text: FeedbackText
    /// The facts that the user can edit too, or nil for a template.
    var about: EditorFacts?
    var fileName = "feedback.md"
    /// The notice if the user saves nothing.
    let unchanged: String
    let save: @Sendable (FeedbackText, FeedbackChange) throws -> Output

    var output: Output {
        Output(
            continuation: .edit(
                text: EditorText.write(text, about: about?.facts ?? [], EditorFacts.guidance), fileName: fileName
            ) { saved in
                guard let saved else { return Output(notice: unchanged) }
                let editedText = EditorText.read(saved, hasAbout: about != nil)
                guard !editedText.isBlank else { return Output(notice: unchanged) }
                return try save(editedText, about?.change(EditorText.readAbout(saved)) ?? FeedbackChange())
            })
    }
}

/// The facts of an entry outside its sections, as lines in an editor: `Kind: praise`.
struct EditorFacts: Sendable {
    let kind: FeedbackKind?
    let day: Day?
    let project: String?

    static let guidance =
        "Kind: praise or growth. Day: when it happened, as 2026-11-20. Project: what it was about. Each may be empty."

    var facts: [(name: String, value: String)] {
        [("Kind", kind?.rawValue ?? ""), ("Day", day?.description ?? ""), ("Project", project ?? "")]
    }

    /// Returns the change that the lines describe.
    ///
    /// A missing line counts as empty.
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
