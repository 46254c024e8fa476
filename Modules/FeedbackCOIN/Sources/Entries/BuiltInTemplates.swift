import Kernel

extension FeedbackTemplate {
    package static let builtIn: [FeedbackTemplate] = [
        builtIn(
            "good-work", "Something went well and should happen again", context: "On [day] you [took on the task].",
            observation: "You [what you did, in detail]. I noticed in particular [one thing].",
            impact: "Because of that, [what got better] for [whom].",
            nextSteps: "Please keep doing this. Could you show [whom] how you went about it?"),
        builtIn(
            "interruptions", "Somebody is not allowed to finish speaking",
            context: "In [the meeting] on [day] we talked about [topic].",
            observation: "While [name] was speaking, you started to speak [how often] before the end of the sentence.",
            impact: "[Name] stopped contributing, and we decided without hearing [what was left unsaid].",
            nextSteps:
                "Let people finish, and note your point until then. I will do the same, and make sure that you get your turn."
        ),
        builtIn(
            "late-review", "Work waits for an answer",
            context: "[The piece of work] has been with you for review since [day].",
            observation: "There are no comments yet; I asked on [days].",
            impact: "[Name] cannot continue with [task], and [the release] is delayed by [days].",
            nextSteps: "From now on, answer within [one working day], or say who can look at it instead."),
        builtIn(
            "missed-deadline", "A date was agreed and passed", context: "We had agreed on [date] for [the result].",
            observation: "It arrived on [date]. Before that, I heard nothing about a delay.",
            impact: "[Team] had planned around it and lost [how much time].",
            nextSteps:
                "As soon as a date is in doubt, tell us, and suggest a new one. Let us look at [the plan] together on [day]."
        ),
        builtIn(
            "new-colleague", "The first weeks in the team",
            context: "You have been with us for [weeks]; this is how I see it so far.",
            observation: "You have [done by yourself]. You still needed help with [topic], and asked for it early.",
            impact: "The team already relies on you for [what].",
            nextSteps: "In the next [weeks]: [one thing to learn], [one thing to own]. [Name] is there for questions."),
        builtIn(
            "unprepared-meeting", "People came to a meeting unprepared",
            context: "On [day] we met to decide on [question].",
            observation: "[The document] had not been read, and the figures for [what] were missing.",
            impact: "[How many] people spent [how long] without a decision, and have to meet again.",
            nextSteps:
                "Please send [the document] two days ahead. If somebody cannot prepare, let us find another date."),
    ]

    private static func builtIn(
        _ name: String, _ summary: String, context: String, observation: String, impact: String, nextSteps: String
    ) -> FeedbackTemplate {
        FeedbackTemplate(
            id: Identifier(name), name: name, summary: summary,
            text: FeedbackText(context: context, observation: observation, impact: impact, nextSteps: nextSteps))
    }
}
