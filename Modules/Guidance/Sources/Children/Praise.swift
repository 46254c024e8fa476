/// What is said to a small child: short and warm, something else each time, and never what went badly.
public enum Praise {
    /// After a right answer.
    public static let right = [
        "Well done!", "Yes, that is it!", "Great!", "You got it!", "Super!", "Just right!", "Wonderful!", "Bravo!",
        "You know that one!",
    ]
    /// After any other, before the right one is told.
    public static let almost = [
        "Good try! Look:", "Nearly! Look:", "Now you learn something new:", "Let us look at it together:",
    ]
    /// At the end, however it went.
    public static let end = [
        "Hooray, you did it!", "What a good practice!", "You worked hard today!", "That was great!",
        "Your teacher would be proud!",
        "All done. See you tomorrow!",
    ]

    /// One of them: the same number gives the same, the next another.
    public static func one(of sentences: [String], _ number: Int) -> String {
        sentences.isEmpty ? "" : sentences[((number % sentences.count) + sentences.count) % sentences.count]
    }

    /// A star for each thing that was practised, right or not: five at most, so that a row of them fits everywhere.
    public static func stars(_ count: Int) -> String { row("★", count) }

    /// Places for stars that are still to come.
    public static func open(_ count: Int) -> String { row("☆", count) }

    private static func row(_ sign: String, _ count: Int) -> String {
        Array(repeating: sign, count: min(max(count, 0), mostStars)).joined(separator: " ")
    }

    private static let mostStars = 5
}
