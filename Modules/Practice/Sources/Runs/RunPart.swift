import Kernel

extension Run {
    /// What another exercise would see of this run, where a part of it is that exercise's: its own items and answers, and the place counted from its first
    /// item. It is looked at and judged by, and never kept: answers are given to the run itself.
    ///
    /// - Parameters:
    ///   - items: as they were planned, without what answers add.
    ///   - first: the place in this run at which the part begins.
    ///   - answers: those of the part, in their turn.
    package func part<Other: Exercise>(
        _ exercise: Other, items: [Other.Item], settings: Other.Settings, from first: Int, answers: [Answer]
    ) -> Run<Other> {
        var part = Run<Other>(exercise, log, items: items, settings: settings, answers: answers)
        part.log.place = min(max(place - first, 0), part.items.count)
        return part
    }

    /// The run as it stood when an answer was given.
    func asked(_ answer: Answer) -> Run {
        var run = self
        run.log.place = answer.place
        return run
    }
}
