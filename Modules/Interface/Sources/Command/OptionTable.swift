/// The declared options, found by their full spellings.
package struct OptionTable {
    package let options: [ParameterDeclaration]

    package init(_ parameters: [ParameterDeclaration]) { options = parameters.filter { !$0.spellings.isEmpty } }

    package subscript(spelled: String) -> ParameterDeclaration? { options.first { $0.spellings.contains(spelled) } }

    /// Returns the option whose name is nearest to the typed word, without regard to dashes.
    ///
    /// It returns nil for a single letter.
    func nearest(to spelled: String) -> String? {
        Suggestion.nearest(to: String(spelled.drop { $0 == "-" }), among: options.map(\.name)).map { "--\($0)" }
    }
}
