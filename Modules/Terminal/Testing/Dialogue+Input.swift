import Interface
import Kernel
import Terminal

extension Dialogue {
    /// The expected input: keys with their meaning, or the prompt of a line.
    public var wanted: [String] {
        switch view.wanted {
        case .key(let hints): hints.map { "\($0.key) \($0.meaning)" }
        case .line(let prompt): [prompt]
        }
    }

    /// Presses keys by their names in sequence, such as `space n`.
    ///
    /// - Returns: the output if the dialogue ended, or nil.
    @discardableResult public mutating func press(keys: String) throws -> Output? {
        var finalOutput: Output?
        for name in keys.split(separator: " ") {
            guard let key = Key(String(name)) else { throw Failure(.init("noKey"), "“\(name)” is no key.") }
            if case .finish(let output) = try handle(.key(key)) { finalOutput = output }
        }
        return finalOutput
    }

    /// Types lines in sequence.
    ///
    /// - Returns: the output if the dialogue ended, or nil.
    @discardableResult public mutating func type(_ lines: [String]) throws -> Output? {
        var finalOutput: Output?
        for line in lines {
            if case .finish(let output) = try handle(.line(line)) { finalOutput = output }
        }
        return finalOutput
    }
}
