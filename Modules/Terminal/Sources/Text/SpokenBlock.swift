import Languages

/// Everything that is drawn, in the language of whoever reads it.
extension Block {
    /// The same as a language says it. Labels, titles of columns and names of facts are declared, and so looked up as they stand.
    func spoken(by tongue: Tongue) -> Block {
        let say: (StyledText) -> StyledText = { $0.spoken(by: tongue) }
        let label: (String) -> String = { tongue.say(sentence: $0) }
        return switch self {
        case .heading(let text): .heading(say(text))
        case .paragraph(let text): .paragraph(say(text))
        case .drawn(let text): .drawn(say(text))
        case .digits, .gap, .copied: self
        case .sized(let forms): .sized(forms.map { $0.map(say) })
        case .facts(let facts): .facts(facts.map { (label($0.name), say($0.value)) })
        case .table(let table):
            .table(
                Table(
                    table.columns.map { Table.Column(label($0.title), alignsRight: $0.alignsRight, room: $0.room) },
                    rows: table.rows.map { $0.map(say) }, shownBy: table.shownBy))
        case .bars(let chart):
            .bars(
                BarChart(chart.bars.map { BarChart.Bar(label($0.label), $0.value, figure: label($0.figure)) }, full: chart.full))
        case .illustrated(let illustration):
            .illustrated(Illustration(illustration.picture, beside: illustration.blocks.map { $0.spoken(by: tongue) }))
        case .banner(let banner): .banner(Banner(say(banner.title), aside: say(banner.aside), progress: banner.progress))
        case .tiles(let grid):
            .tiles(TileGrid(grid.tiles.map { .init($0.key, $0.lines.map(say), look: $0.look) }, columns: grid.columns))
        case .days(let grid): .days(grid.spoken(by: tongue))
        case .panels(let panels): .panels(panels.map { $0.map { $0.spoken(by: tongue) } })
        }
    }
}

extension DayGrid {
    fileprivate func spoken(by tongue: Tongue) -> DayGrid {
        var grid = DayGrid(from: first, values, most: tongue.say(sentence: most))
        if let months = tongue.shortMonths, let weekdays = tongue.shortWeekdays { grid.names = (months, weekdays) }
        grid.none = tongue.say(sentence: none)
        return grid
    }
}

extension [Block] {
    /// All of them; in English as they are.
    func spoken(by tongue: Tongue) -> [Block] { tongue.isEnglish ? self : map { $0.spoken(by: tongue) } }
}
