import Kernel

/// A full-screen presentation of a dialogue: a header with a progress bar, a card in the middle,
/// and the keys below it.
///
/// Small screens, line mode and pipes show only the view's blocks, so the blocks must be complete.
public struct Stage: Sendable {
    /// The title: "Korean to English".
    public let title: StyledText
    /// The position: "3 of 10".
    public let aside: StyledText
    /// The progress, 0…1, or nil if nothing is counted.
    public let progress: Double?
    /// The colors before the title, such as those of a belt.
    public let colors: [RGBColor]
    /// The content of the card.
    ///
    /// Blocks between two gaps are centered together. Digits are as large as the space allows.
    public let card: [Block]
    public let feedback: [Block]
    /// Whether the card has a frame.
    ///
    /// A single item, such as a clock, needs none.
    public let isFramed: Bool

    public init(
        _ title: StyledText, aside: StyledText = "", progress: Double? = nil, colors: [RGBColor] = [], card: [Block],
        feedback: [Block] = [], isFramed: Bool = true
    ) {
        self.title = title
        self.aside = aside
        self.progress = progress
        self.colors = colors
        self.card = card
        self.feedback = feedback
        self.isFramed = isFramed
    }

    /// Returns the same stage with additional feedback before the existing one.
    package func addingFeedback(_ blocks: [Block]) -> Stage {
        Stage(
            title, aside: aside, progress: progress, colors: colors, card: card, feedback: blocks + feedback,
            isFramed: isFramed
        )
    }
}
