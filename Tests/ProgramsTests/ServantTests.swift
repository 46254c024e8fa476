import Foundation
import Kernel
import Programs
import TestBench
import XCTest

/// What a program has done in the background.
final class ServantTests: XCTestCase {
    private func servant(_ home: Home, _ variables: [String: String] = [:], program: String? = nil, in folder: String? = nil)
        -> Servant
    {
        Servant(
            "sweep", program ?? home.path("app"), of: "app", ["sweep", "--all"], in: folder ?? home.path, atMost: 5,
            variables: variables)
    }

    private func wait(for name: String, in home: Home) {
        for _ in 0..<400 where home.text(name).isEmpty { usleep(25_000) }
    }

    /// It is told that it is one, so that it is alone at it and has none of its own.
    func testItRunsTheCommandAndIsToldWhatItIs() throws {
        let home = try Home()
        try home.program(
            "app", "echo \"$* $COMMONPLACE_SERVANT $GIVEN\" > \(home.path).new; mv \(home.path).new \(home.path("seen"))")
        XCTAssertTrue(servant(home, ["PATH": "/usr/bin:/bin", "GIVEN": "on"]).start())
        wait(for: "seen", in: home)
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
        XCTAssertEqual(home.text("seen"), "sweep --all sweep on\n")
    }

    func testNobodySetsOutForATestNorForAServant() throws {
        let home = try Home()
        try home.program("app", "echo came > \(home.path("seen"))")
        try home.program("xctest", "echo came > \(home.path("seen"))")
        let others = [
            servant(home, program: home.path("xctest")), servant(home, program: "app"),
            servant(home, ["COMMONPLACE_SERVANT": "sweep"]),
            servant(home, ["COMMONPLACE_SERVANT": "other"]),
            Servant("sweep", nil, of: "app", [], in: home.path, atMost: 5, variables: [:]),
        ]
        for other in others {
            XCTAssertFalse(other.isReady)
            XCTAssertFalse(other.start())
        }
        // There is somebody, but he cannot come: no lock, no program.
        XCTAssertTrue(servant(home, in: home.path("nowhere")).isReady)
        XCTAssertFalse(servant(home, in: home.path("nowhere")).start())
        XCTAssertFalse(servant(home, program: home.path("gone/app")).start())
        usleep(200_000)
        XCTAssertEqual(home.text("seen"), "")
    }

    /// One at a time: who is there already is as good as one who comes, and one who comes behind him leaves.
    func testOneIsOnItsWayAtATime() throws {
        let home = try Home()
        try home.program("app", "echo came >> \(home.path("seen"))")
        let lock = open(home.path("sweep.lock"), O_RDWR | O_CREAT, 0o600)
        XCTAssertEqual(flock(lock, LOCK_EX), 0)
        XCTAssertTrue(servant(home).start())
        XCTAssertEqual(servant(home, ["COMMONPLACE_SERVANT": "sweep"]).begin(), .late)
        for variables in [[:], ["COMMONPLACE_SERVANT": "other"]] { XCTAssertEqual(servant(home, variables).begin(), .asked) }
        usleep(200_000)
        XCTAssertEqual(home.text("seen"), "")
        close(lock)
        XCTAssertTrue(servant(home, ["PATH": "/usr/bin:/bin"]).start())
        wait(for: "seen", in: home)
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
        XCTAssertEqual(home.text("seen"), "came\n")
    }
}

/// One at a time, for as long as somebody keeps it.
final class WorkLockTests: XCTestCase {
    func testALockIsHeldForAsLongAsItIsKept() throws {
        let home = try Home()
        let lock = WorkLock("sync", in: home.path)
        var first: WorkLock.Answer? = lock.take()
        guard case .held? = first else { return XCTFail("nobody had it") }
        guard case .busy = lock.take() else { return XCTFail("two have it") }
        guard case .busy = lock.take(within: 0.1) else { return XCTFail("two have it") }
        first = nil
        guard case .held = lock.take() else { return XCTFail("nobody let go of it") }
        guard case .impossible = WorkLock("sync", in: home.path("nowhere")).take() else { return XCTFail("a lock in no folder") }
    }
}
