import Content
import Interface
import Kernel

/// Photos and videos that demonstrate lessons, contributed by the feature that stores them.
package struct Demonstrations: Sendable {
    /// The subject of a demonstration.
    package enum Lesson: Hashable, Sendable {
        case pattern(String)
        case move(String, Int)
        case technique(String)
        case exchange(String)
        case theory(String)
    }

    /// The attachments of a lesson.
    package struct Attachments: Hashable, Sendable {
        /// The path of the best file; nil if every attached file is gone.
        package let path: String?
        /// The number of further attachments.
        package let others: Int

        package init(path: String?, others: Int) {
            self.path = path
            self.others = others
        }
    }

    /// Returns the attachments of a lesson; nil if there are none.
    package let attached: @Sendable (Lesson) throws -> Attachments?

    package init(attached: @escaping @Sendable (Lesson) throws -> Attachments?) { self.attached = attached }
}

extension Demonstrations.Lesson {
    /// Returns the lesson that a word refers to, and its display title.
    ///
    /// Examples: `chon-ji`, `chon-ji/3`, `천지/3`, `three-step/1`, `walking-stance`, `tenets`.
    ///
    /// - Throws: `unknownMove`, `unknownSubject`, and the error for a missing pattern.
    package static func resolve(_ word: String, in lessons: Curriculum) throws -> (lesson: Self, title: String) {
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
        // Theory pages come last, because a practical lesson of the same name takes precedence.
        let pages = lessons.theory().value
        let resolvedID = Curriculum.resolve(word, among: pages.map(\.searchable))
        if let page = pages.first(where: { $0.id == word }) ?? pages.first(where: { $0.id == resolvedID }) {
            return (.theory(page.id), page.title)
        }
        let practicalLessons = lessons.patterns().value.map(\.searchable) + lessons.techniques().value.map(\.searchable)
        throw Curriculum.unknown(
            .unknownSubject, "subject", word,
            among: practicalLessons + lessons.sparring().value.map(\.searchable) + pages.map(\.searchable),
            advice:
                "Write a movement as chon-ji/3; `pattern list`, `technique list`, `sparring list` and `theory --all` show the names."
        )
    }

    /// Returns words for lessons that begin with the typed text.
    package static func completions(_ typed: String, in lessons: Curriculum) -> [String] {
        if let slash = typed.firstIndex(of: "/"), let pattern = try? lessons.pattern(String(typed[..<slash])).value {
            return pattern.moves.map { "\(pattern.id)/\($0.number)" }.filter { $0.hasPrefix(typed) }
        }
        let practicalIDs = lessons.patterns().value.map(\.id) + lessons.techniques().value.map(\.id)
        return (practicalIDs + lessons.sparring().value.map(\.id) + lessons.theory().value.map(\.id)).filter {
            $0.hasPrefix(typed)
        }
    }
}

extension ExtensionPoint where Contribution == Demonstrations {
    package static var demonstrations: Self { ExtensionPoint() }
}

/// A presenter of lessons by their attachments, or else by a drawing.
struct LessonPictures: Sendable {
    let demonstrations: [Demonstrations]
    /// Writes a drawing into a temporary file and returns its path.
    let draft: @Sendable (_ fileName: String, _ bytes: [UInt8]) throws -> String

    /// Returns the attachments from the first source that has any.
    private func attached(_ lesson: Demonstrations.Lesson) throws -> Demonstrations.Attachments? {
        for source in demonstrations { if let attachments = try source.attached(lesson) { return attachments } }
        return nil
    }

    /// The flag `--open` of every command that shows a lesson.
    static let flag = Parameter<Bool>.flag(
        "open", "open the attached photo or video, or the diagram if there is none")

    /// Returns the line that offers a lesson's attachments; empty if there are none or the records
    /// are unreadable.
    ///
    /// - Parameter command: the command that shows them, without the app's name and `--open`.
    func offer(_ title: String, of lesson: Demonstrations.Lesson, by command: String) -> [Block] {
        guard let attachments = try? attached(lesson), attachments.path != nil else { return [] }
        return [.gap, .paragraph(StyledText("\(title): ", .accent) + StyledText("\(command) --open", .input))]
    }

    /// Returns an output that then opens the lesson's photo or video, or else a drawing of it.
    ///
    /// If there is neither, the output fails with `noPicture` after it is shown.
    ///
    /// - Parameter drawing: an SVG of the lesson; nil if it cannot be drawn.
    func opening(
        after output: Output, _ lesson: Demonstrations.Lesson, drawing: () throws -> (name: String, svg: String)?
    ) throws -> Output {
        var output = output
        let attachments = try attached(lesson)
        if let path = attachments?.path {
            output.continuation = .open(path: path)
            let otherCount = attachments?.others ?? 0
            output.notice =
                otherCount == 0
                ? nil
                : otherCount == 1
                    ? "1 more is attached: `media list` shows it."
                    : "\(otherCount) more are attached: `media list` shows them."
            return output
        }
        let reason =
            attachments == nil ? "Nothing is attached" : "The attached file is no longer there (see `media check`)"
        guard let (name, svg) = try drawing() else {
            output.failure = Failure(
                .noPicture, "\(reason), and there is no diagram.", advice: "Attach a photo or a video with `media add`."
            )
            return output
        }
        output.continuation = .open(path: try draft("\(name).svg", Array(svg.utf8)))
        output.notice = "\(reason): the diagram is shown."
        return output
    }
}
