/// An open place of an account.
package struct OpenedSyncPlace: Sendable {
    package let transport: any AccountTransport
    package let seal: any Seal
    /// Creates a change listener for a device, given its ID. Nil if the place sends no
    /// notifications.
    package let makeChangeListener: (@Sendable (_ own: String) -> any SyncChangeListener)?

    /// The files of the account, or nil if the place stores none.
    package let files: (any FilePlace)?

    package init(
        _ transport: any AccountTransport, seal: any Seal = Unsealed(), files: (any FilePlace)? = nil,
        makeChangeListener: (@Sendable (_ own: String) -> any SyncChangeListener)? = nil
    ) {
        self.transport = transport
        self.seal = seal
        self.files = files
        self.makeChangeListener = makeChangeListener
    }
}
