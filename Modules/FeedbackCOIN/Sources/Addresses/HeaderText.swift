import Kernel

/// What people type into a header of a message: one line, and nothing that cannot be seen.
enum HeaderText {
    /// The text as it is kept; nil when nothing is left of it. Line ends are refused at the edges too.
    ///
    /// - Parameter longer: what is thrown for a text of more characters.
    /// - Throws: `headerInjection` when the text could end its line and begin another, or show as something else than it is.
    static func judged(_ text: String, upTo limit: Int, _ what: String, longer: @autoclosure () -> Failure) throws -> String? {
        guard !text.contains(where: \.isNewline) else { throw injection(what) }
        return try TypedText(upTo: limit).keptIfAny(text) { fault in
            if case .tooLong = fault { longer() } else { injection(what) }
        }
    }

    /// The characters of a text that may stand in a header.
    static func shown(_ text: String) -> String {
        let rule = TypedText(upTo: 1)
        return text.filter { $0 == " " || (try? rule.judged(String($0))) != nil }
    }

    private static func injection(_ what: String) -> Failure {
        Failure(
            .headerInjection, "\(what) of a message cannot hold line breaks or invisible characters.",
            advice: "Write it on one line; nothing was sent.", kind: .badData)
    }
}
