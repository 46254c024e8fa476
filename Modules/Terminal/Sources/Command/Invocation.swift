import Kernel

/// A command line that was taken apart: which words were given for which parameter.
struct Invocation: Sendable {
    let words: [String: [String]]
    let context: ParsingContext
    /// The command's usage line, for what is missing.
    let usage: String

    /// The words that were given for a parameter; none when it was not given.
    ///
    /// - Throws: `missingArgument` when there must be one.
    func words(of parameter: ParameterDeclaration) throws -> [String] {
        let given = words[parameter.name] ?? []
        guard !given.isEmpty || !parameter.isRequired else {
            throw Failure(
                .missingArgument, "\(parameter.label) is missing: \(parameter.help).", advice: "Usage: \(usage)", kind: .usage)
        }
        return given
    }
}
