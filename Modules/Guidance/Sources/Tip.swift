/// A hint that is shown once, and never again.
public struct Tip: Sendable {
    /// The tip's name: `FlashcardConfiguration`.
    public let id: String
    /// The name of its picture among the SF Symbols, for programs.
    public let icon: String
    /// Its picture in a terminal: one character.
    public let glyph: String
    /// What it is about, in a line.
    public let title: String
    /// What it says.
    public let text: String
    /// The command where it helps: `study`; nil where it fits anywhere.
    public let feature: String?
    /// Whether it is shown below the first command of its feature that succeeds, without being asked for.
    public let onFirstVisit: Bool
    /// Where it stands among the tips of all features: the lowest is shown first.
    public let rank: Int

    package init(
        _ id: String, icon: String, glyph: String, _ title: String, _ text: String, feature: String? = nil,
        onFirstVisit: Bool = false, rank: Int = 50
    ) {
        (self.id, self.icon, self.glyph, self.onFirstVisit, self.rank) = (id, icon, glyph, onFirstVisit, rank)
        (self.title, self.text, self.feature) = (title, text.inOneLine, feature)
    }
}
