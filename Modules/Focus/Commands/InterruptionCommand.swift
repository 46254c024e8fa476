import Focus
import Interface
import Kernel

/// The command `interrupt`, which records an interruption of a round.
struct InterruptionCommand: Sendable {
    let timer: FocusTimer

    var command: Command {
        Command(
            "interrupt", "Note what broke into the round",
            discussion: """
                inner is what came from yourself, a thought or an urge; outer is what came from others. On the screen of the timer i (distracted) and o (disturbed) do the same. The \
                timer runs on. history, stats and journey count them.
                """,
            examples: [
                .init("interrupt inner", "A thought", runs: false),
                .init("interrupt outer 'The phone'", "With a note", runs: false),
            ],
            Parameter<Interruption.Kind>.argument("kind", .choice("inner|outer"), "where it came from"),
            .rest("note", .text("NOTE", limit: Interruption.longestNote), isRequired: false, "what it was"),
            returns: .one(TimerMoment.fields), changes: true
        ) { kind, words in
            let note = words.joined(separator: " ")
            guard note.count <= Interruption.longestNote else {
                throw Failure(
                    .textTooLong, "the note is longer than \(Interruption.longestNote) characters.", kind: .usage)
            }
            let step = try timer.interrupt(kind, note: note.isEmpty ? nil : note)
            return .changed(
                step.session.interruptionMessage(kind), TimerMoment(session: step.session, now: timer.time.now()),
                TimerMoment.fields,
                next: ["status"])
        }
    }
}

extension FocusSession {
    /// Returns the message after an interruption was recorded.
    func interruptionMessage(_ kind: Interruption.Kind) -> String {
        let count = counted(interruptions?.count ?? 0, "interruption")
        return kind == .inner
            ? "Noted, from yourself: \(count) in this round (\(id))."
            : "Noted, from others: \(count) in this round (\(id))."
    }
}
