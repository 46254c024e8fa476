import Kernel

/// A number of bytes as people read it: `609 bytes`, `5.6 kB`, `91 kB`, `1.7 MB`; in steps of a thousand, as disks and mail limits are sold.
public struct ByteSize: Hashable, Sendable, CustomStringConvertible {
    /// How many; not below 0.
    public let bytes: Int

    package init(_ bytes: Int) { self.bytes = max(bytes, 0) }

    /// Whole bytes below a thousand, one decimal below ten of a unit, whole units above.
    public var description: String {
        guard bytes >= 1000 else { return counted(bytes, "byte") }
        var (unit, scale) = ("kB", 1000)
        for larger in ["MB", "GB", "TB"] where bytes >= scale * 1000 - scale / 2 { (unit, scale) = (larger, scale * 1000) }
        let tenths = rounded(by: scale / 10)
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(rounded(by: scale)) \(unit)"
    }

    private func rounded(by unit: Int) -> Int { bytes / unit + (bytes % unit * 2 >= unit ? 1 : 0) }
}
