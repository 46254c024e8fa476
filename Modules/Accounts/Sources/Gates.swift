import Kernel

/// The gate of this module.
package enum AccountGates {
    /// The gate for sync between devices. Its rule requires an account, which is free.
    package static let cloudSync = Gate("sync", "cloud sync", context: "cloudSync")
}
