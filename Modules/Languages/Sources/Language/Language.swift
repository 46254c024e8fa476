/// A language by its ISO 639 tag, such as `ko`.
public struct Language: Hashable, Sendable {
    public let tag: String

    public static let english = Language(known: "en")

    private init(known tag: String) { self.tag = tag }

    /// Creates a language from a tag or locale: `ko`, `ko_KR.UTF-8`, `fr-CA`. `C` and `POSIX` give
    /// English, and invalid text gives `nil`.
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

    /// Creates the language of an environment, in POSIX order: `LC_ALL`, `LC_MESSAGES`, `LANG`. The
    /// default is English.
    public init(variables: [String: String]) {
        let word = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
        self = Language(word) ?? .english
    }

    public var plurals: PluralRule { PluralRule(of: tag) }
}
