import Kernel

extension FeedbackJournal {
    /// Returns all templates by name: the user's own and the built-in ones.
    package func templates() throws -> [FeedbackTemplate] {
        (try repository.read { try $0.templates() } + FeedbackTemplate.builtIn).sorted { $0.name < $1.name }
    }

    /// Returns the template of a name, without regard to case, blanks and dashes.
    ///
    /// - Throws: `templateNotFound`, `templateNameInvalid`.
    package func template(named name: String) throws -> FeedbackTemplate {
        let storedName = try FeedbackTemplate.checked(name: name)
        guard let template = try templates().first(where: { $0.name == storedName }) else {
            throw FeedbackTemplate.missing(storedName)
        }
        return template
    }

    /// Saves a template of the user's own.
    ///
    /// Its context may be empty, but not all sections.
    ///
    /// - Throws: `templateNameInvalid`, `templateNameTaken`, `templateEmpty`,
    ///   `templateSummaryInvalid`, and the errors of sections.
    package func addTemplate(named name: String, summary: String, _ text: FeedbackText) throws -> FeedbackTemplate {
        let name = try FeedbackTemplate.checked(name: name)
        let checked = try EntryTextRules.checked(sections: text)
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
            try records.save(template)
        }
        return template
    }

    /// Deletes a template of the user's own.
    ///
    /// - Throws: `templateBuiltIn`, `templateNotFound`.
    package func delete(_ template: FeedbackTemplate) throws {
        guard !template.isBuiltIn else {
            throw Failure(.templateBuiltIn, "“\(template.name)” comes with the app and cannot be deleted.")
        }
        try repository.write(undo: "Deleted the template \(template.id)") { records in
            guard try records.remove(template) else { throw FeedbackTemplate.missing(template.id.rawValue) }
        }
    }

    private func checkedSummary(_ text: String) throws -> String {
        try InputTextRule(upTo: 100).validatedIfPresent(text) { _ in
            Failure(
                .templateSummaryInvalid, "A template's summary is one line of at most 100 characters.", kind: .badData)
        } ?? ""
    }
}
