/// What went wrong, for a person: every error that a user can meet is one of these.
///
/// A failure is values only, so that features throw it, tests compare it and the terminal shows it.
public struct Failure: Error, Hashable, Sendable {
    /// What kind of trouble it is; decides the exit status of a command.
    public enum Kind: String, Sendable, CaseIterable {
        /// The request was understood and could not be carried out (exit 1).
        case failed
        /// The command line was wrong (exit 64).
        case usage
        /// The data that was given is wrong (exit 65).
        case badData
        /// An input that was named does not exist or cannot be read (exit 66).
        case missingInput
        /// A program that is needed is not installed (exit 69).
        case missingProgram
        /// An output cannot be created (exit 73).
        case cannotCreate
        /// It may work when tried again (exit 75).
        case temporary
    }

    /// Which trouble it is, in lower camel case: `entryAlreadyExists`. Each is declared once, in the lowest room that raises it, so that a code
    /// that is misspelt does not compile:
    ///
    ///     extension Failure.Code { package static var entryAlreadyExists: Self { Self() } }
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// What programs read in `--json`; it never changes.
        public let text: String
        /// Whether a disk, a store or a program is at fault, and not what was asked for.
        public let isOfMachine: Bool

        /// A code that is named like the property which declares it.
        public init(_ text: String = #function) { (self.text, isOfMachine) = (text, false) }

        private init(machine text: String) { (self.text, isOfMachine) = (text, true) }

        /// A code of trouble that passes when the machine is mended: what was asked for can be asked for again.
        public static func ofMachine(_ text: String = #function) -> Self { Self(machine: text) }

        /// By the text only.
        public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

        /// By the text only.
        public func hash(into hasher: inout Hasher) { hasher.combine(text) }

        /// The text.
        public var description: String { text }
    }

    /// A stable name for programs and tests.
    public let code: Code
    /// One sentence that says what is wrong, ending in a full stop.
    public let message: String
    /// What to do next, as a sentence or a command; empty when there is nothing to do.
    public let advice: String
    /// What kind of trouble it is.
    public let kind: Kind
    /// The gate that refused, when one did: a terminal can show what would open it.
    public let denial: Denial?
    /// What was named and is not there, when that is what failed: a terminal knows in which row of a list it stood.
    public let absent: String?

    /// Whether the same request fails ever again: a refusal, which is never tried twice. What the machine may get over is none.
    public var isPermanent: Bool {
        switch kind {
        case .failed, .usage, .badData: !code.isOfMachine
        case .missingInput, .missingProgram, .cannotCreate, .temporary: false
        }
    }

    /// A failure with everything a person needs to act on it.
    public init(
        _ code: Code, _ message: String, advice: String = "", kind: Kind = .failed, denial: Denial? = nil, absent: String? = nil
    ) {
        self.code = code
        self.message = message
        self.advice = advice
        self.kind = kind
        self.denial = denial
        self.absent = absent
    }
}

extension Failure: CustomStringConvertible {
    /// The message, and the advice when there is one.
    public var description: String { advice.isEmpty ? message : "\(message) \(advice)" }
}
