import Kernel

/// The text rule of message headers: one line without invisible characters.
enum HeaderText {
    /// Returns the text in its stored form, or nil if it is empty.
    ///
    /// Line breaks are refused at the edges too.
    ///
    /// - Parameter longer: the error for a text of more characters.
    /// - Throws: `headerInjection` if the text could begin another header line or hide its real
    ///   content.
    static func validated(_ text: String, upTo limit: Int, _ what: String, longer: @autoclosure () -> Failure) throws
        -> String?
    {
        guard !text.contains(where: \.isNewline) else { throw injection(what) }
        return try InputTextRule(upTo: limit).validatedIfPresent(text) { fault in
            if case .tooLong = fault { longer() } else { injection(what) }
        }
    }

    /// Returns the characters of a text that a header may contain.
    static func sanitized(_ text: String) -> String {
        let rule = InputTextRule(upTo: 1)
        return text.filter { $0 == " " || (try? rule.normalized(String($0))) != nil }
    }

    private static func injection(_ what: String) -> Failure {
        Failure(
            .headerInjection, "\(what) of a message cannot hold line breaks or invisible characters.",
            advice: "Write it on one line; nothing was sent.", kind: .badData)
    }
}
