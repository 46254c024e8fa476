import Kernel

extension FocusTask {
    /// The longest note, in characters; the longest annotation; how many annotations a task has; for how many tasks one waits.
    public static let (longestNote, longestAnnotation, mostAnnotations, mostAwaited) = (4000, 200, 100, 50)

    /// What was noted of a task at a moment, on one line.
    public struct Annotation: Codable, Hashable, Sendable {
        /// When it was noted.
        public let at: Instant
        /// What was noted.
        public let text: String

        /// What was noted at a moment.
        ///
        /// - Throws: `annotationInvalid`.
        public init(at: Instant, _ text: String) throws {
            (self.at, self.text) = (
                at,
                try TaskDraft.line(text, limit: FocusTask.longestAnnotation, "line of an annotation", code: .annotationInvalid)
            )
        }
    }

    /// Notes something at a moment, behind what was noted before it.
    ///
    /// - Throws: `annotationInvalid`; `tooManyAnnotations`.
    public mutating func annotate(_ text: String, at: Instant) throws {
        let annotation = try Annotation(at: at, text)
        guard (annotations?.count ?? 0) < FocusTask.mostAnnotations else {
            throw Failure(
                .tooManyAnnotations, "A task has at most \(FocusTask.mostAnnotations) annotations.",
                advice: "Write more of it into its note.", kind: .badData)
        }
        let noted = annotations ?? []
        let place = noted.lastIndex { $0.at <= at }.map { $0 + 1 } ?? 0
        annotations = noted[..<place] + [annotation] + noted[place...]
    }

    /// For which others it waits, each once; none of it is nil.
    ///
    /// - Throws: `waitsForItself`; `waitsForTooMany`.
    public mutating func wait(for others: [Identifier<FocusTask>]) throws {
        let awaited: [Identifier<FocusTask>] = others.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        guard !awaited.contains(id) else {
            throw Failure(.waitsForItself, "“\(title)” cannot wait for itself.", kind: .badData)
        }
        guard awaited.count <= FocusTask.mostAwaited else {
            throw Failure(
                .waitsForTooMany, "A task waits for at most \(FocusTask.mostAwaited) others.",
                advice: "Put them under one task, and wait for that one.", kind: .badData)
        }
        after = awaited.isEmpty ? nil : awaited
    }
}
