import Kernel

/// Blocks and sessions on this console, in the colours and the width that fit.
struct Drawing {
    let options: GlobalOptions
    let console: any Console

    func draw(_ blocks: [Block]) -> String { PlainText.lines(of: blocks) }

    func run(_ session: any Session) throws -> Output {
        var session = session
        while true {
            let event: SessionEvent
            if let line = console.readLine() {
                switch session.view.wanted {
                case .key: event = Key(line).map { .key($0) } ?? .line(line)
                case .line: event = .line(line)
                }
            } else {
                event = .end
            }
            if case .finish(let output) = try session.handle(event) { return output }
            if event == .end { return Output() }
        }
    }
}
