/// The colors of a diagram, taken from the belt at which the pattern is learned.
package struct DiagramColors: Hashable, Sendable {
    /// The fill of a shoe.
    package let foot: String
    /// The color of outlines and text.
    package let ink: String
    /// The color of the floor's lines and of previous footprints.
    package let floor: String
    /// The color of small print, which must be legible.
    package let quiet: String
    package let paper: String

    package init(belt colors: [String]) {
        foot = colors.first.flatMap { Self.fills[$0] } ?? "#9aa3af"
        ink = "#1b1d21"
        floor = "#8a919c"
        quiet = "#565b66"
        paper = "#ffffff"
    }

    /// The drawing color of each belt color.
    private static let fills = [
        "white": "#d8d2c0", "yellow": "#f2c230", "green": "#3f9a4f", "blue": "#2f6fc4", "red": "#cf3a33",
        "black": "#3a3a3a",
    ]
}
