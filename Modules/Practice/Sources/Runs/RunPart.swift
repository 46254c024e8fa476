import Kernel

extension Run {
    /// Returns a part of this run as a run of another exercise.
    ///
    /// The part has its own items and answers, and a place relative to its first item.
    ///
    /// The part is used to render and judge, and is never saved. Answers are recorded in the run
    /// itself.
    ///
    /// - Parameters:
    ///   - items: the planned items, without those added by answers.
    ///   - first: the index in this run at which the part begins.
    ///   - answers: the answers of the part in order.
    package func part<Other: Exercise>(
        _ exercise: Other, items: [Other.Item], settings: Other.Settings, from first: Int, answers: [Answer]
    ) -> Run<Other> {
        var part = Run<Other>(exercise, log, items: items, settings: settings, answers: answers)
        part.log.place = min(max(place - first, 0), part.items.count)
        return part
    }

    /// Returns the run as it was when an answer was given.
    func atQuestion(of answer: Answer) -> Run {
        var run = self
        run.log.place = answer.place
        return run
    }
}
