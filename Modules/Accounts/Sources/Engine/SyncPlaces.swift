import Kernel
import Sync

/// What opens places: folders and databases, with the seal that an account has.
public struct SyncPlaces: Sendable {
    /// The place of an account.
    ///
    /// - Throws: `Failure` where it cannot be one; what is away is said by the calls of the meeting.
    public let open: @Sendable (_ place: SyncPlace, _ secret: String?, _ mayMake: Bool) throws -> Meeting
    /// A new secret.
    ///
    /// - Throws: `Failure` where the program that seals is missing.
    public let newSecret: @Sendable () throws -> String
    /// A secret from what somebody keeps: its words, or the form in which programs have it.
    ///
    /// - Throws: `Failure` that says which word is wrong.
    public let secret: @Sendable (_ typed: String) throws -> String
    /// The words of a secret, to be kept.
    public let words: @Sendable (_ secret: String) throws -> String
    /// What tells secrets apart, and gives nothing away.
    public let mark: @Sendable (_ secret: String) throws -> String

    /// From functions.
    public init(
        open: @escaping @Sendable (_ place: SyncPlace, _ secret: String?, _ mayMake: Bool) throws -> Meeting,
        newSecret: @escaping @Sendable () throws -> String, secret: @escaping @Sendable (_ typed: String) throws -> String,
        words: @escaping @Sendable (_ secret: String) throws -> String,
        mark: @escaping @Sendable (_ secret: String) throws -> String
    ) {
        (self.open, self.newSecret, self.secret, self.words, self.mark) = (open, newSecret, secret, words, mark)
    }
}

/// An open place.
public struct Meeting: Sendable {
    /// Where devices leave their changes.
    public let transport: any AccountTransport
    /// What closes them.
    public let seal: any Seal
    /// What tells a device, by its name in the account, that others have left something; nil where the place has no bell of its own.
    public let bell: (@Sendable (_ own: String) -> any SyncBell)?

    /// Where files lie beside the changes; nil where none can.
    public let files: (any FilePlace)?

    /// A place and its seal.
    public init(
        _ transport: any AccountTransport, seal: any Seal = Unsealed(), files: (any FilePlace)? = nil,
        bell: (@Sendable (_ own: String) -> any SyncBell)? = nil
    ) {
        (self.transport, self.seal, self.files, self.bell) = (transport, seal, files, bell)
    }
}
