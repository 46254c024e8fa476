import Kernel

/// Something that a person at a terminal is offered before a command begins.
public struct Foreword: Sendable {
    /// The foreword's name; two of one name are a mistake.
    public let name: String
    /// What is gone through before the command of this name; nil most of the time. It ends with what `run` gives, which runs the command, or
    /// without it where the person wants to leave. Cannot fail: the command was asked for.
    public let dialogue: @Sendable (_ command: String, _ run: @escaping @Sendable () throws -> Output) -> (any Dialogue)?

    package init(
        _ name: String,
        dialogue: @escaping @Sendable (_ command: String, _ run: @escaping @Sendable () throws -> Output) -> (any Dialogue)?
    ) {
        (self.name, self.dialogue) = (name, dialogue)
    }
}

extension ExtensionPoint where Contribution == Foreword {
    /// What is offered before a command.
    public static var forewords: Self { ExtensionPoint("forewords") { $0.name } }
}

extension Command {
    /// The same command behind whatever is offered before it: the first that has something to offer. For people only.
    public func preceded(by forewords: [Foreword]) -> Command {
        let name = name
        return running { run in
            for foreword in forewords {
                if let dialogue = foreword.dialogue(name, run) { return .dialogue(dialogue) }
            }
            return try run()
        }
    }
}
