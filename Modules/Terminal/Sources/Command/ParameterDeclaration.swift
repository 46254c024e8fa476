import Kernel

/// How a parameter stands on the command line.
public enum ParameterForm: Hashable, Sendable {
    /// `--name VALUE`, and `-n VALUE` when it has a short form.
    case option(short: Character?)
    /// `--name`.
    case flag(short: Character?)
    /// A word in its place. `isRest` takes all the words that follow.
    case argument(isRest: Bool)
}

/// A parameter as help, completion and the parser see it, whatever becomes of its words.
public struct ParameterDeclaration: Sendable {
    /// Its name: `cards` for `--cards`, `name` for an argument that help writes as `NAME`.
    public let name: String
    /// How it stands on the command line.
    public let form: ParameterForm
    /// One line of help.
    public let help: String
    /// What stands for the value in a usage line.
    public let placeholder: String
    /// Which values there are, for help.
    public let values: String
    /// What is taken when it is not given, for help; nil when nothing is.
    public let defaultText: String?
    /// Whether it must be given.
    public let isRequired: Bool
    /// Whether it may be given more than once.
    public let isRepeatable: Bool
    /// Words to complete and suggest from.
    public let candidates: @Sendable (_ typed: String) -> [String]
}

extension ParameterDeclaration {
    /// How an option is typed: `--name`, then `-n`; nothing for an argument.
    package var spellings: [String] {
        switch form {
        case .option(let short), .flag(let short): ["--\(name)"] + (short.map { ["-\($0)"] } ?? [])
        case .argument: []
        }
    }

    package var isFlag: Bool { if case .flag = form { true } else { false } }

    package var isArgument: Bool { if case .argument = form { true } else { false } }

    /// How a message calls it: `--cards`, or `NAME`.
    package var label: String { isArgument ? name.uppercased() : "--\(name)" }

    /// How a usage line shows it: `--cards N`, `NAME`, `[NAME…]`.
    var usage: String {
        switch form {
        case .flag: "--\(name)"
        case .option: "--\(name) \(placeholder)"
        case .argument(let isRest):
            isRequired ? label + (isRest ? "…" : "") : "[\(label)\(isRest ? "…" : "")]"
        }
    }

    /// What the words mean, with what is wrong said about this parameter, and the nearest candidate where nothing better is advised.
    func labelled<Value>(_ words: [String], _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let failure as Failure where failure.kind == .usage && !words.isEmpty {
            let near = words.lazy.compactMap { word in Suggestion.nearest(to: word, among: candidates("")) }.first
            let advice = failure.advice.isEmpty ? near.map { "Did you mean “\($0)”?" } ?? "" : failure.advice
            throw Failure(failure.code, "\(label): \(failure.message)", advice: advice, kind: .usage)
        }
    }

    /// The value that this option takes from its own word or from the next one.
    ///
    /// - Throws: `optionValueMissing`, `optionTakesNoValue`.
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

    /// As a list of parameters shows it: `-n N, --cards N`, or `NAME`.
    var synopsis: String {
        guard !isArgument else { return usage }
        return spellings.reversed().map { isFlag ? $0 : "\($0) \(placeholder)" }.joined(separator: ", ")
    }

    /// What it is for, its values and its default.
    var explanation: StyledText {
        let parts: [StyledText] = [
            StyledText(declared: help), values.isEmpty ? "" : StyledText(declared: "(\(values))"),
            defaultText.map { "[default: \($0)]" } ?? "", !isArgument && isRepeatable ? "[repeatable]" : "",
        ]
        return Array(parts.filter { !$0.spans.isEmpty }.map { [$0] }.joined(separator: [StyledText(" ")])).joined()
    }
}
