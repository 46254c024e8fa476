import Foundation
import Systems
import TestSupport
import XCTest

/// Finds the process that locks a byte, from the format of `/proc/locks`.
final class LockTableTests: XCTestCase {
    private let table = LockTable(
        """
        1: POSIX  ADVISORY  READ  711 08:02:1310720 120 120
        2: POSIX  ADVISORY  WRITE 712 08:02:1310720 120 120
        3: FLOCK  ADVISORY  WRITE 713 00:2d:77 0 EOF
        4: -> POSIX  ADVISORY  WRITE 714 08:02:9 5 9
        5: POSIX  ADVISORY  WRITE 715 08:02:9 5 9
        6: POSIX  ADVISORY  WRITE -1 08:02:10 0 EOF
        7: POSIX  ADVISORY  WRITE 716 08:02:11 9 2
        8: POSIX  ADVISORY  WRITE 717 08:02:18446744073709551615 0 99999999999999999999
        nonsense
        9: POSIX ADVISORY WRITE x y z a
        """)

    func testWriterHoldsTheWriteLockOfTheByte() {
        let cases: [(inode: UInt64, byte: Int, process: Int32?)] = [
            (1_310_720, 120, 712), (1_310_720, 119, nil), (1_310_720, 121, nil), (1_310_721, 120, nil), (77, 0, 713),
            (77, .max, 713), (9, 4, nil), (9, 5, 715), (9, 9, 715), (9, 10, nil), (10, 0, nil), (11, 9, 716),
            (11, 5, nil),
            (.max, .max, 717),
        ]
        for (inode, byte, process) in cases {
            XCTAssertEqual(table.writer(of: [(inode, byte)], otherThan: 1), process, "\(inode) \(byte)")
        }
        XCTAssertEqual(table.writer(of: [(9, 5), (77, 0)], otherThan: 713), 715, "not our own")
        XCTAssertNil(table.writer(of: [], otherThan: 1))
    }

    func testOwnLocksAreIgnored() throws {
        let home = try Home()
        let file = open(home.path("a"), O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        var lock = flock()
        (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 3, 1)
        XCTAssertEqual(fcntl(file, F_SETLK, &lock), 0)
        XCTAssertNil(LockTable.writer(of: [(home.path("a"), 3), (home.path("none"), 3)]))
    }
}
