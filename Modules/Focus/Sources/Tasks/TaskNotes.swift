import Kernel

extension FocusTask {
    /// The longest note and annotation in characters, and the most annotations and awaited tasks of
    /// a task.
    package static let (longestNote, longestAnnotation, mostAnnotations, mostAwaited) = (4000, 200, 100, 50)

    /// A one-line remark about a task with its time.
    package struct Annotation: Codable, Hashable, Sendable {
        package let at: Instant
        package let text: String

        /// Creates an annotation.
        ///
        /// - Throws: `annotationInvalid`.
        package init(at: Instant, _ text: String) throws {
            self.at = at
            self.text = try TaskDraft.line(
                text, limit: FocusTask.longestAnnotation, "line of an annotation", code: .annotationInvalid)
        }
    }

    /// Appends an annotation.
    ///
    /// - Throws: `annotationInvalid`, `tooManyAnnotations`.
    package mutating func annotate(_ text: String, at: Instant) throws {
        let annotation = try Annotation(at: at, text)
        guard (annotations?.count ?? 0) < FocusTask.mostAnnotations else {
            throw Failure(
                .tooManyAnnotations, "A task has at most \(FocusTask.mostAnnotations) annotations.",
                advice: "Write more of it into its note.", kind: .badData)
        }
        let existing = annotations ?? []
        let index = existing.lastIndex { $0.at <= at }.map { $0 + 1 } ?? 0
        annotations = existing[..<index] + [annotation] + existing[index...]
    }

    /// Sets the awaited tasks, each once.
    ///
    /// An empty list is stored as nil.
    ///
    /// - Throws: `waitsForItself`, `waitsForTooMany`.
    package mutating func wait(for others: [Identifier<FocusTask>]) throws {
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
