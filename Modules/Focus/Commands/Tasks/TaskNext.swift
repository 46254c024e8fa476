import Focus
import Interface
import Kernel

/// The command that proposes the next task and gives the reason.
extension TaskCommands {
    var next: Command {
        Command(
            "task next", "Propose what to do next, with reasons",
            discussion: """
                Puts what is due, matters, is begun, old, or holds others up first; with --for it prefers what fits into that time. A task that waits for another, \
                has open parts, or comes back later is left out. help task says how they are weighed: the same tasks on the same day \
                always give the same order.
                """,
            examples: [.init("task next", "The first three"), .init("task next --for 30m", "For half an hour")],
            .option("limit", .integer(1...50), default: 3, "how many"),
            .option("for", .duration, "how much time there is"), returns: .list(TaskCommands.proposalFields)
        ) { limit, seconds in
            let proposals = try tasks.proposals(limit: limit, time: seconds)
            var output = Output.list(
                proposals.first, TaskCommands.proposalFields, empty: TaskCommands.emptyMessage(proposals),
                next: proposals.isRunning
                    ? ["resume", "task list"]
                    : proposals.first.first.map { ["start --task \($0.row.task.id.shortForm)", "task list"] } ?? [
                        "task list"
                    ])
            if !proposals.first.isEmpty {
                let proposalBlocks = proposals.first.enumerated().flatMap { index, proposal in
                    TaskCommands.blocks(of: proposal, index + 1)
                }
                let waitingTexts =
                    proposals.waiting > 0
                    ? [
                        proposals.waiting == 1
                            ? "1 task waits for others." : "\(proposals.waiting) tasks wait for others."
                    ] : []
                let moreTexts =
                    proposals.count > proposals.first.count
                    ? ["\(proposals.count - proposals.first.count) more could be begun."] : []
                let remark = (moreTexts + waitingTexts).joined(separator: " ")
                output.blocks =
                    proposalBlocks + (remark.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: remark, .muted))])
            }
            if let words = TaskCommands.cycleSentence(of: proposals.cycle) {
                output.blocks += [.gap, .paragraph(StyledText(declared: words, .warning))]
            }
            return output
        }
    }

    /// Returns a sentence that names the tasks of a dependency cycle and a command that breaks it.
    private static func cycleSentence(of cycle: [FocusTask]) -> String? {
        guard let first = cycle.first else { return nil }
        let next = cycle.count > 1 ? cycle[1] : first
        let titles = (cycle + [first]).prefix(6).map { "“\($0.title)”" }.joined(separator: " behind ")
        let isPart = next.parent == first.id && first.after?.contains(next.id) != true
        let command =
            isPart
            ? "task move \(next.id.shortForm) --top" : "task wait \(first.id.shortForm) --not-for \(next.id.shortForm)"
        return
            "These tasks wait for each other, so that none can be begun: \(titles)\(cycle.count > 5 ? " …" : ""). \(command) takes that apart."
    }

    /// Returns a proposed task with its reasons.
    private static func blocks(of proposal: TaskList.Proposal, _ number: Int) -> [Block] {
        let task = proposal.row.task
        let estimate = task.estimate.map { "  \(Span(seconds: $0))" } ?? ""
        let reasons = proposal.urgency.reasons.map(\.text)
        let reasonText = reasons.isEmpty ? "no day, no priority" : reasons.joined(separator: " · ")
        return [
            .paragraph(
                StyledText("\(number)  ", .muted) + StyledText(task.title, number == 1 ? .title : .plain)
                    + StyledText(estimate, .muted)),
            .paragraph(StyledText("   ") + StyledText(declared: reasonText, .muted)),
        ]
    }

    /// Returns the message without a proposal.
    private static func emptyMessage(_ proposals: TaskList.Proposals) -> String {
        switch proposals.waiting {
        case 0: "Nothing to do now. Write down what you want to focus on."
        case 1: "No task can be started: 1 task waits for others. task wait TASK --not-for OTHER removes a dependency."
        case let count:
            "No task can be started: \(count) tasks wait for others. task wait TASK --not-for OTHER removes a dependency."
        }
    }

    private static let proposalFields: [Field<TaskList.Proposal>] =
        [
            Field("points", "the sum of its reasons") { .integer($0.urgency.points) },
            Field("reasons", "the reasons for its place, the strongest first") {
                .texts($0.urgency.reasons.map(\.text))
            },
        ] + TaskFields.row.map { field in Field(field.name, field.help) { field.value($0.row) } }
}
