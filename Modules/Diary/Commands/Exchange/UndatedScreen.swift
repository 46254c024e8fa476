import Diary
import Interface
import Kernel
import Pictures

/// A screen that asks for the day of each undated photo, one after the other.
struct UndatedScreen: Dialogue {
    private let photos: [ImportSource.Photo]
    private let today: Day
    private let calendar: LocalCalendar
    private let makeOutput: @Sendable (_ days: [String: Day]) throws -> Output
    private var index = 0
    private var days: [String: Day] = [:]
    private var complaint: String?

    /// Creates the screen.
    ///
    /// - Parameter makeOutput: returns the output for the days that the user entered, by the names
    ///   of the photos.
    init(
        _ photos: [ImportSource.Photo], _ time: TimeSource,
        makeOutput: @escaping @Sendable (_ days: [String: Day]) throws -> Output
    ) {
        self.photos = photos
        today = time.today()
        calendar = time.calendar
        self.makeOutput = makeOutput
    }

    /// The day on which the photo file was last changed. Nil if it is in the future.
    private var fileDay: Day? { photos[index].changedAt.map(calendar.day).flatMap { $0 <= today ? $0 : nil } }

    var view: DialogueView {
        let photo = photos[index]
        let fileAnswer: [(name: String, value: StyledText)] =
            fileDay.map { [("file", StyledText("the day of its file, \($0.spelledOut)"))] } ?? []
        let answers =
            [("a day", "2024-01-31, last friday")] + fileAnswer + [
                ("Enter", "leave it out"), ("all", "leave out the others as well"),
            ]
        let complaintBlocks: [Block] = complaint.map { [.paragraph(StyledText($0, .warning))] } ?? []
        return DialogueView(
            [
                .heading(StyledText("Which day is this photo from?", .title)),
                .paragraph(StyledText("\(index + 1) of \(photos.count): \(photo.name), \(ByteSize(photo.bytes))")),
                .gap, .facts(answers),
            ] + complaintBlocks, wanted: .line(prompt: "Day:"), title: "grain: import",
            help: "import",
            picture: .init(photo.name) {
                guard photo.bytes <= PictureLimits.largestPicture, let source = try? photo.source() else { return nil }
                return try? source.bytes(0, source.size)
            })
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        switch event {
        case .line(let line):
            complaint = nil
            let word = line.trimmed()
            if word == "all" { return .finish(try makeOutput(days)) }
            if word == "file", let fileDay {
                days[photos[index].name] = fileDay
            } else if !word.isEmpty {
                do {
                    let day = try ValueKind<Day>.pastDay.parse(word, ParsingContext(today: today, files: .none))
                    guard day <= today else {
                        complaint = "\(day.spelledOut) is in the future."
                        return .stay
                    }
                    days[photos[index].name] = day
                } catch let failure as Failure {
                    complaint = failure.message
                    return .stay
                }
            }
            guard index + 1 < photos.count else { return .finish(try makeOutput(days)) }
            index += 1
            return .stay
        case .key, .tick: return .stay
        case .end: return .finish(Output(notice: "Nothing was imported."))
        }
    }
}
