import Guidance
import Terminal

/// What the page of help says of what is paid.
enum PlanHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("Plan", order: 75, ["plan show", "plan catalogue", "plan buy"])
    ]

    static let topic = HelpTopic(
        "plan", "What is paid, and what is not",
        paragraphs: [
            """
            plan show says what you have and what each part of the app allows; plan why explains one part, plan catalogue has the products with their
            prices. Until there is a real shop a sandbox sells them, and nothing is charged. What you made stays yours on every plan: it can always be
            shown and exported.
            """
        ], commands: ["plan show", "plan why", "plan catalogue"], isGeneral: true)
}
