/// The file systems of Linux, as in `mountinfo` of proc(5).
package struct MountTable {
    /// The content of `/proc/self/mountinfo`.
    private let text: String

    package init(_ text: String) { self.text = text }

    /// Whether a device, as `stat` numbers it, is on another machine or served by a program.
    package func isRemote(_ device: UInt64) -> Bool {
        // proc(5): number, parent, major:minor, …, a dash, and the kind of file system.
        let major = device >> 8 & 0xFFF
        let minor = device & 0xFF | device >> 12 & 0xFFF00
        let mount = text.split(separator: "\n").first {
            $0.split(separator: " ").dropFirst(2).first ?? "" == "\(major):\(minor)"
        }
        let kind = mount?.split(separator: " ").drop { $0 != "-" }.dropFirst().first ?? ""
        return ["nfs", "cifs", "smb", "9p", "fuse.", "afs", "ceph"].contains { kind.hasPrefix($0) }
    }
}
