import Kernel

extension MemoryRule {
    /// The memory that a target's answers come to by this rule, whatever rule was followed when they were given; nil where there are none. The log
    /// keeps everything that this needs: whoever changes the rule rebuilds what is remembered.
    ///
    /// - Parameter answers: those of one target, in the order in which they were given.
    public func memory(replaying answers: some Sequence<Answer>) -> Memory? {
        var (memory, last): (Memory?, Day?) = (nil, nil)
        for answer in answers where answer.isStated || !isSettled(memory, last: last, on: answer.day) {
            if answer.isStated {
                (memory, last) = (answer.after, answer.day)
                continue
            }
            let moment = Moment(day: answer.day, instant: answer.at)
            (memory, last) = (
                self.memory(after: answer.mark, of: answer.target, from: memory, at: moment, last: last), answer.day
            )
        }
        return memory
    }
}
