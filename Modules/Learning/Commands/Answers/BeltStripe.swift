import Content
import Interface
import Kernel
import Learning

/// A belt in the header of a session: a stripe in the belt's colors, if the terminal has colors,
/// and the name.
package enum BeltStripe {
    /// Returns the belt of a grade as a colored stripe with its name.
    package static func text(of grade: Grade, in belts: BeltOrder) -> StyledText {
        guard let belt = belts.belt(of: grade) else { return StyledText(grade.id, .muted) }
        return .swatch(belt.colors.compactMap(fill), belt.name, .muted)
    }

    /// Returns the color for a color word of a content pack.
    static func fill(_ word: String) -> RGBColor? { Belt.fill(word) }

    /// The color of cells that are not filled yet.
    static let empty = RGBColor(0x6B6F76)
}
