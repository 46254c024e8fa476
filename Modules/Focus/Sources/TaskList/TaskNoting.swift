import Kernel

extension TaskList {
    /// Keeps a note of a task, in the place of the one before; nil takes it away.
    ///
    /// - Throws: what `edit` throws; `noteInvalid`.
    public func note(_ id: Identifier<FocusTask>, _ text: String?) throws -> FocusTask { try edit(id) { $0.note = text } }

    /// Notes something of a task at this moment; what is done and what is over the limit as well.
    ///
    /// - Throws: `taskNotFound`; `annotationInvalid`; `tooManyAnnotations`.
    public func annotate(_ id: Identifier<FocusTask>, _ text: String) throws -> FocusTask {
        let now = time.now()
        return try change(id, { "Annotated “\($0)”" }) { task, _ in try task.annotate(text, at: now) }
    }

    /// Takes away what was noted, by its number from 1.
    ///
    /// - Throws: `taskNotFound`; `annotationNotFound`.
    public func removeAnnotation(_ number: Int, of id: Identifier<FocusTask>) throws -> FocusTask {
        try change(id, { "Removed an annotation of “\($0)”" }) { task, _ in
            var noted = task.annotations ?? []
            guard noted.indices.contains(number - 1) else {
                throw Failure(
                    .annotationNotFound, "“\(task.title)” has \(counted(noted.count, "annotation")), and no number \(number).",
                    advice: "`task show` shows them with their numbers.")
            }
            noted.remove(at: number - 1)
            task.annotations = noted.isEmpty ? nil : noted
        }
    }
}
