import Kernel

extension FeedbackJournal {
    /// All templates by name: a person's own, and those that come with the app.
    public func templates() throws -> [FeedbackTemplate] {
        (try repository.read { try $0.templates() } + FeedbackTemplate.builtIn).sorted { $0.name < $1.name }
    }

    /// The template of a name; case, blanks and dashes do not matter.
    ///
    /// - Throws: `templateNotFound`, `templateNameInvalid`.
    public func template(named name: String) throws -> FeedbackTemplate {
        let wanted = try FeedbackTemplate.checked(name: name)
        guard let template = try templates().first(where: { $0.name == wanted }) else { throw FeedbackTemplate.missing(wanted) }
        return template
    }

    /// Keeps a template of one's own. Its context may be empty; one section must not be.
    ///
    /// - Throws: `templateNameInvalid`, `templateNameTaken`, `templateEmpty`, `templateSummaryInvalid`, and what sections may throw.
    public func addTemplate(named name: String, summary: String, _ text: FeedbackText) throws -> FeedbackTemplate {
        let name = try FeedbackTemplate.checked(name: name)
        let checked = try Wording.checked(sections: text)
        guard !checked.isBlank else {
            throw Failure(.templateEmpty, "A template needs text in at least one section.", kind: .badData)
        }
        let template = FeedbackTemplate(
            id: ids.next(), name: name, summary: try checkedSummary(summary), text: checked)
        try repository.write(undo: "Added the template “\(name)”") { records in
            guard try !(records.templates() + FeedbackTemplate.builtIn).contains(where: { $0.name == name }) else {
                throw Failure(
                    .templateNameTaken, "There is already a template called “\(name)”.",
                    advice: "Choose another name; `template list` shows them.", kind: .badData)
            }
            try records.keep(template)
        }
        return template
    }

    /// Deletes a template of one's own.
    ///
    /// - Throws: `templateBuiltIn`, `templateNotFound`.
    public func delete(_ template: FeedbackTemplate) throws {
        guard !template.isBuiltIn else {
            throw Failure(.templateBuiltIn, "“\(template.name)” comes with the app and cannot be deleted.")
        }
        try repository.write(undo: "Deleted the template \(template.id)") { records in
            guard try records.remove(template) else { throw FeedbackTemplate.missing(template.id.rawValue) }
        }
    }

    private func checkedSummary(_ text: String) throws -> String {
        try TypedText(upTo: 100).keptIfAny(text) { _ in
            Failure(.templateSummaryInvalid, "A template's summary is one line of at most 100 characters.", kind: .badData)
        } ?? ""
    }
}
