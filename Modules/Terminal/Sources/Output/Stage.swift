import Kernel

/// How a dialogue looks where a screen has room for more than its lines: a header with a bar of progress on top, in the middle a card, below it
/// the keys. On small screens, in line mode and in a pipe the view's blocks stand alone, so they say everything.
public struct Stage: Sendable {
    /// What this is: "Korean to English".
    public let title: StyledText
    /// Where one is in it: "3 of 10".
    public let aside: StyledText
    /// How far that is, 0…1; nil where nothing is counted.
    public let progress: Double?
    /// Colours in front of the title: those of a belt.
    public let colors: [RGBColor]
    /// What stands on the card. What stands between two gaps is centred together. Digits are as large as there is room.
    public let card: [Block]
    /// What was said of the last answer, above the card.
    public let said: [Block]
    /// Whether the card has an edge; what stands alone, as a clock, needs none.
    public let isFramed: Bool

    /// Without an aside the title stands alone; without progress the bar is a line.
    public init(
        _ title: StyledText, aside: StyledText = "", progress: Double? = nil, colors: [RGBColor] = [], card: [Block],
        said: [Block] = [], isFramed: Bool = true
    ) {
        (self.title, self.aside, self.progress, self.colors) = (title, aside, progress, colors)
        (self.card, self.said, self.isFramed) = (card, said, isFramed)
    }

    /// The same with something said before the rest.
    func saying(_ blocks: [Block]) -> Stage {
        Stage(title, aside: aside, progress: progress, colors: colors, card: card, said: blocks + said, isFramed: isFramed)
    }
}
