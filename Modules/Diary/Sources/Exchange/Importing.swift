import Dispatch
import Kernel
import Pictures
import Synchronization

extension PhotoDiary {
    /// What became of an import.
    public struct Imported: Sendable {
        /// Days that have an entry now.
        public internal(set) var entries: [Entry] = []
        /// Days that have words now.
        public internal(set) var worded: [Entry] = []
        /// The badges that the diary reached with it.
        public internal(set) var reached: [Badge] = []
        /// What could not be taken after all, and why.
        public internal(set) var troubles: [(day: Day, failure: Failure)] = []
    }

    /// How many photos are prepared before anybody is told.
    private static let atOnce = 12

    /// Takes what a plan has. Each day is a change of its own: what is interrupted is taken up where it was, by planning again.
    ///
    /// Photos are prepared on all cores, so many at once as there are. A day that cannot be taken stops none of the others, unless nothing more can be kept.
    ///
    /// - Parameters:
    ///   - advance: told how many days are done.
    ///   - paint: makes a photo of what a day says; days that have none otherwise are left out where nothing paints.
    /// - Throws: `photoNotKept`, what `paint` throws where it can paint nothing at all, and what the store throws; what was taken before stays.
    public func take(
        _ plan: ImportPlan, advance: (Int) -> Void,
        painting paint: (@Sendable (_ day: Day, _ words: EntryChange) throws -> [UInt8])? = nil
    ) throws -> Imported {
        var imported = Imported()
        let before = try achievements().filter { $0.reached != nil }.map(\.badge)
        for item in plan.words {
            do { imported.worded.append(try change(on: item.day, item.words)) } catch let failure as Failure {
                imported.troubles.append((item.day, failure))
            }
        }
        var rest = plan.entries[...]
        advance(plan.words.count)
        while !rest.isEmpty {
            let some = Array(rest.prefix(PhotoDiary.atOnce))
            rest = rest.dropFirst(some.count)
            let next = Mutex(0)
            let turns = Turns(some.count)
            // Whoever is ready takes the next photo: some are larger than others.
            let taken = Cores.map(some.count, least: 1) { _ in
                var results: [(number: Int, result: Result<Entry, any Error>)] = []
                while let number = next.withLock({ PhotoDiary.drawn(&$0, below: some.count) }) {
                    let result = Result { try turns.take(number) { try take(some[number], painting: paint, prepared: $0) } }
                    results.append((number, result))
                }
                return results
            }
            for (number, result) in taken.joined().sorted(by: { $0.number < $1.number }) {
                let item = some[number]
                switch result {
                case .success(let entry): imported.entries.append(entry)
                case .failure(let failure as Failure) where PhotoDiary.isOfOneDay(failure):
                    imported.troubles.append((item.day, failure))
                case .failure(let error): throw error
                }
            }
            advance(plan.words.count + plan.entries.count - rest.count)
        }
        imported.reached = try achievements().filter { $0.reached != nil && !before.contains($0.badge) }.map(\.badge)
        return imported
    }

    private static func drawn(_ next: inout Int, below count: Int) -> Int? {
        guard next < count else { return nil }
        next += 1
        return next - 1
    }

    private func take(
        _ item: ImportPlan.Item, painting paint: (@Sendable (Day, EntryChange) throws -> [UInt8])?, prepared: () -> Void
    ) throws -> Entry {
        guard let photo = try item.photo?.whole() ?? paint?(item.day, item.words) else {
            throw Failure(.loadFailed, "There is no photo of the day.", kind: .missingInput)
        }
        return try add(photo, on: item.day, saying: item.words, prepared: prepared).entry
    }

    /// Whether other days may go on: the photo is at fault, or somebody else was quicker.
    private static func isOfOneDay(_ failure: Failure) -> Bool {
        failure.kind == .badData || [.conversionFailed, .loadFailed, .entryAlreadyExists].contains(failure.code)
            || failure.kind == .missingInput
    }
}

/// Whoever has prepared a photo waits until those before it are kept: days come in in their order, whichever is ready first.
private struct Turns: Sendable {
    private let places: [DispatchSemaphore]

    init(_ count: Int) {
        places = (0...count).map { _ in DispatchSemaphore(value: 0) }
        places[0].signal()
    }

    /// Does what calls `prepared` before it keeps anything; those behind it are let on at its end.
    func take<Value>(_ number: Int, _ body: (_ prepared: () -> Void) throws -> Value) rethrows -> Value {
        var isOn = false
        func wait() {
            if !isOn { places[number].wait() }
            isOn = true
        }
        defer {
            wait()
            places[number + 1].signal()
        }
        return try body(wait)
    }
}
