import Kernel
import Programs
import Reminders

extension Asker {
    /// How long a question stands, in seconds.
    private static let patience = 600

    /// Notifications with buttons, by `notify-send` from 0.7.10 on. Fails where there is none, or an older one.
    public static func notifySend(_ programs: Programs, app: String) -> Asker {
        Asker { title, body, actions in
            let path = try programs.require("notify-send", install: "sudo apt install libnotify-bin")
            guard try ProgramCall(path, ["--help"], deadline: .seconds(5)).run().text.contains("--action") else {
                throw Failure(.noButtons, "This notify-send knows no buttons.")
            }
            // What is asked stays until it is answered, which is what --action waits for.
            let buttons = actions.map { "--action=\($0.name)=\(Notifier.clean($0.label))" }
            let words = ["-a", app] + buttons + ["--", Notifier.clean(title), Notifier.escaped(Notifier.clean(body))]
            let companion = try ProgramCall(path, words, deadline: .seconds(patience), outputLimit: 4096).startBeside()
            return Question(
                answer: {
                    guard !companion.isRunning else { return .waiting }
                    guard let result = companion.result else { return .waiting }
                    guard !result.timedOut, result.ending == .exited(0) else { return result.timedOut ? .closed : .failed }
                    let chosen = result.text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
                    return actions.contains { $0.name == chosen } ? .chosen(chosen) : .closed
                }, withdraw: companion.stop)
        }
    }
}
