import Diary
import Interface
import Kernel

/// The command `pixels`.
struct PixelCommand: Sendable {
    let diary: PhotoDiary

    var pixels: Command {
        Command(
            "pixels", "Show a year in colours, a cell for each day",
            discussion: """
                Each day has the mean colour of its photo, or with --by mood the colour of its mood. Colours of photos are computed once and kept. Without \
                colours a day is a sign: the brighter the photo, the more ink, or the mood from 1 to 5.
                """,
            examples: [
                .init("pixels", "this year"), .init("pixels 2025 --by mood", "a year of moods"),
                .init("pixels --svg year.svg", "a drawing for pages and papers", runs: false),
            ],
            .optionalArgument("year", .year, "the year; this one if left out"),
            .option("by", .choice("WHAT"), default: DayColor.Source.photo, "what the colours come from"),
            .option("svg", .outputFile, "write a drawing into a file; - is standard output"),
            .flag("replace", "replace a file that is already there"), returns: .list(DayColor.fields)
        ) { typedYear, source, file, replace in
            let year = typedYear ?? CalendarYear("\(diary.time.today().year)")
            guard let year else { return Output() }
            let entries = try diary.entries(EntryRange(from: year.firstDay, through: year.lastDay)).reversed().map {
                $0
            }
            let output = { @Sendable (colors: [DayColor]) in
                try show(
                    YearField(year, by: source, colors), colors, into: file.map { Destination($0, replacing: replace) })
            }
            guard source == .photo else { return try output(entries.map(DayColor.init(moodOf:))) }
            return Output(
                continuation: .work(title: "Looking at photos", total: entries.count) { advance in
                    try output(colors(of: entries, advance))
                })
        }
    }

    /// Returns the colors of entries.
    ///
    /// Each picture is read by a separate program, so the cores share the work.
    private func colors(of entries: [Entry], _ advance: (Int) -> Void) -> [DayColor] {
        var colors: [DayColor] = []
        while colors.count < entries.count {
            let batch = Array(entries[colors.count...].prefix(16))
            let parts = ParallelWork.map(batch.count, minimumSize: 1) { range in
                range.map { DayColor(batch[$0], pixels: (try? diary.pixels(of: batch[$0])).flatMap { $0 }) }
            }
            colors += parts.joined()
            advance(colors.count)
        }
        return colors
    }

    private func show(_ field: YearField, _ colors: [DayColor], into file: Destination?) throws -> Output {
        if let file {
            return try file.write(Array(field.svg.utf8), "\(field.year) in pixels", orList: colors, DayColor.fields)
        }
        var output = Output.list(
            colors, DayColor.fields, empty: "",
            next: [colors.last.map { "show \($0.day)" } ?? "add PHOTO"])
        output.blocks = field.blocks
        return output
    }
}
