/// The backups of local data before enrollment.
package struct PreJoinBackup: Sendable {
    /// Writes a backup of all data and returns its path.
    ///
    /// - Parameter file: The file, or nil for a new one next to the data.
    package let make: @Sendable (_ file: String?) throws -> String
    /// Replaces all local data with a backup.
    package let bringBack: @Sendable (_ file: String) throws -> Void

    package init(
        make: @escaping @Sendable (_ file: String?) throws -> String,
        bringBack: @escaping @Sendable (_ file: String) throws -> Void
    ) {
        self.make = make
        self.bringBack = bringBack
    }
}
