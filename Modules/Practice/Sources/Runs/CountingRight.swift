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
    /// The answer records the correction permanently. `undo` and `undoAnswer` revert it like any
    /// other change.
    ///
    /// - Throws: `nothingToCount` if the latest answer is right or was not typed. `answerNotFound`,
    ///   `answeredSince`, without having changed anything.
    package func countRight<Kind: Exercise>(in run: inout Run<Kind>) throws {
        guard let answer = run.correctableAnswer else {
            throw Failure(.nothingToCount, "Your last answer was not counted as wrong.")
        }
        let rule = try run.exercise.memory(in: run.atQuestion(of: answer))
        let mark = Answer(countingRight: answer, after: answer.after).mark
        let kind = run.exercise.kind
        let moment = Moment(day: answer.day, instant: answer.at)
        // A repeat changes no memory, whatever its mark.
        let after =
            answer.isRepeat
            ? answer.after
            : rule.memory(
                after: mark, of: answer.target, from: answer.before?.memory, at: moment, last: answer.before?.last)
        let correctedAnswer = Answer(countingRight: answer, after: after)
        try repository.write(undo: "Counted an answer as right") { records in
            guard try records.record(answer.id) != nil else {
                throw Failure(
                    .answerNotFound, "That answer is no longer there.", advice: "It may have been undone already.")
            }
            guard try records.record(ItemMemory.id(of: answer.target))?.state.latest == answer.id else {
                throw Failure(
                    .answeredSince, "You have answered it again since, in another session.",
                    advice: "Nothing was changed.")
            }
            try records.save(correctedAnswer)
            try records.save(ItemMemory(correctedAnswer.target, MemoryState(after: correctedAnswer)))
            try repairMemory(correctedAnswer.target, after: correctedAnswer, by: rule, in: records)
            try updateDay(for: answer, of: kind, by: -1, in: records)
            try updateDay(for: correctedAnswer, of: kind, by: 1, in: records)
        }
        run.answers[run.answers.count - 1] = correctedAnswer
    }
}
