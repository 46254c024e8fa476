import Interface
import Kernel
import Languages

/// The bar of keys below a dialogue.
///
/// If the keys exceed one line, keys with the same effect are merged and consecutive digits become
/// a range. The rest wraps to further lines, up to a limit.
struct KeyBar {
    private typealias Item = (key: String, meaning: String)

    private let items: [Item]
    /// The keys with their outcomes, or none if no hint has an outcome.
    private let itemsWithOutcomes: [Item]
    private let help: Item?
    private let translator: Translator

    /// Creates the bar.
    ///
    /// - Parameter hasHelp: whether `?` opens a help page in addition to the list of keys.
    init(_ hints: [KeyHint], hasHelp: Bool, translator: Translator = .english) {
        self.translator = translator
        items = hints.map { ($0.key.description, $0.meaning) }
        itemsWithOutcomes = hints.contains { !$0.outcome.isEmpty } ? hints.map { ($0.key.description, $0.words) } : []
        help = hints.key(for: .character("?")) == nil ? ("?", translator.translation(hasHelp ? "help" : "keys")) : nil
    }

    /// Returns one line if the keys fit, and otherwise as many as needed up to a limit of at least
    /// one.
    ///
    /// The outcomes of keys are included if they fit into two lines.
    func lines(on screen: Screen, atMost maximumLines: Int) -> [[Glyph]] {
        let outcomeLines = itemsWithOutcomes.isEmpty ? [] : wrapped(itemsWithOutcomes, screen)
        if !outcomeLines.isEmpty, outcomeLines.count <= min(maximumLines, 2) { return outcomeLines }
        for form in [items, mergingDigits(items) { $0 == $1 }] {
            let lines = wrapped(form, screen)
            if lines.count == 1 { return lines }
        }
        var form = mergingDigits(items) { _, _ in true }
        while wrapped(form, screen).count > maximumLines, !form.isEmpty { form.removeLast() }
        return Array(wrapped(form, screen).prefix(maximumLines))
    }

    /// Returns the keys in as many lines as they need.
    private func wrapped(_ items: [Item], _ screen: Screen) -> [[Glyph]] {
        var lines: [[Glyph]] = []
        for item in items + (help.map { [$0] } ?? []) {
            let fullLine = KeyBar.line(item)
            let next =
                fullLine.columns > screen.width
                ? KeyBar.line(KeyBar.withoutMiddleKeys(of: item, screen.ellipsis)) : fullLine
            if let last = lines.last, last.columns + 3 + next.columns <= screen.width {
                lines[lines.count - 1] = last + [Glyph](repeating: .blank, count: 3) + next
            } else {
                lines.append(next.truncated(to: screen.width, ellipsis: screen.ellipsis))
            }
        }
        return lines.isEmpty ? [[]] : lines
    }

    private static func line(_ item: Item) -> [Glyph] {
        [Glyph].line(of: StyledText(item.key, .input) + StyledText(": \(item.meaning)", .muted))
    }

    /// Shortens keys that exceed a line to the first and the last one.
    private static func withoutMiddleKeys(of item: Item, _ ellipsis: Character) -> Item {
        let keys = item.key.split(separator: ",")
        guard keys.count > 2, let first = keys.first, let last = keys.last else { return item }
        return ("\(first) \(ellipsis)\(last)", item.meaning)
    }

    /// Merges adjacent keys with one meaning: `space, enter: flip`.
    private static func merged(_ items: [Item]) -> [Item] {
        items.reduce(into: []) { all, item in
            guard let last = all.last, last.meaning == item.meaning else { return all.append(item) }
            all[all.count - 1].key += ", \(item.key)"
        }
    }

    /// Merges three or more consecutive digits whose meanings may be combined: `1-4: again to
    /// easy`, or `1-4: choose`.
    private func mergingDigits(_ items: [Item], _ canMerge: (String, String) -> Bool) -> [Item] {
        var all: [Item] = []
        var rest = items[...]
        while let first = rest.first {
            let start = Int(first.key) ?? 0
            let run = rest.enumerated().prefix {
                Int($0.element.key) == start + $0.offset && canMerge(first.meaning, $0.element.meaning)
            }.map(\.element)
            if run.count >= 3, let last = run.last {
                let meaning =
                    first.meaning == last.meaning
                    ? first.meaning : translator.translation("\(first.meaning) to \(last.meaning)")
                all.append(("\(first.key)-\(last.key)", meaning))
                rest = rest.dropFirst(run.count)
            } else {
                all.append(first)
                rest = rest.dropFirst()
            }
        }
        return KeyBar.merged(all)
    }
}
