import Kernel

/// A parsed command line: the words given for each parameter.
struct Invocation: Sendable {
    let words: [String: [String]]
    let context: ParsingContext
    /// The command's usage line, for errors about missing arguments.
    let usage: String

    /// Returns the words given for a parameter, or none.
    ///
    /// - Throws: `missingArgument` if the parameter is required.
    func words(of parameter: ParameterDeclaration) throws -> [String] {
        let values = words[parameter.name] ?? []
        guard !values.isEmpty || !parameter.isRequired else {
            throw Failure(
                .missingArgument, "\(parameter.label) is missing: \(parameter.help).", advice: "Usage: \(usage)",
                kind: .usage)
        }
        return values
    }
}
