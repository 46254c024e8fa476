import Interface

extension Screen {
    /// The width below which a screen shows plain lines.
    private static let narrowestBanner = 40

    /// Returns the title, and the aside at the right edge of the same line, above a bar across the
    /// screen.
    ///
    /// On a narrow screen, each has a line of its own. In a pipe, one line contains both, and an
    /// empty line replaces the bar.
    func lines(of banner: Banner) -> [[Glyph]] {
        let hasAside = !banner.aside.text.isEmpty
        if fit == .pipe { return wrapped(hasAside ? banner.title + " · " + banner.aside : banner.title) + [[]] }
        let title = [Glyph].line(of: shown(banner.title))
        let aside = [Glyph].line(of: shown(banner.aside))
        // Wrapping removes trailing spaces, which a colored drawing needs.
        let separateLines =
            (title.columns <= width ? [title] : wrapped(banner.title)) + (hasAside ? wrapped(banner.aside) : [])
        guard width >= Screen.narrowestBanner - 1 else { return separateLines + [[]] }
        // A line that fills the last column leaves terminals in different states.
        let room = fit == .page ? width - 1 : width
        let fits = title.columns + aside.columns + 2 <= room
        let lines = fits ? [title.padded(to: room - aside.columns) + aside] : separateLines
        return lines + [rule(room, filled: banner.progress)]
    }

    /// Returns a line across the screen, filled in proportion to a share.
    func rule(_ columns: Int, filled share: Double?) -> [Glyph] {
        let done = share.map { $0.isFinite ? Int((min(max($0, 0), 1) * Double(columns)).rounded()) : 0 } ?? 0
        return [Glyph](clean: String(repeating: unicode ? "━" : "=", count: done), .accent)
            + [Glyph](clean: String(repeating: unicode ? "─" : "-", count: columns - done), .muted)
    }
}
