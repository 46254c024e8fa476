/// An error in terms of the user: every error that a user can meet is a `Failure`.
///
/// It consists of values only: features throw it, tests compare it and the terminal prints it.
public struct Failure: Error, Hashable, Sendable {
    /// The kind of an error, which decides the exit status of a command.
    public enum Kind: String, Sendable, CaseIterable {
        /// The request was understood but could not be carried out (exit 1).
        case failed
        /// The command line was wrong (exit 64).
        case usage
        /// The given data is wrong (exit 65).
        case badData
        /// A named input does not exist or cannot be read (exit 66).
        case missingInput
        /// A required program is not installed (exit 69).
        case missingProgram
        /// An output cannot be created (exit 73).
        case cannotCreate
        /// The request may succeed on a retry (exit 75).
        case temporary
    }

    /// The identity of an error in lower camel case: `entryAlreadyExists`.
    ///
    /// Each code is declared once, in the lowest target that throws it, so that a misspelled code
    /// does not compile:
    ///
    ///     extension Failure.Code { package static var entryAlreadyExists: Self { Self() } }
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code in `--json` output for programs. It never changes.
        public let text: String
        /// Whether a disk, a store or a program caused the error, and not the request.
        public let isSystemFailure: Bool

        public init(_ text: String = #function) {
            self.text = text
            isSystemFailure = false
        }

        private init(machine text: String) {
            self.text = text
            isSystemFailure = true
        }

        /// Returns a code for an error of the machine. The same request can succeed once the
        /// machine is repaired.
        public static func systemFailure(_ text: String = #function) -> Self { Self(machine: text) }

        /// Compares the text only.
        public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

        public func hash(into hasher: inout Hasher) { hasher.combine(text) }

        public var description: String { text }
    }

    public let code: Code
    /// One sentence about the error, ending in a full stop.
    public let message: String
    /// The next step as a sentence or a command, or an empty string if there is none.
    public let advice: String
    public let kind: Kind
    /// The refusal of a gate, if one caused the failure. A terminal can show how to open the gate.
    public let denial: Denial?
    /// The name that was not found, if that caused the failure. A terminal knows its former row in
    /// a list.
    public let missingName: String?

    /// Whether the same request always fails again, so that it is never retried. Errors of the
    /// machine are never permanent.
    public var isPermanent: Bool {
        switch kind {
        case .failed, .usage, .badData: !code.isSystemFailure
        case .missingInput, .missingProgram, .cannotCreate, .temporary: false
        }
    }

    public init(
        _ code: Code, _ message: String, advice: String = "", kind: Kind = .failed, denial: Denial? = nil,
        missingName: String? = nil
    ) {
        self.code = code
        self.message = message
        self.advice = advice
        self.kind = kind
        self.denial = denial
        self.missingName = missingName
    }
}

extension Failure: CustomStringConvertible {
    /// The message, followed by the advice if there is one.
    public var description: String { advice.isEmpty ? message : "\(message) \(advice)" }
}
