import Interface
import Kernel
import Learning
import Lessons

/// The output fields and the option for practice modes, ordered from the easiest to the hardest.
enum ModeFields {
    /// The option that opens a mode before the learner has the required mastery.
    static let anyway = Parameter<Bool>.flag("anyway", "take it even if your mastery does not open it yet")

    static let all: [Field<ModeAccess>] = [
        Field("mode", "the way of practising") { .text($0.id) },
        Field("title", title: "Mode", "what it is called", isTranslatable: true) { .text($0.title) },
        Field("open", "whether it is open to you") { .bool($0.isOpen) },
        Field(
            "opensAt", title: "Opens", "the mastery that opens it, 0 to 1",
            cell: { mode in
                mode.isOpen ? StyledText("open", .good) : StyledText("at \(mode.opensAt / 10) %", .muted)
            }
        ) { .number(Double($0.opensAt) / 1000) },
        Field("mastery", "your mastery, 0 to 1") { .number(Double($0.level) / 1000) },
        Field("command", title: "Command", "what to type", cell: { StyledText($0.command, .input) }) {
            .text($0.command)
        },
        Field("about", "what you do in it") { .text($0.about) },
    ]

    /// Returns the list of modes, with the command that takes the first locked one.
    static func list(_ modes: [ModeAccess], of name: String) -> Output {
        let level = modes.first?.level ?? 0
        let lockedMode = modes.first { !$0.isOpen }
        let hint = lockedMode.map {
            StyledText(
                "\($0.title) opens at \($0.opensAt / 10) %. To take it all the same: `\($0.command) --anyway`", .muted)
        }
        return .list(
            modes, all, heading: StyledText("\(name), \(level / 10) % mastery"), empty: "",
            footer: hint.map { [.gap, .paragraph($0)] } ?? [],
            next: (modes.last { $0.isOpen }?.command).map { [$0] } ?? [])
    }
}
