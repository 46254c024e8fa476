import Documents
import Kernel

/// A picture of a learner's progress to share: its contents and its drawing. It contains no other
/// data of the learner.
package struct ShareCard: Sendable {
    /// The number of weeks in the map of days.
    package static let weeks = 26
    /// The size in points, as is usual for shared pictures.
    package static let size = (width: 1200, height: 630)

    /// The learner's name, or nil without the learner's consent.
    package let name: String?
    package let belt: String
    package let colors: [RGBColor]
    package let overview: Overview

    package let product: String

    package init(_ person: Person, isNamed: Bool, _ overview: Overview, product: String) {
        name = isNamed ? person.name : nil
        belt = person.belt
        colors = person.colors
        self.overview = overview
        self.product = product
    }

    /// The days of the map. The last column can be shorter than a week.
    private var days: [(day: Day, answers: Int)] {
        overview.days.suffix(
            7 * (ShareCard.weeks - 1) + overview.days.count % 7 + (overview.days.count % 7 == 0 ? 7 : 0)
        )
        .map { ($0.day, $0.answers) }
    }

    /// The four figures of the picture, each with its words.
    package var figures: [(figure: String, words: String)] {
        let streak = overview.figures.streak.longest
        let words = overview.wordTotals
        let practicedDays = overview.figures.days.count
        let reachedCount = overview.achievements.reached.count
        return [
            ("\(practicedDays)", practicedDays == 1 ? "day practised" : "days practised"),
            ("\(streak)", streak == 1 ? "day in a row at best" : "days in a row at best"),
            ("\(words.known)", "of \(words.total) cards known"),
            ("\(reachedCount)", reachedCount == 1 ? "achievement" : "achievements"),
        ]
    }

    /// The full contents of the picture in words, which are shown before it is made and serve as
    /// its alternative text.
    package var contents: [String] {
        [name.map { "your name: \($0)" }, "your belt: \(belt)"].compactMap { $0 }
            + figures.map { "\($0.figure) \($0.words)" }
            + ["a map of the last \(ShareCard.weeks) weeks, the darker the more answers"]
    }

    // MARK: - Drawing

    /// The colors of the drawing.
    private enum Palette {
        static let (paper, text, muted, accent, none) = ("#ffffff", "#1b1d21", "#565b66", "#1f4fa3", "#e6e8ec")
    }

    /// The picture as a self-contained drawing.
    package var svg: String {
        let (width, height) = ShareCard.size
        let title = name.map { "\($0) learns Taekwon-Do" } ?? "Learning Taekwon-Do"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
            <title>\(Escaper.markup(title))</title><desc>\(Escaper.markup(contents.joined(separator: ", ")))</desc>
            <rect width="\(width)" height="\(height)" fill="\(Palette.paper)"/>
            \((stripe + [line(title, 64, 112, size: 46, Palette.text, isBold: true), line(belt, 64, 164, size: 30, Palette.muted)] + figureTexts + dayMap + [signature]).joined(separator: "\n"))
            </svg>

            """
    }

    /// The belt at the top edge, with its tip.
    private var stripe: [String] {
        guard let base = colors.first else { return [] }
        let tip = colors.dropFirst().first.map { "<rect x=\"1040\" width=\"60\" height=\"28\" fill=\"\($0.css)\"/>" }
        let edge = "<rect y=\"27\" width=\"1200\" height=\"1\" fill=\"\(Palette.none)\"/>"
        return ["<rect width=\"1200\" height=\"28\" fill=\"\(base.css)\"/>", tip, edge].compactMap { $0 }
    }

    private var figureTexts: [String] {
        figures.enumerated().flatMap { index, figure in
            let x = 64 + index * 276
            return [
                line(figure.figure, x, 270, size: 60, Palette.accent, isBold: true),
                line(figure.words, x, 310, size: 24, Palette.muted),
            ]
        }
    }

    /// The map of days: one square a day, darker for more answers.
    private var dayMap: [String] {
        let side = 41
        let left = 64
        let top = 356
        let height = 30
        let maximum = max(1, days.map(\.answers).max() ?? 1)
        return days.enumerated().map { index, day in
            let share = Double(day.answers) / Double(maximum)
            let fill =
                day.answers == 0
                ? "fill=\"\(Palette.none)\""
                : "fill=\"\(Palette.accent)\" fill-opacity=\"\(hundredths(0.3 + 0.7 * share))\""
            return
                "<rect x=\"\(left + index / 7 * side)\" y=\"\(top + index % 7 * height)\" width=\"\(side - 4)\" height=\"\(height - 4)\""
                + " rx=\"4\" \(fill)/>"
        }
    }

    private var signature: String { line("\(overview.today), made with \(product)", 64, 604, size: 20, Palette.muted) }

    /// Returns a line of text, shortened to 44 characters.
    private func line(_ words: String, _ x: Int, _ y: Int, size: Int, _ color: String, isBold: Bool = false) -> String {
        let shortened = words.count > 44 ? words.prefix(43) + "…" : words[...]
        let weight = isBold ? " font-weight=\"bold\"" : ""
        return
            "<text x=\"\(x)\" y=\"\(y)\" font-family=\"sans-serif\" font-size=\"\(size)\"\(weight)"
            + " fill=\"\(color)\">\(Escaper.markup(String(shortened)))</text>"
    }

    /// Returns a share with two decimals for SVG, such as `0.37`.
    private func hundredths(_ share: Double) -> String {
        let rounded = Int((share * 100).rounded())
        return rounded >= 100 ? "1" : rounded < 10 ? "0.0\(rounded)" : "0.\(rounded)"
    }
}
