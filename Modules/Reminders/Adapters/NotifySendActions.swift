import Kernel
import Programs
import Reminders

extension Asker {
    /// The timeout of a question, in seconds.
    private static let waitLimit = 600

    /// Creates an asker that shows notifications with buttons. It requires `notify-send` 0.7.10 or
    /// later and fails otherwise.
    package static func notifySend(_ programs: ProgramPath, app: String) -> Asker {
        Asker { title, body, actions in
            let path = try programs.require("notify-send", install: "sudo apt install libnotify-bin")
            guard try ProgramCall(path, ["--help"], deadline: .seconds(5)).run().text.contains("--action") else {
                throw Failure(.noButtons, "This notify-send knows no buttons.")
            }
            // With `--action`, `notify-send` waits until the user answers.
            let buttons = actions.map { "--action=\($0.name)=\(Notifier.clean($0.label))" }
            let arguments =
                ["-a", app] + buttons + ["--", Notifier.clean(title), Notifier.escaped(Notifier.clean(body))]
            let process = try ProgramCall(path, arguments, deadline: .seconds(waitLimit), outputLimit: 4096)
                .startConcurrently()
            return Question(
                answer: {
                    guard !process.isRunning else { return .waiting }
                    guard let result = process.result else { return .waiting }
                    guard !result.timedOut, result.ending == .exited(0) else {
                        return result.timedOut ? .closed : .failed
                    }
                    let actionName = result.text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
                    return actions.contains { $0.name == actionName } ? .chosen(actionName) : .closed
                }, withdraw: process.stop)
        }
    }
}
