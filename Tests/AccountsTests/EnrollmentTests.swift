import Accounts
import Kernel
import Sync
import Synchronization
import TestSupport
import XCTest

/// Enrollment of a guest continues after any interruption and loses nothing.
final class EnrollmentTests: XCTestCase {
    private let clock = ManualClock("2026-11-20T12:00:00Z")

    /// Returns an account storage that fails from the given save on, before or after storing.
    private func keep(failing number: Int, behind: Bool, over storage: AccountStorage) -> AccountStorage {
        let saves = Mutex(0)
        return AccountStorage(
            load: storage.load,
            save: { account in
                let isLast = saves.withLock { saves in
                    saves += 1
                    return saves > number
                }
                if isLast, !behind { throw Failure(.init("power"), "Gone.", kind: .temporary) }
                try storage.save(account)
                if isLast { throw Failure(.init("power"), "Gone.", kind: .temporary) }
            }, forget: storage.forget)
    }

    private func fill(_ device: Device) throws {
        for number in 0..<30 {
            try device.write("\(device.store.partition.rawValue)n\(number)", "Note \(number)", "Text")
        }
        try device.write("gone", "Gone")
        try device.delete("gone")
    }

    /// Performs the enrollment, repeatedly if necessary.
    private func enter(_ device: Device, isNew: Bool) throws {
        if try device.accounts.account()?.move.step ?? .intended == .intended {
            if isNew {
                _ = try device.accounts.create(at: SyncPlace.sample, called: "Laptop", isSealed: false)
            } else {
                _ = try device.accounts.join(at: SyncPlace.sample, key: nil, called: "Phone")
            }
        }
        try device.accounts.round()
    }

    func testAccountCreationResumesAfterLostConnection() throws {
        var call = 0
        var isThrough = false
        while !isThrough {
            let device = Device("m", at: Place(), clock: clock)
            try fill(device)
            device.place.fail(from: call)
            isThrough = (try? enter(device, isNew: true)) != nil
            device.place.fail(from: nil)
            try enter(device, isNew: true)
            try check(device, "call \(call)")
            call += 1
        }
        XCTAssertGreaterThan(call, 6)
    }

    func testAccountCreationResumesAfterCrash() throws {
        for behind in [false, true] {
            for number in 0..<5 {
                let place = Place()
                let storage = AccountStorage.memory()
                let device = Device(
                    "m", at: place, clock: clock, keep: keep(failing: number, behind: behind, over: storage))
                try fill(device)
                _ = try? enter(device, isNew: true)
                let again = Device("m", at: place, clock: clock, keep: storage, over: device)
                try enter(again, isNew: true)
                try check(again, "save \(number) \(behind)")
            }
        }
    }

    /// Checks for one backup, all records and one device. A repetition adds nothing.
    private func check(_ device: Device, _ label: String) throws {
        let account = try XCTUnwrap(device.accounts.account(), label)
        XCTAssertEqual(account.move.step, .done, label)
        // A backup with an unrecorded name is created again. The recorded one exists.
        XCTAssertNotNil(device.copies.withLock { copies in account.move.copy.flatMap { copies[$0] } }, label)
        XCTAssertEqual(try device.place.memory.devices().count, 1, label)
        XCTAssertEqual(try device.accounts.waiting(), 0, label)
        let sent = try device.place.words()
        for number in 0..<30 { XCTAssertTrue(sent.contains("Note \(number)\\\""), "\(label): \(number)") }
        // Deletions are sent too. Otherwise another device would restore the record.
        XCTAssertTrue(sent.contains("\"gone\""), label)
        XCTAssertEqual(try device.accounts.migrate().report.sent, 0, label)
        XCTAssertEqual(try device.place.words(), sent, label)
    }

    func testJoiningResumesAfterLostConnection() throws {
        var call = 0
        var isThrough = false
        while !isThrough {
            let place = Place()
            let device = Device("m", at: place, clock: clock)
            try fill(device)
            try enter(device, isNew: true)
            let other = Device("p", at: place, clock: clock)
            try other.write("own", "Mine", "Of a guest")
            place.fail(from: call)
            isThrough = (try? enter(other, isNew: false)) != nil
            place.fail(from: nil)
            try enter(other, isNew: false)
            try device.accounts.round()
            XCTAssertEqual(try device.note("own"), "Of a guest", "call \(call)")
            XCTAssertEqual(try other.note("n3"), "Text", "call \(call)")
            XCTAssertNil(try other.note("gone"), "call \(call)")
            XCTAssertEqual(try place.memory.devices().count, 2, "call \(call)")
            call += 1
        }
        XCTAssertGreaterThan(call, 10)
    }

    /// Both devices have a record with one key: the earlier one wins, and the other is listed as a
    /// conflict.
    func testKeyConflictsOfJoiningAreListed() throws {
        let place = Place()
        let device = Device("m", at: place, clock: clock)
        let other = Device("p", at: place, clock: clock)
        try device.write("a", day: 20, "The first page")
        try enter(device, isNew: true)
        try other.write("b", day: 20, "The second page")
        _ = try other.accounts.join(at: SyncPlace.sample, key: nil, called: "Phone")
        let arrival = try other.accounts.migrate()
        XCTAssertNil(arrival.pendingFailure)
        XCTAssertEqual(arrival.conflicts.map(\.cause), [.sameKey])
        XCTAssertEqual(try other.pages(), ["The first page"])
        XCTAssertEqual(try other.accounts.supersededVersions().map(\.line), ["The second page"])
    }

    func testUndoingJoinRestoresPreviousData() throws {
        let pair = try Pair()
        let other = Device("q", at: pair.place, clock: pair.clock)
        try pair.one.write("n", "Of the account")
        try pair.meet()
        try other.write("own", "Mine")
        _ = try other.accounts.join(at: SyncPlace.sample, key: nil, called: "Tablet")
        _ = try other.accounts.migrate()
        XCTAssertNotNil(try other.note("n"))
        XCTAssertNotNil(try other.accounts.undoMigration())
        XCTAssertEqual(try other.note("own"), "Mine")
        XCTAssertNil(try other.note("n"))
        XCTAssertEqual(try other.accounts.status().state, .guest)
        XCTAssertEqual(code { try other.accounts.undoMigration() }, "accountMissing")
    }
}
