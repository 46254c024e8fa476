import Kernel

extension Run {
    /// The latest answer if it came from memory and was judged as less than right, so that the
    /// learner may overrule the judgment.
    package var correctableAnswer: Answer? {
        answers.last.flatMap {
            $0.evidence == .recalled && $0.isCountedRight != true && [.again, .hard].contains($0.rating) ? $0 : nil
        }
    }
}

extension PracticeLog {
    /// Counts the latest answer of a run as right, because the learner overrules the judgment.
    ///
    /// The answer records the correction permanently. `undo` and `takeBack` revert it like any
    /// other change.
    ///
    /// - Throws: `nothingToCount` if the latest answer is right or was not typed. `answerNotFound`,
    ///   `answeredSince`, without having changed anything.
    package func countRight<Kind: Exercise>(in run: inout Run<Kind>) throws {
        guard let judged = run.correctableAnswer else {
            throw Failure(.nothingToCount, "Your last answer was not counted as wrong.")
        }
        let rule = try run.exercise.memory(in: run.asked(judged))
        let mark = Answer(countingRight: judged, after: judged.after).mark
        let kind = run.exercise.kind
        let moment = Moment(day: judged.day, instant: judged.at)
        // A repeat changes no memory, whatever its mark.
        let after =
            judged.isRepeat
            ? judged.after
            : rule.memory(
                after: mark, of: judged.target, from: judged.before?.memory, at: moment, last: judged.before?.last)
        let right = Answer(countingRight: judged, after: after)
        try repository.write(undo: "Counted an answer as right") { records in
            guard try records.record(judged.id) != nil else {
                throw Failure(
                    .answerNotFound, "That answer is no longer there.", advice: "It may have been undone already.")
            }
            guard try records.record(ItemMemory.id(of: judged.target))?.state.latest == judged.id else {
                throw Failure(
                    .answeredSince, "You have answered it again since, in another session.",
                    advice: "Nothing was changed.")
            }
            try records.save(right)
            try records.save(ItemMemory(right.target, MemoryState(after: right)))
            try repairMemory(right.target, after: right, by: rule, in: records)
            try count(judged, of: kind, times: -1, in: records)
            try count(right, of: kind, times: 1, in: records)
        }
        run.answers[run.answers.count - 1] = right
    }
}
