import Kernel

/// How one word of a command line looks, before anything is known about options.
enum WordShape: Equatable {
    /// `--name` or `--name=value`, `-n` or `-n=value`; `spelled` with its dashes.
    case option(spelled: String, value: String?)
    /// Anything else: also `-`, `-5`, `-.5`, and text that begins with a dash and a space.
    case plain

    init(_ word: String) {
        guard word.hasPrefix("-"), let second = word.dropFirst().first, !second.isWhitespace, !second.isNumber, second != "."
        else {
            self = .plain
            return
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        self = .option(spelled: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : nil)
    }
}

/// Declared options, found by the way they are spelled. There are no abbreviations.
struct OptionTable {
    let options: [any CommandParameter]

    init(_ parameters: [any CommandParameter]) { options = parameters.filter { !$0.spellings.isEmpty } }

    subscript(spelled: String) -> (any CommandParameter)? { options.first { $0.spellings.contains(spelled) } }

    /// The option whose name is nearest to what was typed; dashes do not count, and one letter is near to nothing.
    func nearest(to spelled: String) -> String? {
        Suggestion.nearest(to: String(spelled.drop { $0 == "-" }), among: options.map(\.name)).map { "--\($0)" }
    }
}

extension CommandParameter {
    /// How an option is typed: `--name`, then `-n`; nothing for an argument.
    var spellings: [String] {
        switch form {
        case .option(let short), .flag(let short): ["--\(name)"] + (short.map { ["-\($0)"] } ?? [])
        case .argument: []
        }
    }

    var isFlag: Bool { if case .flag = form { true } else { false } }

    var isArgument: Bool { if case .argument = form { true } else { false } }

    /// How a message calls it: `--cards`, or `NAME`.
    var label: String { isArgument ? name.uppercased() : "--\(name)" }

    /// How a usage line shows it: `--cards N`, `NAME`, `[NAME…]`.
    var usage: String {
        switch form {
        case .flag: "--\(name)"
        case .option: "--\(name) \(placeholder)"
        case .argument(let isRest):
            isRequired ? label + (isRest ? "…" : "") : "[\(label)\(isRest ? "…" : "")]"
        }
    }

    /// Its value, with what is wrong said about this parameter, and the nearest candidate where nothing better is advised.
    func labelledValue(of words: [String], in context: ParsingContext) throws -> any Sendable {
        do {
            return try value(of: words, in: context)
        } catch let failure as Failure where failure.kind == .usage && !words.isEmpty {
            let near = words.lazy.compactMap { word in Suggestion.nearest(to: word, among: candidates("")) }.first
            let advice = failure.advice.isEmpty ? near.map { "Did you mean “\($0)”?" } ?? "" : failure.advice
            throw Failure(failure.code, "\(label): \(failure.message)", advice: advice, kind: .usage)
        }
    }
}

/// The value that an option takes from its own word or from the next one.
///
/// - Throws: `optionValueMissing`, `optionTakesNoValue`.
func takeValue(
    of option: any CommandParameter, spelled: String, inline: String?, from words: inout ArraySlice<String>
) throws -> String {
    if option.isFlag {
        guard inline == nil else { throw Failure("optionTakesNoValue", "\(spelled) takes no value.", kind: .usage) }
        return ""
    }
    if let inline { return inline }
    guard let next = words.first, next != "--", WordShape(next) == .plain else {
        let advice = words.first.map { "If “\($0)” is the value, write \(spelled)=\($0)" }
        throw Failure(
            "optionValueMissing", "\(spelled) needs a value: \(option.placeholder).", advice: advice ?? "", kind: .usage)
    }
    words = words.dropFirst()
    return next
}
