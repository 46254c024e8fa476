/// Declared options, found by the way they are spelled. There are no abbreviations.
package struct OptionTable {
    let options: [ParameterDeclaration]

    package init(_ parameters: [ParameterDeclaration]) { options = parameters.filter { !$0.spellings.isEmpty } }

    package subscript(spelled: String) -> ParameterDeclaration? { options.first { $0.spellings.contains(spelled) } }

    /// The option whose name is nearest to what was typed; dashes do not count, and one letter is near to nothing.
    func nearest(to spelled: String) -> String? {
        Suggestion.nearest(to: String(spelled.drop { $0 == "-" }), among: options.map(\.name)).map { "--\($0)" }
    }
}
