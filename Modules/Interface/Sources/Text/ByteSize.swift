import Kernel

/// A number of bytes in readable form: `609 bytes`, `5.6 kB`, `91 kB`, `1.7 MB`.
///
/// Units are steps of a thousand, as for disks and mail limits.
public struct ByteSize: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes, not below 0.
    public let bytes: Int

    package init(_ bytes: Int) { self.bytes = max(bytes, 0) }

    /// The size in whole bytes below a thousand, with one decimal below ten of a unit, and in whole
    /// units above.
    public var description: String {
        guard bytes >= 1000 else { return counted(bytes, "byte") }
        var unit = "kB"
        var scale = 1000
        for larger in ["MB", "GB", "TB"] where bytes >= scale * 1000 - scale / 2 {
            unit = larger
            scale = scale * 1000
        }
        let tenths = rounded(by: scale / 10)
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(rounded(by: scale)) \(unit)"
    }

    private func rounded(by unit: Int) -> Int { bytes / unit + (bytes % unit * 2 >= unit ? 1 : 0) }
}
