import Accounts
import Kernel
import Sync
import Synchronization
import TestBench
import XCTest

/// A guest comes to have an account: whatever interrupts it, it goes on, and nothing is lost.
final class MovingTests: XCTestCase {
    private let clock = HandClock("2026-11-20T12:00:00Z")

    /// A keep that fails from the nth time on that something is saved, before or behind it.
    private func keep(failing number: Int, behind: Bool, over kept: AccountKeep) -> AccountKeep {
        let saves = Mutex(0)
        return AccountKeep(
            load: kept.load,
            save: { account in
                let isLast = saves.withLock { saves in
                    saves += 1
                    return saves > number
                }
                if isLast, !behind { throw Failure(.init("power"), "Gone.", kind: .temporary) }
                try kept.save(account)
                if isLast { throw Failure(.init("power"), "Gone.", kind: .temporary) }
            }, forget: kept.forget)
    }

    private func fill(_ device: Device) throws {
        for number in 0..<30 { try device.write("\(device.store.partition.rawValue)n\(number)", "Note \(number)", "Text") }
        try device.write("gone", "Gone")
        try device.delete("gone")
    }

    /// What a guest does to sign in, as often as it takes.
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

    func testCreatingGoesOnWhereverThePlaceIsLost() throws {
        var (call, isThrough) = (0, false)
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

    func testCreatingGoesOnWhereverThePowerIsLost() throws {
        for behind in [false, true] {
            for number in 0..<5 {
                let (place, kept) = (Place(), AccountKeep.memory())
                let device = Device("m", at: place, clock: clock, keep: keep(failing: number, behind: behind, over: kept))
                try fill(device)
                _ = try? enter(device, isNew: true)
                let again = Device("m", at: place, clock: clock, keep: kept, over: device)
                try enter(again, isNew: true)
                try check(again, "save \(number) \(behind)")
            }
        }
    }

    /// Once: a backup, all records, a device; and nothing more when it is done again.
    private func check(_ device: Device, _ what: String) throws {
        let account = try XCTUnwrap(device.accounts.account(), what)
        XCTAssertEqual(account.move.step, .done, what)
        // A backup whose name could not be noted is made again; the one that is noted is there.
        XCTAssertNotNil(device.copies.withLock { copies in account.move.copy.flatMap { copies[$0] } }, what)
        XCTAssertEqual(try device.place.memory.devices().count, 1, what)
        XCTAssertEqual(try device.accounts.waiting(), 0, what)
        let sent = try device.place.words()
        for number in 0..<30 { XCTAssertTrue(sent.contains("Note \(number)\\\""), "\(what): \(number)") }
        // What was deleted before is told too, or another device would bring it back.
        XCTAssertTrue(sent.contains("\"gone\""), what)
        XCTAssertEqual(try device.accounts.moveIn().report.sent, 0, what)
        XCTAssertEqual(try device.place.words(), sent, what)
    }

    func testJoiningGoesOnWhereverThePlaceIsLost() throws {
        var (call, isThrough) = (0, false)
        while !isThrough {
            let place = Place()
            let one = Device("m", at: place, clock: clock)
            try fill(one)
            try enter(one, isNew: true)
            let other = Device("p", at: place, clock: clock)
            try other.write("own", "Mine", "Of a guest")
            place.fail(from: call)
            isThrough = (try? enter(other, isNew: false)) != nil
            place.fail(from: nil)
            try enter(other, isNew: false)
            try one.accounts.round()
            XCTAssertEqual(try one.note("own"), "Of a guest", "call \(call)")
            XCTAssertEqual(try other.note("n3"), "Text", "call \(call)")
            XCTAssertNil(try other.note("gone"), "call \(call)")
            XCTAssertEqual(try place.memory.devices().count, 2, "call \(call)")
            call += 1
        }
        XCTAssertGreaterThan(call, 10)
    }

    /// Both have something under one name: the later one stands, and the other is listed as met.
    func testWhatMeetsIsListed() throws {
        let place = Place()
        let (one, other) = (Device("m", at: place, clock: clock), Device("p", at: place, clock: clock))
        try one.write("a", day: 20, "The first page")
        try enter(one, isNew: true)
        try other.write("b", day: 20, "The second page")
        _ = try other.accounts.join(at: SyncPlace.sample, key: nil, called: "Phone")
        let arrival = try other.accounts.moveIn()
        XCTAssertNil(arrival.waits)
        XCTAssertEqual(arrival.met.map(\.cause), [.sameKey])
        XCTAssertEqual(try other.pages(), ["The first page"])
        XCTAssertEqual(try other.accounts.givenWay().map(\.line), ["The second page"])
    }

    func testUndoingPutsBackWhatWasHere() throws {
        let pair = try Pair()
        let other = Device("q", at: pair.place, clock: pair.clock)
        try pair.one.write("n", "Of the account")
        try pair.meet()
        try other.write("own", "Mine")
        _ = try other.accounts.join(at: SyncPlace.sample, key: nil, called: "Tablet")
        _ = try other.accounts.moveIn()
        XCTAssertNotNil(try other.note("n"))
        XCTAssertNotNil(try other.accounts.undoMove())
        XCTAssertEqual(try other.note("own"), "Mine")
        XCTAssertNil(try other.note("n"))
        XCTAssertEqual(try other.accounts.situation().state, .guest)
        XCTAssertEqual(code { try other.accounts.undoMove() }, "accountMissing")
    }
}
