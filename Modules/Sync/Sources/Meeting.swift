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
