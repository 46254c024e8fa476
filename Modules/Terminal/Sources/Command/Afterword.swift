import Kernel

/// Something that is said to a person at a terminal once a command has done what it should: a hint, a question. Never after a failure.
public struct Afterword: Sendable {
    /// The afterword's name; two of one name are a mistake.
    public let name: String
    /// What is said after a command with this first word; nothing most of the time. Cannot fail: what was done stands.
    public let blocks: @Sendable (_ command: String) -> [Block]

    /// Whether it also stands below what a pipe gets in people's form: it belongs to what the command brought.
    public let isForPipes: Bool

    package init(_ name: String, isForPipes: Bool = false, blocks: @escaping @Sendable (_ command: String) -> [Block]) {
        (self.name, self.isForPipes, self.blocks) = (name, isForPipes, blocks)
    }
}

extension ExtensionPoint where Contribution == Afterword {
    /// What is said after a command.
    public static var afterwords: Self { ExtensionPoint("afterwords") { $0.name } }
}

extension Command {
    /// The same command with what plugins offer before it and say below it; a pipe gets what is for pipes alone.
    public func surrounded(by registry: Registry, forPerson: Bool) -> Command {
        preceded(by: forPerson ? registry.all(.forewords) : [])
            .followed(by: registry.all(.afterwords).filter { forPerson || $0.isForPipes })
    }

    /// The same command with afterwords below its last output: also when that comes after a question, an editor or a dialogue. For people
    /// only: it turns the notice into a paragraph.
    public func followed(by afterwords: [Afterword]) -> Command {
        let word = path.first ?? ""
        return running { run in try run().followed { afterwords.map { $0.blocks(word) } } }
    }
}

extension Output {
    fileprivate func followed(by said: @escaping @Sendable () -> [[Block]]) -> Output {
        var output = self
        switch continuation {
        case nil: output.close(with: failure == nil ? said().filter { !$0.isEmpty } : [])
        case .confirm(let question, let proceed):
            output.continuation = .confirm(question: question) { try proceed().followed(by: said) }
        case .secret(let question, let option, let proceed):
            output.continuation = .secret(question: question, option: option) { try proceed($0).followed(by: said) }
        case .edit(let text, let fileName, let proceed):
            output.continuation = .edit(text: text, fileName: fileName) { try proceed($0).followed(by: said) }
        case .work(let title, let total, let proceed):
            output.continuation = .work(title: title, total: total) { try proceed($0).followed(by: said) }
        case .dialogue(let dialogue): output.continuation = .dialogue(FollowedDialogue(dialogue: dialogue, said: said))
        case .browse(let dialogue): output.continuation = .browse(FollowedDialogue(dialogue: dialogue, said: said))
        case .open(let path, let proceed?):
            output.continuation = .open(path: path) { try proceed($0).followed(by: said) }
        case .open, .stream: break
        }
        return output
    }

    private mutating func close(with said: [[Block]]) {
        guard !said.isEmpty else { return }
        let done = [blocks, notice.map { [.paragraph(StyledText(declared: $0))] } ?? []]
        blocks = Array((done + said).filter { !$0.isEmpty }.joined(separator: [.gap]))
        notice = nil
    }
}

private struct FollowedDialogue: Dialogue {
    var dialogue: any Dialogue
    let said: @Sendable () -> [[Block]]

    var view: DialogueView { dialogue.view }
    var hasPictures: Bool { dialogue.hasPictures }

    mutating func fit(_ room: ScreenRoom) throws { try dialogue.fit(room) }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        switch try dialogue.handle(event) {
        case .stay: .stay
        case .finish(let output): .finish(output.followed(by: said))
        }
    }
}
