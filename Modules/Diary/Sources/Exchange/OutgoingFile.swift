import Kernel

/// A file that leaves the diary for a folder of a person.
public struct OutgoingFile: Sendable {
    /// Its name, without a folder.
    public let name: String
    /// The whole content, to be written as it is.
    public let bytes: [UInt8]
    /// When it seems to have been changed.
    public let time: Instant

    /// What is to lie in a folder.
    public init(name: String, bytes: [UInt8], time: Instant) { (self.name, self.bytes, self.time) = (name, bytes, time) }
}
