import Kernel

/// A file for the folder of an export.
package struct OutgoingFile: Sendable {
    /// The name without a folder.
    package let name: String
    package let bytes: [UInt8]
    /// The modification date of the written file.
    package let time: Instant

    package init(name: String, bytes: [UInt8], time: Instant) {
        self.name = name
        self.bytes = bytes
        self.time = time
    }
}
