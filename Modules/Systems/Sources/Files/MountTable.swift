/// What Linux says of file systems, as proc(5) lays it out in `mountinfo`.
package struct MountTable {
    private let text: String

    /// The text of the file.
    package init(_ text: String) { self.text = text }

    /// Whether a device, as `stat` names it, lies on another machine or behind a program.
    package func isRemote(_ device: UInt64) -> Bool {
        // proc(5): number, parent, major:minor, …, a dash, and the kind of file system.
        let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF00)
        let mount = text.split(separator: "\n").first {
            $0.split(separator: " ").dropFirst(2).first ?? "" == "\(major):\(minor)"
        }
        let kind = mount?.split(separator: " ").drop { $0 != "-" }.dropFirst().first ?? ""
        return ["nfs", "cifs", "smb", "9p", "fuse.", "afs", "ceph"].contains { kind.hasPrefix($0) }
    }
}
