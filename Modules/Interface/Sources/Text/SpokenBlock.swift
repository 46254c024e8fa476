import Languages

/// All drawn content, in the language of its reader.
extension Block {
    /// Returns the block in another language.
    ///
    /// Labels, column titles and fact names are declared texts, so they are looked up unchanged.
    func translated(by translator: Translator) -> Block {
        let translate: (StyledText) -> StyledText = { $0.translated(by: translator) }
        let sentence: (String) -> String = { translator.translation(sentence: $0) }
        return switch self {
        case .heading(let text): .heading(translate(text))
        case .paragraph(let text): .paragraph(translate(text))
        case .preformatted(let text): .preformatted(translate(text))
        case .digits, .gap, .copyable: self
        case .sized(let forms): .sized(forms.map { $0.map(translate) })
        case .facts(let facts): .facts(facts.map { (sentence($0.name), translate($0.value)) })
        case .table(let table):
            .table(
                Table(
                    table.columns.map { Table.Column(sentence($0.title), alignsRight: $0.alignsRight, room: $0.room) },
                    rows: table.rows.map { $0.map(translate) }, shownBy: table.shownBy))
        case .bars(let chart):
            .bars(
                BarChart(
                    chart.bars.map { BarChart.Bar(sentence($0.label), $0.value, figure: sentence($0.figure)) },
                    full: chart.full))
        case .illustrated(let illustration):
            .illustrated(
                Illustration(illustration.picture, beside: illustration.blocks.map { $0.translated(by: translator) }))
        case .banner(let banner):
            .banner(Banner(translate(banner.title), aside: translate(banner.aside), progress: banner.progress))
        case .tiles(let grid):
            .tiles(
                TileGrid(
                    grid.tiles.map { .init($0.key, $0.lines.map(translate), look: $0.look) }, columns: grid.columns))
        case .days(let grid): .days(grid.translated(by: translator))
        case .panels(let panels): .panels(panels.map { $0.map { $0.translated(by: translator) } })
        }
    }
}

extension DayGrid {
    fileprivate func translated(by translator: Translator) -> DayGrid {
        var grid = DayGrid(from: first, values, maximumLabel: translator.translation(sentence: maximumLabel))
        if let months = translator.shortMonths, let weekdays = translator.shortWeekdays {
            grid.names = (months, weekdays)
        }
        grid.emptyLabel = translator.translation(sentence: emptyLabel)
        return grid
    }
}

extension [Block] {
    /// Returns all blocks in another language, or unchanged for English.
    package func translated(by translator: Translator) -> [Block] {
        translator.isEnglish ? self : map { $0.translated(by: translator) }
    }
}
