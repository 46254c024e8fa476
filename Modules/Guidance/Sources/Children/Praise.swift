/// Praise for a small child: short, warm, varied and always positive.
public enum Praise {
    /// The sentences for a right answer or a completed task.
    public static let right = [
        "Well done!", "Yes, that is it!", "Great!", "You got it!", "Super!", "Just right!", "Wonderful!", "Bravo!",
        "You know that one!",
    ]
    /// The sentences for a wrong answer, followed by the right one.
    public static let almost = [
        "Good try! Look:", "Nearly! Look:", "Now you learn something new:", "Let us look at it together:",
    ]
    /// The sentences for the end of a session.
    public static let end = [
        "Hooray, you did it!", "What a good practice!", "You worked hard today!", "That was great!",
        "Your teacher would be proud!", "All done. See you tomorrow!",
    ]

    /// Returns one of the sentences. Equal numbers give the same sentence, and consecutive numbers
    /// give consecutive sentences.
    public static func one(of sentences: [String], _ number: Int) -> String {
        sentences.isEmpty ? "" : sentences[((number % sentences.count) + sentences.count) % sentences.count]
    }

    /// Returns a star for each practiced item, right or wrong. The maximum is five, so that the row
    /// fits everywhere.
    public static func stars(_ count: Int) -> String { row("★", count) }

    /// Returns placeholders for stars not yet earned.
    public static func unearnedStars(_ count: Int) -> String { row("☆", count) }

    /// Returns a symbol repeated with blanks between, five times at most.
    private static func row(_ symbol: String, _ count: Int) -> String {
        Array(repeating: symbol, count: min(max(count, 0), maximumStars)).joined(separator: " ")
    }

    /// The maximum number of stars in a row.
    private static let maximumStars = 5
}
