import Systems
import TestSupport
import XCTest

/// Finds remote folders, from the format of `/proc/self/mountinfo`.
final class MountTableTests: XCTestCase {
    /// The format of proc(5), with optional fields before the dash.
    func testRemoteMountsAreRecognized() {
        let table = MountTable(
            """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            23 22 0:45 / /net rw - nfs4 server:/home rw
            24 22 0:300 / /ssh rw shared:2 master:3 - fuse.sshfs me@there: rw
            25 22 259:3 / /disk rw - btrfs /dev/nvme0n1p3 rw
            26 22 0:46 / /share rw shared:9 - cifs //server/share rw
            27 22 0:47 / /tmp rw - tmpfs nfs rw
            """)
        func device(_ major: UInt64, _ minor: UInt64) -> UInt64 { minor & 0xFF | major << 8 | (minor & 0xFFF00) << 12 }
        for (major, minor, isRemote) in [
            (8, 1, false), (0, 45, true), (0, 300, true), (259, 3, false), (0, 46, true), (0, 47, false),
            (0, 44, false),
            (22, 1, false),
        ] as [(UInt64, UInt64, Bool)] {
            XCTAssertEqual(table.isRemote(device(major, minor)), isRemote, "\(major):\(minor)")
        }
    }

    func testLocalFolderIsNotRemote() throws {
        let home = try Home(isQuick: true)
        let folder = open(home.path, O_RDONLY | O_DIRECTORY)
        defer { close(folder) }
        XCTAssertFalse(RemoteFolder.isRemote(home.path))
        XCTAssertFalse(RemoteFolder.isRemote(folder))
        XCTAssertFalse(RemoteFolder.isRemote(home.path("nothing")), "unknown paths count as local")
        XCTAssertFalse(RemoteFolder.isRemote(-1))
    }
}
