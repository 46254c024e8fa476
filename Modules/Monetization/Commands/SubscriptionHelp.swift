import Guidance
import Interface

/// Texts about paid features for the help page.
enum PlanHelp {
    static let groups = [
        CommandGroup("Plan", order: 75, ["plan show", "plan catalogue", "plan buy", "plan activate"])
    ]

    static let topic = HelpTopic(
        "plan", "What is free, and what is paid",
        paragraphs: [
            """
            plan show says what you have and what each part of the app allows. plan why explains one part, and plan catalogue lists the products with
            their prices. plan buy says how to pay. You get a licence, a small file, and plan activate takes it in. It works on all your machines: keep
            the file. reset does not delete it.

            What you made stays yours on every plan: you can always see and export it.
            """
        ], commands: ["plan show", "plan why", "plan catalogue", "plan buy", "plan activate"], isGeneral: true)
}
