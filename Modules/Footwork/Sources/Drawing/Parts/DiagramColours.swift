/// The colours of a diagram: those of the belt at which the pattern is learned.
public struct DiagramColours: Hashable, Sendable {
    /// Fills the feet.
    public let foot: String
    /// Edges of the feet, numbers, the way.
    public let ink: String
    /// Letters, lines of the floor.
    public let floor: String
    /// Small print that must be read.
    public let quiet: String
    /// Behind everything.
    public let paper: String

    /// The colours for a belt, by its colour words, belt colour first.
    public init(belt colours: [String]) {
        foot = colours.first.flatMap { Self.fills[$0] } ?? "#9aa3af"
        ink = "#1b1d21"
        floor = "#8a919c"
        quiet = "#565b66"
        paper = "#ffffff"
    }

    private static let fills = [
        "white": "#d8d2c0", "yellow": "#f2c230", "green": "#3f9a4f", "blue": "#2f6fc4", "red": "#cf3a33", "black": "#3a3a3a",
    ]
}
