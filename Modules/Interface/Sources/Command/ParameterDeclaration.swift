import Kernel

/// The form of a parameter on the command line.
public enum ParameterForm: Hashable, Sendable {
    /// `--name VALUE`, and `-n VALUE` if it has a short form.
    case option(short: Character?)
    case flag(short: Character?)
    /// A positional word.
    ///
    /// With `isRest` it takes all words that follow.
    case argument(isRest: Bool)
}

/// A parameter as help, completion and the parser see it, without its type.
public struct ParameterDeclaration: Sendable {
    /// Its name: `cards` for `--cards`, `name` for an argument that help writes as `NAME`.
    public let name: String
    public let form: ParameterForm
    public let help: String
    public let placeholder: String
    /// The accepted values, for help.
    public let values: String
    /// The default value as help shows it, or nil without one.
    public let defaultText: String?
    public let isRequired: Bool
    public let isRepeatable: Bool
    /// Returns the words to complete and suggest from.
    public let candidates: @Sendable (_ typed: String) -> [String]
}

extension ParameterDeclaration {
    /// The spellings of an option, `--name` and then `-n`, or none for an argument.
    package var spellings: [String] {
        switch form {
        case .option(let short), .flag(let short): ["--\(name)"] + (short.map { ["-\($0)"] } ?? [])
        case .argument: []
        }
    }

    package var isFlag: Bool { if case .flag = form { true } else { false } }

    package var isArgument: Bool { if case .argument = form { true } else { false } }

    /// The name in messages: `--cards`, or `NAME`.
    package var label: String { isArgument ? name.uppercased() : "--\(name)" }

    /// The form in a usage line: `--cards N`, `NAME`, `[NAME…]`.
    package var usage: String {
        switch form {
        case .flag: "--\(name)"
        case .option: "--\(name) \(placeholder)"
        case .argument(let isRest):
            isRequired ? label + (isRest ? "…" : "") : "[\(label)\(isRest ? "…" : "")]"
        }
    }

    /// Returns the value of the words, and adds this parameter's label to errors.
    ///
    /// An error without better advice suggests the nearest candidate.
    func labelingErrors<Value>(_ words: [String], _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let failure as Failure where failure.kind == .usage && !words.isEmpty {
            let near = words.lazy.compactMap { word in Suggestion.nearest(to: word, among: candidates("")) }.first
            let advice = failure.advice.isEmpty ? near.map { "Did you mean “\($0)”?" } ?? "" : failure.advice
            throw Failure(failure.code, "\(label): \(failure.message)", advice: advice, kind: .usage)
        }
    }

    /// Returns the value of an option, after `=` or from the next word, which it removes.
    func takeValue(spelled: String, inline: String?, from words: inout ArraySlice<String>) throws -> String {
        if isFlag {
            guard inline == nil else { throw Failure(.optionTakesNoValue, "\(spelled) takes no value.", kind: .usage) }
            return ""
        }
        if let inline { return inline }
        guard let next = words.first, next != "--", WordShape(next) == .plain else {
            let advice = words.first.map { "If “\($0)” is the value, write \(spelled)=\($0)." }
            throw Failure(
                .optionValueMissing, "\(spelled) needs a value: \(placeholder).", advice: advice ?? "", kind: .usage)
        }
        words = words.dropFirst()
        return next
    }

    /// The form in a list of parameters: `-n N, --cards N`, or `NAME`.
    var synopsis: String {
        guard !isArgument else { return usage }
        return spellings.reversed().map { isFlag ? $0 : "\($0) \(placeholder)" }.joined(separator: ", ")
    }

    /// The purpose of the parameter, its values and its default.
    package var explanation: StyledText {
        let parts: [StyledText] = [
            StyledText(declared: help), values.isEmpty ? "" : StyledText(declared: "(\(values))"),
            defaultText.map { "[default: \($0)]" } ?? "", !isArgument && isRepeatable ? "[repeatable]" : "",
        ]
        return Array(parts.filter { !$0.spans.isEmpty }.map { [$0] }.joined(separator: [StyledText(" ")])).joined()
    }
}
