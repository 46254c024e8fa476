import Guidance
import Kernel

/// Help for what several apps have alike, for those commands that an app really has.
struct HouseGuidance: Plugin {
    let name = "HouseGuidance"
    /// The first words of the commands that are explained here.
    let features: Set<String>

    func contribute(to registry: inout Registry) {
        for topic in HouseGuidance.topics where features.contains(topic.id) { registry.add(topic, to: .helpTopics) }
    }

    private static let topics = [
        HelpTopic(
            "data", "Your data, and mistakes",
            paragraphs: [
                """
                undo takes back the last change, and further ones one by one. doctor reads everything and names what is damaged; with
                --export it writes all records to a file. reset erases them, asks first, and keeps a copy.
                """
            ], commands: ["undo", "doctor", "reset"]),
        HelpTopic(
            "plan", "What is paid, and what is not",
            paragraphs: [
                """
                plan show says what you have and what each part of the app allows; plan why explains one part, plan catalogue has the products with their
                prices. Until there is a real shop a sandbox sells them, and nothing is charged. What you made stays yours on every plan: it can always be
                shown and exported.
                """
            ], commands: ["plan show", "plan why", "plan catalogue"]),
        HelpTopic(
            "remind", "Reminders",
            paragraphs: [
                """
                remind list has the reminders of this app, remind set changes the time or turns one off, remind quiet keeps hours and weekends free. They
                speak up only when nothing was done that day. remind install lets the machine ask by itself.
                """
            ], commands: ["remind list", "remind set", "remind install"]),
        HelpTopic(
            "status", "A line for status bars",
            paragraphs: [
                "status says in one line how things stand; --format writes it for tmux, waybar, i3blocks, or as you like it."
            ],
            commands: ["status"]),
        HelpTopic(
            "technique", "Techniques",
            paragraphs: [
                "technique list and technique show describe stances, blocks, strikes and kicks, and say in which patterns they occur."
            ],
            commands: ["technique list", "technique show"]),
        HelpTopic(
            "variant", "Variants",
            paragraphs: [
                "Associations differ. variant list has the ways that are known here, variant use chooses one for your profile alone; packs can bring more."
            ],
            commands: ["variant list", "variant use"]),
    ]
}
