import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

final class BackgroundJobTests: XCTestCase {
    private func backgroundJob(
        _ home: Home, _ variables: [String: String] = [:], program: String? = nil, in folder: String? = nil
    )
        -> BackgroundJob
    {
        BackgroundJob(
            "sweep", program ?? home.path("app"), of: "app", ["sweep", "--all"], in: folder ?? home.path, atMost: 5,
            variables: variables)
    }

    private func wait(for name: String, in home: Home) {
        for _ in 0..<400 where home.text(name).isEmpty { usleep(25_000) }
    }

    /// The job knows its name. So it is the only one of that name and starts none itself.
    func testJobRunsTheCommandWithItsNameInTheEnvironment() throws {
        let home = try Home()
        try home.program(
            "app",
            "echo \"$* $COMMONPLACE_WORKER $GIVEN\" > \(home.path).new; mv \(home.path).new \(home.path("seen"))")
        XCTAssertTrue(backgroundJob(home, ["PATH": "/usr/bin:/bin", "GIVEN": "on"]).start())
        wait(for: "seen", in: home)
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
        XCTAssertEqual(home.text("seen"), "sweep --all sweep on\n")
    }

    func testJobDoesNotStartInTestsOrWorkers() throws {
        let home = try Home()
        try home.program("app", "echo came > \(home.path("seen"))")
        try home.program("xctest", "echo came > \(home.path("seen"))")
        let others = [
            backgroundJob(home, program: home.path("xctest")), backgroundJob(home, program: "app"),
            backgroundJob(home, ["COMMONPLACE_WORKER": "sweep"]),
            backgroundJob(home, ["COMMONPLACE_WORKER": "other"]),
            BackgroundJob("sweep", nil, of: "app", [], in: home.path, atMost: 5, variables: [:]),
        ]
        for other in others {
            XCTAssertFalse(other.isReady)
            XCTAssertFalse(other.start())
        }
        // The job could start, but it has no lock or no program.
        XCTAssertTrue(backgroundJob(home, in: home.path("nowhere")).isReady)
        XCTAssertFalse(backgroundJob(home, in: home.path("nowhere")).start())
        XCTAssertFalse(backgroundJob(home, program: home.path("gone/app")).start())
        usleep(200_000)
        XCTAssertEqual(home.text("seen"), "")
    }

    /// A running job counts as a started one, and a second worker ends at once.
    func testOnlyOneJobRunsAtATime() throws {
        let home = try Home()
        try home.program("app", "echo came >> \(home.path("seen"))")
        let lock = open(home.path("sweep.lock"), O_RDWR | O_CREAT, 0o600)
        XCTAssertEqual(flock(lock, LOCK_EX), 0)
        XCTAssertTrue(backgroundJob(home).start())
        XCTAssertEqual(backgroundJob(home, ["COMMONPLACE_WORKER": "sweep"]).registerProcess(), .redundantWorker)
        for variables in [[:], ["COMMONPLACE_WORKER": "other"]] {
            XCTAssertEqual(backgroundJob(home, variables).registerProcess(), .foreground)
        }
        usleep(200_000)
        XCTAssertEqual(home.text("seen"), "")
        close(lock)
        XCTAssertTrue(backgroundJob(home, ["PATH": "/usr/bin:/bin"]).start())
        wait(for: "seen", in: home)
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
        XCTAssertEqual(home.text("seen"), "came\n")
    }
}

final class WorkLockTests: XCTestCase {
    func testLockIsHeldForTheLifetimeOfItsValue() throws {
        let home = try Home()
        let lock = WorkLock("sync", in: home.path)
        var first: WorkLock.Answer? = lock.acquire()
        guard case .held? = first else { return XCTFail("the lock was free") }
        guard case .busy = lock.acquire() else { return XCTFail("the lock is held twice") }
        guard case .busy = lock.acquire(within: 0.1) else { return XCTFail("the lock is held twice") }
        first = nil
        guard case .held = lock.acquire() else { return XCTFail("the lock was not released") }
        guard case .unavailable = WorkLock("sync", in: home.path("nowhere")).acquire() else {
            return XCTFail("a lock in no folder")
        }
    }
}
