import Kernel

extension MemoryRule {
    /// Returns the memory that a target's answers produce under this rule, or nil without answers.
    ///
    /// The original rule does not matter: the log contains everything needed to rebuild memories
    /// after a change of rule.
    ///
    /// - Parameter answers: the answers of one target in order.
    package func memory(replaying answers: some Sequence<Answer>) -> Memory? {
        var (memory, last): (Memory?, Day?) = (nil, nil)
        for answer in answers where answer.isPlacement || !isSettled(memory, last: last, on: answer.day) {
            if answer.isPlacement {
                memory = answer.after
                last = answer.day
                continue
            }
            let moment = Moment(day: answer.day, instant: answer.at)
            memory = self.memory(after: answer.mark, of: answer.target, from: memory, at: moment, last: last)
            last = answer.day
        }
        return memory
    }
}
