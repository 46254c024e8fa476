import Kernel

/// A dialogue that a terminal offers before a command begins.
public struct PreCommandPrompt: Sendable {
    /// The unique name of the prompt.
    public let name: String
    /// Returns the dialogue to show before the command of this name, usually nil.
    ///
    /// The dialogue ends with the output of `run`, which runs the command, or without it if the
    /// user leaves. It cannot fail, because the user asked for the command.
    public let dialogue:
        @Sendable (_ command: String, _ run: @escaping @Sendable () throws -> Output) -> (any Dialogue)?

    package init(
        _ name: String,
        dialogue:
            @escaping @Sendable (_ command: String, _ run: @escaping @Sendable () throws -> Output) -> (any Dialogue)?
    ) {
        self.name = name
        self.dialogue = dialogue
    }
}

extension ExtensionPoint where Contribution == PreCommandPrompt {
    /// The prompts before a command.
    public static var preCommandPrompts: Self { ExtensionPoint { $0.name } }
}

extension Command {
    /// Returns the same command preceded by the first prompt that has a dialogue to offer.
    ///
    /// Use it only for people.
    public func preceded(by preCommandPrompts: [PreCommandPrompt]) -> Command {
        let name = name
        return running { run in
            for preCommandPrompt in preCommandPrompts {
                if let dialogue = preCommandPrompt.dialogue(name, run) { return .dialogue(dialogue) }
            }
            return try run()
        }
    }
}
