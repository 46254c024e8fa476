extension Screen {
    /// Narrower than this a screen has plain lines.
    private static let narrowestBanner = 40

    /// Title and aside on a line, above a bar across the screen. On a narrow screen they are lines of their own, in a pipe one line says both, and
    /// an empty line takes the bar's place.
    func lines(of banner: Banner) -> [[Glyph]] {
        let hasAside = !banner.aside.text.isEmpty
        if fit == .pipe { return wrapped(hasAside ? banner.title + " · " + banner.aside : banner.title) + [[]] }
        let (title, aside) = ([Glyph].line(of: shown(banner.title)), [Glyph].line(of: shown(banner.aside)))
        // Wrapping takes blanks away at the end, and what is drawn in colours ends with some.
        let apart = (title.columns <= width ? [title] : wrapped(banner.title)) + (hasAside ? wrapped(banner.aside) : [])
        guard width >= Screen.narrowestBanner - 1 else { return apart + [[]] }
        // A line that fills the last column leaves terminals in different states.
        let room = fit == .page ? width - 1 : width
        let fits = title.columns + aside.columns + 2 <= room
        return (fits ? [title.padded(to: room - aside.columns) + aside] : apart) + [rule(room, filled: banner.progress)]
    }

    /// A line across, filled as far as something is.
    func rule(_ columns: Int, filled share: Double?) -> [Glyph] {
        let done = share.map { $0.isFinite ? Int((min(max($0, 0), 1) * Double(columns)).rounded()) : 0 } ?? 0
        return [Glyph](clean: String(repeating: unicode ? "━" : "=", count: done), .accent)
            + [Glyph](clean: String(repeating: unicode ? "─" : "-", count: columns - done), .muted)
    }
}
