import Interface

extension Screen {
    /// Returns names on the left with wrapped values next to them, or below them on a narrow
    /// screen.
    func lines(of facts: [(name: String, value: StyledText)]) -> [[Glyph]] {
        let names = facts.map { [Glyph].line(of: StyledText($0.name, .muted)) }
        let widest = names.map(\.columns).max() ?? 0
        let isNarrow = fit != .pipe && widest + 2 + 12 > width
        return zip(names, facts).flatMap { name, fact in
            let lines = isNarrow ? [] : sideBySide(name.padded(to: widest + 2), fact.value)
            // A command that is too wide next to its name may fit below it.
            let exceedsWidth = fit == .page && lines.contains { $0.columns > width }
            return isNarrow || exceedsWidth ? stacked(name, fact.value) : lines
        }
    }

    private func sideBySide(_ name: [Glyph], _ value: StyledText) -> [[Glyph]] {
        let indent = [Glyph](repeating: .blank, count: name.columns)
        return wrapped(value, to: width - name.columns).enumerated().map { ($0 == 0 ? name : indent) + $1 }
    }

    private func stacked(_ name: [Glyph], _ value: StyledText) -> [[Glyph]] {
        let indent = width > 8 ? [Glyph](repeating: .blank, count: 2) : []
        let head = name.wrapped(to: width, ellipsis: ellipsis, mayOverflow: fit == .page)
        return head + wrapped(value, to: width - indent.count).map { indent + $0 }
    }
}
