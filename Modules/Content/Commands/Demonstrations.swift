import Content
import Kernel
import Terminal

/// Photos and videos that show a lesson, where somebody has attached some. Whoever knows them contributes them.
public struct Demonstrations: Sendable {
    /// What is shown.
    public enum Lesson: Hashable, Sendable {
        /// A whole pattern, by its id.
        case pattern(String)
        /// A movement of a pattern.
        case move(String, Int)
        /// A technique, by its id.
        case technique(String)
        /// An exchange of step sparring, by its id.
        case exchange(String)
        /// A page of theory, by its id.
        case theory(String)
    }

    /// What is attached to a lesson.
    public struct Attached: Hashable, Sendable {
        /// The file that shows it best; nil when every file that was attached went away.
        public let path: String?
        /// How many others there are.
        public let others: Int

        /// The best file, and how many stand behind it.
        public init(path: String?, others: Int) { (self.path, self.others) = (path, others) }
    }

    /// What is attached to a lesson; nil for nothing.
    public let attached: @Sendable (Lesson) throws -> Attached?

    /// Demonstrations from a function.
    public init(attached: @escaping @Sendable (Lesson) throws -> Attached?) { self.attached = attached }
}

extension Demonstrations.Lesson {
    /// The lesson that a word means, and what it is called by people: `chon-ji`, `chon-ji/3`, `천지/3`, `three-step/1`, `walking-stance`, `tenets`.
    ///
    /// - Throws: `unknownMove`, `unknownSubject`, and what a pattern that is not there says.
    public static func named(_ word: String, in lessons: Curriculum) throws -> (lesson: Self, title: String) {
        if let exchange = try? lessons.exchange(word) { return (.exchange(exchange.id), exchange.name) }
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 {
            let pattern = try lessons.pattern(parts[0]).value
            guard let number = Int(parts[1]), String(number) == parts[1], pattern.move(number) != nil else {
                throw Failure(
                    .unknownMove, "\(pattern.heading.name) has no movement “\(parts[1].prefix(20))”.",
                    advice: "It has 1 to \(pattern.moves.last?.number ?? 0).", kind: .usage)
            }
            return (.move(pattern.id, number), "\(pattern.heading.name), movement \(number)")
        }
        if let heading = try? lessons.pattern(word).value.heading { return (.pattern(heading.id), heading.name) }
        if let technique = try? lessons.technique(word) { return (.technique(technique.id), technique.english) }
        // Pages come last: what is practised is meant before what is read of it.
        let pages = lessons.theory().value
        let meant = Curriculum.meant(word, among: pages.map(\.searchable))
        if let page = pages.first(where: { $0.id == word }) ?? pages.first(where: { $0.id == meant }) {
            return (.theory(page.id), page.title)
        }
        let practised = lessons.patterns().value.map(\.searchable) + lessons.techniques().value.map(\.searchable)
        throw Curriculum.unknown(
            .unknownSubject, "subject", word,
            among: practised + lessons.sparring().value.map(\.searchable) + pages.map(\.searchable),
            advice:
                "Write a movement as chon-ji/3; `pattern list`, `technique list`, `sparring list` and `theory --all` show the names."
        )
    }

    /// Words for lessons that begin like this.
    public static func completing(_ typed: String, in lessons: Curriculum) -> [String] {
        if let slash = typed.firstIndex(of: "/"), let pattern = try? lessons.pattern(String(typed[..<slash])).value {
            return pattern.moves.map { "\(pattern.id)/\($0.number)" }.filter { $0.hasPrefix(typed) }
        }
        let practised = lessons.patterns().value.map(\.id) + lessons.techniques().value.map(\.id)
        return (practised + lessons.sparring().value.map(\.id) + lessons.theory().value.map(\.id)).filter { $0.hasPrefix(typed) }
    }
}

extension ExtensionPoint where Contribution == Demonstrations {
    /// Who has photos and videos of lessons.
    public static var demonstrations: Self { ExtensionPoint("demonstrations") }
}

/// Shows lessons: by what is attached to them, or else by a drawing.
struct LessonPictures: Sendable {
    let demonstrations: [Demonstrations]
    /// Writes a drawing into a file that is not kept; gives its path.
    let draft: @Sendable (_ fileName: String, _ bytes: [UInt8]) throws -> String

    private func attached(_ lesson: Demonstrations.Lesson) throws -> Demonstrations.Attached? {
        for known in demonstrations { if let found = try known.attached(lesson) { return found } }
        return nil
    }

    /// `--open`, as every command that shows a lesson takes it.
    static let flag = Parameter<Bool>.flag(
        "open", "open the attached photo or video, or the diagram if there is none")

    /// The line that offers what is attached to a lesson; nothing where nothing can be shown, or the records cannot be read.
    ///
    /// - Parameter command: what shows it, without the app's name and `--open`.
    func offer(_ title: String, of lesson: Demonstrations.Lesson, by command: String) -> [Block] {
        guard let found = try? attached(lesson), found.path != nil else { return [] }
        return [.gap, .paragraph(StyledText("\(title): ", .accent) + StyledText("\(command) --open", .input))]
    }

    /// An output behind which the lesson's photo or video is opened, or else a drawing of it.
    ///
    /// Where there is neither, the output fails with `noPicture` once it was shown.
    ///
    /// - Parameter drawing: an SVG of the lesson; nil when none can be drawn.
    func opened(
        behind output: Output, _ lesson: Demonstrations.Lesson, drawing: () throws -> (name: String, svg: String)?
    ) throws -> Output {
        var output = output
        let attached = try attached(lesson)
        if let path = attached?.path {
            output.continuation = .open(path: path)
            let others = attached?.others ?? 0
            output.notice =
                others == 0
                ? nil
                : others == 1
                    ? "1 more is attached: `media list` shows it." : "\(others) more are attached: `media list` shows them."
            return output
        }
        let reason = attached == nil ? "Nothing is attached" : "The attached file is no longer there (see `media check`)"
        guard let (name, svg) = try drawing() else {
            output.failure = Failure(
                .noPicture, "\(reason), and there is no diagram.", advice: "Attach a photo or a video with `media add`.")
            return output
        }
        output.continuation = .open(path: try draft("\(name).svg", Array(svg.utf8)))
        output.notice = "\(reason): the diagram is shown."
        return output
    }
}
