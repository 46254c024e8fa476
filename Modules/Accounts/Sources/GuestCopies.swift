/// How everything that is here is kept before it moves into an account, and put back.
public struct GuestCopies: Sendable {
    /// Writes a backup of everything.
    ///
    /// - Parameter file: where; nil for a new file beside the data.
    /// - Returns: its path.
    public let make: @Sendable (_ file: String?) throws -> String
    /// Puts a backup in the place of everything that is here.
    public let bringBack: @Sendable (_ file: String) throws -> Void

    /// From functions.
    public init(
        make: @escaping @Sendable (_ file: String?) throws -> String,
        bringBack: @escaping @Sendable (_ file: String) throws -> Void
    ) {
        (self.make, self.bringBack) = (make, bringBack)
    }
}
