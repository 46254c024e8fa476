/// A language that an app may speak, by its tag of ISO 639: `ko`.
public struct Language: Hashable, Sendable {
    /// Two or three small letters.
    public let tag: String

    /// English, which every text is written in.
    public static let english = Language(known: "en")

    private init(known tag: String) { self.tag = tag }

    /// The language of a tag or a locale: `ko`, `ko_KR.UTF-8`, `fr-CA`; English for `C` and `POSIX`, nil for what is none.
    public init?(_ word: String) {
        guard word.utf8.count <= 64 else { return nil }
        if word == "C" || word == "POSIX" || word.hasPrefix("C.") {
            self = .english
            return
        }
        let tag = word.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }.lowercased()
        guard (2...3).contains(tag.utf8.count), tag.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        self.tag = tag
    }

    /// The language that the variables of a process ask for, by the order of POSIX: `LC_ALL`, `LC_MESSAGES`, `LANG`; English for none.
    public init(variables: [String: String]) {
        let word = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
        self = Language(word) ?? .english
    }

    /// How it counts.
    public var plurals: PluralRule { PluralRule(of: tag) }
}
