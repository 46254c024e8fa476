import Kernel

extension TaskList {
    /// Replaces the note of a task, or deletes it with nil.
    ///
    /// - Throws: the errors of `edit`, `noteInvalid`.
    package func setNote(_ id: Identifier<FocusTask>, _ text: String?) throws -> FocusTask {
        try edit(id) { $0.note = text }
    }

    /// Adds an annotation with the current time.
    ///
    /// It works on finished and locked tasks too.
    ///
    /// - Throws: `taskNotFound`, `annotationInvalid`, `tooManyAnnotations`.
    package func annotate(_ id: Identifier<FocusTask>, _ text: String) throws -> FocusTask {
        let now = time.now()
        return try change(id, { "Annotated “\($0)”" }) { task, _ in try task.annotate(text, at: now) }
    }

    /// Deletes an annotation by its number, from 1.
    ///
    /// - Throws: `taskNotFound`, `annotationNotFound`.
    package func removeAnnotation(_ number: Int, of id: Identifier<FocusTask>) throws -> FocusTask {
        try change(id, { "Removed an annotation of “\($0)”" }) { task, _ in
            var annotations = task.annotations ?? []
            guard annotations.indices.contains(number - 1) else {
                throw Failure(
                    .annotationNotFound,
                    "“\(task.title)” has \(counted(annotations.count, "annotation")), and no number \(number).",
                    advice: "`task show` shows them with their numbers.")
            }
            annotations.remove(at: number - 1)
            task.annotations = annotations.isEmpty ? nil : annotations
        }
    }
}
