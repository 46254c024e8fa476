import Kernel

/// A hint or question that a terminal shows after a command has succeeded.
public struct PostCommandHint: Sendable {
    /// The unique name of the hint.
    public let name: String
    /// Returns the blocks to show after a command with this first word, usually none.
    ///
    /// It cannot fail, because the command has already done its work.
    public let blocks: @Sendable (_ command: String) -> [Block]

    /// Whether it also follows output that goes to a pipe in the form for people, because it
    /// belongs to the result.
    public let isForPipes: Bool

    package init(_ name: String, isForPipes: Bool = false, blocks: @escaping @Sendable (_ command: String) -> [Block]) {
        self.name = name
        self.isForPipes = isForPipes
        self.blocks = blocks
    }
}

extension ExtensionPoint where Contribution == PostCommandHint {
    /// The hints after a command.
    public static var postCommandHints: Self { ExtensionPoint { $0.name } }
}

extension Command {
    /// Returns the same command with the prompts and hints of the plugins.
    ///
    /// A pipe gets only the hints for pipes.
    public func decorated(by registry: Registry, forPerson: Bool) -> Command {
        preceded(by: forPerson ? registry.all(.preCommandPrompts) : [])
            .followed(by: registry.all(.postCommandHints).filter { forPerson || $0.isForPipes })
    }

    /// Returns the same command with hints below its last output, including output after a
    /// question, editor or dialogue.
    ///
    /// Use it only for people, because it turns the notice into a paragraph.
    public func followed(by postCommandHints: [PostCommandHint]) -> Command {
        let word = path.first ?? ""
        return running { run in try run().followed { postCommandHints.map { $0.blocks(word) } } }
    }
}

extension Output {
    fileprivate func followed(by hints: @escaping @Sendable () -> [[Block]]) -> Output {
        var output = self
        switch continuation {
        case nil: output.appendHints(with: failure == nil ? hints().filter { !$0.isEmpty } : [])
        case .confirm(let question, let proceed):
            output.continuation = .confirm(question: question) { try proceed().followed(by: hints) }
        case .secret(let question, let option, let proceed):
            output.continuation = .secret(question: question, option: option) { try proceed($0).followed(by: hints) }
        case .edit(let text, let fileName, let proceed):
            output.continuation = .edit(text: text, fileName: fileName) { try proceed($0).followed(by: hints) }
        case .work(let title, let total, let proceed):
            output.continuation = .work(title: title, total: total) { try proceed($0).followed(by: hints) }
        case .dialogue(let dialogue):
            output.continuation = .dialogue(FollowedDialogue(dialogue: dialogue, hints: hints))
        case .browse(let dialogue): output.continuation = .browse(FollowedDialogue(dialogue: dialogue, hints: hints))
        case .open(let path, let proceed?):
            output.continuation = .open(path: path) { try proceed($0).followed(by: hints) }
        case .open, .stream: break
        }
        return output
    }

    /// Appends hints to the blocks, after the notice as a paragraph.
    private mutating func appendHints(with hints: [[Block]]) {
        guard !hints.isEmpty else { return }
        let ownBlocks = [blocks, notice.map { [.paragraph(StyledText(declared: $0))] } ?? []]
        blocks = Array((ownBlocks + hints).filter { !$0.isEmpty }.joined(separator: [.gap]))
        notice = nil
    }
}

/// A dialogue that adds hints to its final output.
private struct FollowedDialogue: Dialogue {
    var dialogue: any Dialogue
    let hints: @Sendable () -> [[Block]]

    var view: DialogueView { dialogue.view }
    var hasPictures: Bool { dialogue.hasPictures }

    mutating func fit(_ room: ScreenRoom) throws { try dialogue.fit(room) }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        switch try dialogue.handle(event) {
        case .stay: .stay
        case .finish(let output): .finish(output.followed(by: hints))
        }
    }
}
