import Kernel
import Languages

/// The keys of a dialogue below what it shows. Where they are too many for one line, keys that do the same stand together, then figures in a row
/// become a range, and at last they go on in further lines: what a step needs is never hidden.
struct KeyBar {
    private typealias Item = (key: String, meaning: String)

    private let items: [Item]
    /// The same with what comes of each; empty where nothing is said of that.
    private let told: [Item]
    private let help: Item?
    private let tongue: Tongue

    /// - Parameter hasHelp: whether `?` opens a page of help beside the list of keys.
    init(_ hints: [KeyHint], hasHelp: Bool, tongue: Tongue = .english) {
        self.tongue = tongue
        items = hints.map { ($0.key.description, $0.meaning) }
        told = hints.contains { !$0.outcome.isEmpty } ? hints.map { ($0.key.description, $0.words) } : []
        help = hints.key(for: .character("?")) == nil ? ("?", tongue.say(hasHelp ? "help" : "keys")) : nil
    }

    /// One line where they fit; else as many as they need, up to a limit of at least one.
    ///
    /// What comes of a key is said where two lines hold it.
    func lines(on screen: Screen, most: Int) -> [[Glyph]] {
        let whole = told.isEmpty ? [] : filled(told, screen)
        if !whole.isEmpty, whole.count <= min(most, 2) { return whole }
        for form in [items, shortened(items) { $0 == $1 }] {
            let lines = filled(form, screen)
            if lines.count == 1 { return lines }
        }
        var form = shortened(items) { _, _ in true }
        while filled(form, screen).count > most, !form.isEmpty { form.removeLast() }
        return Array(filled(form, screen).prefix(most))
    }

    private func filled(_ items: [Item], _ screen: Screen) -> [[Glyph]] {
        var lines: [[Glyph]] = []
        for item in items + (help.map { [$0] } ?? []) {
            let whole = KeyBar.line(item)
            let next = whole.columns > screen.width ? KeyBar.line(KeyBar.ends(of: item, screen.ellipsis)) : whole
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

    /// Keys that are too many for a line as the first and the last of them; each stands beside what it does.
    private static func ends(of item: Item, _ ellipsis: Character) -> Item {
        let keys = item.key.split(separator: ",")
        guard keys.count > 2, let first = keys.first, let last = keys.last else { return item }
        return ("\(first) \(ellipsis)\(last)", item.meaning)
    }

    /// Neighbours with one meaning as one: `space, enter: flip`.
    private static func merged(_ items: [Item]) -> [Item] {
        items.reduce(into: []) { all, item in
            guard let last = all.last, last.meaning == item.meaning else { return all.append(item) }
            all[all.count - 1].key += ", \(item.key)"
        }
    }

    /// Three figures and more that follow each other as one, where their meanings may stand together: `1-4: again to easy`, or `1-4: choose`.
    private func shortened(_ items: [Item], _ mayStandTogether: (String, String) -> Bool) -> [Item] {
        var all: [Item] = []
        var rest = items[...]
        while let first = rest.first {
            let start = Int(first.key) ?? 0
            let run = rest.enumerated().prefix {
                Int($0.element.key) == start + $0.offset && mayStandTogether(first.meaning, $0.element.meaning)
            }.map(\.element)
            if run.count >= 3, let last = run.last {
                let meaning = first.meaning == last.meaning ? first.meaning : tongue.say("\(first.meaning) to \(last.meaning)")
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
