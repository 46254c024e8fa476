import Guidance
import Terminal

/// What the page of help says of what is paid.
enum PlanHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("Plan", order: 75, ["plan show", "plan catalogue", "plan buy", "plan activate"])
    ]

    static let topic = HelpTopic(
        "plan", "What is paid, and what is not",
        paragraphs: [
            """
            plan show says what you have and what each part of the app allows; plan why explains one part, plan catalogue has the products with their
            prices. plan buy says how to pay. You get a licence, a small file, and plan activate takes it in. It counts on all your machines: keep
            the file. reset leaves it.

            What you made stays yours on every plan: it can always be shown and exported.
            """
        ], commands: ["plan show", "plan why", "plan catalogue", "plan buy", "plan activate"], isGeneral: true)
}
