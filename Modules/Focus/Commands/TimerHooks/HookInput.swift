import Focus
import Interface
import Kernel

/// The JSON object that a hook reads on standard input.
///
/// The keys never change within a version.
enum HookInput {
    /// The version of the keys, which a hook can check.
    static let version = 1

    static let fields: [Field<TimerAnnouncer.Moment>] = [
        Field("version", "of these keys: \(version)") { _ in .integer(version) },
        Field("event", "start, pause, resume, break, ready or end") { .text($0.event.rawValue) },
        Field("at", "when it happened") { .instant($0.at) },
        Field("session", "the session's identifier") { .text($0.session.id.rawValue) },
        Field("preset", "the preset's name") { .text($0.session.purpose.preset) },
        Field("phase", "focus, shortBreak or longBreak") { .text($0.session.phase.rawValue) },
        Field("task", "the task's identifier") { .text($0.session.purpose.task?.rawValue) },
        Field("title", "the task's title") { .text($0.session.purpose.title) },
        Field("project", "the task's project") { .text($0.session.purpose.project) },
        Field("tags", "the task's tags") { .texts($0.session.purpose.tags) },
        Field("planned", "seconds of this round or break; null when it counts up") {
            .integer($0.session.planned.map { $0 / 1000 })
        },
        Field("focused", "seconds of focus in this session") { .integer($0.focused / 1000) },
        Field("round", "which round of the cycle") { .integer($0.session.round) },
        Field("rounds", "rounds in a cycle") { .integer($0.session.plan.rounds) },
        Field("completed", "full rounds in this session") { .integer($0.session.completed) },
    ]

    /// Returns the JSON object of an event.
    static func bytes(of moment: TimerAnnouncer.Moment) throws -> [UInt8] {
        Array(try JSONText(.object(fields.map { .init($0.name, $0.value(moment)) })).text.utf8)
    }
}
