import Kernel

extension FeedbackJournal {
    /// All templates by name: a person's own, and those that come with the app.
    public func templates() throws -> [FeedbackTemplate] {
        (try repository.templates() + FeedbackTemplate.builtIn).sorted { $0.name < $1.name }
    }

    /// The template of a name; case, blanks and dashes do not matter.
    ///
    /// - Throws: `templateNotFound`, `templateNameInvalid`.
    public func template(named name: String) throws -> FeedbackTemplate {
        let wanted = try FeedbackTemplate.checked(name: name)
        guard let template = try templates().first(where: { $0.name == wanted }) else { throw Failure.noTemplate(named: wanted) }
        return template
    }

    /// Keeps a template of one's own. Its context may be empty; one section must not be.
    ///
    /// - Throws: `templateNameInvalid`, `templateNameTaken`, `templateEmpty`, `templateSummaryInvalid`, and what sections may throw.
    public func addTemplate(named name: String, summary: String, _ text: FeedbackText) throws -> FeedbackTemplate {
        let name = try FeedbackTemplate.checked(name: name)
        guard !FeedbackTemplate.builtIn.contains(where: { $0.name == name }) else { throw Failure.templateNameTaken(name) }
        var checked = text
        for section in FeedbackSection.allCases { checked[section] = try Wording.checked(text[section], in: section) }
        guard !checked.isBlank else {
            throw Failure(.templateEmpty, "A template needs text in one section at least.", kind: .badData)
        }
        let template = FeedbackTemplate(
            id: ids.next(), name: name, summary: try checkedSummary(summary), text: checked)
        try repository.add(template)
        return template
    }

    /// Deletes a template of one's own.
    ///
    /// - Throws: `templateBuiltIn`, `templateNotFound`.
    public func delete(_ template: FeedbackTemplate) throws {
        guard !template.isBuiltIn else {
            throw Failure(.templateBuiltIn, "“\(template.name)” comes with the app and cannot be deleted.")
        }
        try repository.remove(template.id)
    }

    private func checkedSummary(_ text: String) throws -> String {
        try TypedText(upTo: 100).keptIfAny(text) { _ in
            Failure(.templateSummaryInvalid, "A template's summary is one line of at most 100 characters.", kind: .badData)
        } ?? ""
    }
}
