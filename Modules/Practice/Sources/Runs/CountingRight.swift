import Kernel

extension Run {
    /// The latest answer, where it came from memory and was judged as less than right, so that the learner may say otherwise.
    public var doubtful: Answer? {
        answers.last.flatMap {
            $0.evidence == .recalled && $0.isCountedRight != true && [.again, .hard].contains($0.rating) ? $0 : nil
        }
    }
}

extension PracticeLog {
    /// Counts the latest answer of a run as right, because the learner says that it was. The answer says so ever after; `undo` and `takeBack` take it
    /// back like any other.
    ///
    /// - Throws: `nothingToCount` where the latest answer is right, or was not typed; `answerNotFound`, `answeredSince`, and then nothing is changed.
    public func countRight<Kind: Exercise>(in run: inout Run<Kind>) throws {
        guard let judged = run.doubtful else {
            throw Failure(.nothingToCount, "Your last answer was not counted as wrong.")
        }
        let (rule, mark) = (
            try run.exercise.memory(in: run.asked(judged)), Answer(countingRight: judged, after: judged.after).mark
        )
        let kind = run.exercise.kind
        let moment = Moment(day: judged.day, instant: judged.at)
        // A repeat moves nothing, whatever it is worth.
        let after =
            judged.isRepeat
            ? judged.after
            : rule.memory(
                after: mark, of: judged.target, from: judged.before?.memory, at: moment, last: judged.before?.last)
        let right = Answer(countingRight: judged, after: after)
        try repository.write(undo: "Counted an answer as right") { records in
            guard try records.record(judged.id) != nil else {
                throw Failure(.answerNotFound, "That answer is no longer there.", advice: "It may have been undone already.")
            }
            guard try records.record(ItemMemory.id(of: judged.target))?.state.latest == judged.id else {
                throw Failure(
                    .answeredSince, "You have answered it again since, in another session.", advice: "Nothing was changed.")
            }
            try records.keep(right)
            try records.keep(ItemMemory(right.target, MemoryState(after: right)))
            try mend(right.target, behind: right, by: rule, in: records)
            try count(judged, of: kind, times: -1, in: records)
            try count(right, of: kind, times: 1, in: records)
        }
        run.answers[run.answers.count - 1] = right
    }
}
