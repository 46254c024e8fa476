import Dispatch
import Kernel
import Pictures
import Synchronization

extension PhotoDiary {
    /// The result of an import.
    package struct Imported: Sendable {
        /// The days with a new entry.
        package internal(set) var entries: [Entry] = []
        /// The days with new text.
        package internal(set) var worded: [Entry] = []
        package internal(set) var reached: [Achievement] = []
        package internal(set) var troubles: [(day: Day, failure: Failure)] = []
    }

    /// The number of photos that are prepared between two reports of progress.
    private static let batchSize = 12

    /// Performs an import plan. Each day is a separate change.
    ///
    /// After an interruption, a new plan continues the import. Photos are prepared on all cores in
    /// parallel. If a day fails, the others continue unless nothing more can be saved.
    ///
    /// - Parameters:
    ///   - advance: receives the number of finished days.
    ///   - paint: renders a day's text as a photo. Without it, such days are skipped.
    /// - Throws: `photoNotKept`, the errors of `paint` if it cannot render anything, and the errors
    ///   of the store. Days that were saved before stay.
    package func importEntries(
        _ plan: ImportPlan, advance: (Int) -> Void,
        painting paint: (@Sendable (_ day: Day, _ words: EntryChange) throws -> [UInt8])? = nil
    ) throws -> Imported {
        var imported = Imported()
        let reachedBefore = try achievements().reached.map(\.id)
        for item in plan.words {
            do { imported.worded.append(try change(on: item.day, item.words)) } catch let failure as Failure {
                imported.troubles.append((item.day, failure))
            }
        }
        var remaining = plan.entries[...]
        advance(plan.words.count)
        while !remaining.isEmpty {
            let batch = Array(remaining.prefix(PhotoDiary.batchSize))
            remaining = remaining.dropFirst(batch.count)
            let sharedIndex = Mutex(0)
            let order = SaveOrder(batch.count)
            // Each free core takes the next photo, because sizes differ.
            let results = ParallelWork.map(batch.count, minimumSize: 1) { _ in
                var results: [(number: Int, result: Result<Entry, any Error>)] = []
                while let number = sharedIndex.withLock({ PhotoDiary.nextIndex(&$0, below: batch.count) }) {
                    let result = Result {
                        try order.run(number) { try importItem(batch[number], painting: paint, prepared: $0) }
                    }
                    results.append((number, result))
                }
                return results
            }
            for (number, result) in results.joined().sorted(by: { $0.number < $1.number }) {
                let item = batch[number]
                switch result {
                case .success(let entry): imported.entries.append(entry)
                case .failure(let failure as Failure) where PhotoDiary.isOfOneDay(failure):
                    imported.troubles.append((item.day, failure))
                case .failure(let error): throw error
                }
            }
            advance(plan.words.count + plan.entries.count - remaining.count)
        }
        imported.reached = try achievements().new(since: reachedBefore)
        return imported
    }

    private static func nextIndex(_ index: inout Int, below count: Int) -> Int? {
        guard index < count else { return nil }
        index += 1
        return index - 1
    }

    private func importItem(
        _ item: ImportPlan.Item, painting paint: (@Sendable (Day, EntryChange) throws -> [UInt8])?, prepared: () -> Void
    ) throws -> Entry {
        guard let photo = try item.photo?.contents() ?? paint?(item.day, item.words) else {
            throw Failure(.loadFailed, "There is no photo of the day.", kind: .missingInput)
        }
        return try add(photo, on: item.day, details: item.words, prepared: prepared).entry
    }

    /// Returns whether a failure concerns only one day.
    ///
    /// For example, the photo is invalid, or another process has added the day.
    private static func isOfOneDay(_ failure: Failure) -> Bool {
        failure.kind == .badData || [.conversionFailed, .loadFailed, .entryAlreadyExists].contains(failure.code)
            || failure.kind == .missingInput
    }
}

/// Saves days in order, whichever photo is prepared first.
private struct SaveOrder: Sendable {
    private let semaphores: [DispatchSemaphore]

    init(_ count: Int) {
        semaphores = (0...count).map { _ in DispatchSemaphore(value: 0) }
        semaphores[0].signal()
    }

    /// Runs a closure that must call `prepared` before it saves anything.
    ///
    /// `prepared` waits until all days before have been saved. The next day can be saved when the
    /// closure ends.
    func run<Value>(_ number: Int, _ body: (_ prepared: () -> Void) throws -> Value) rethrows -> Value {
        var hasWaited = false
        func wait() {
            if !hasWaited { semaphores[number].wait() }
            hasWaited = true
        }
        defer {
            wait()
            semaphores[number + 1].signal()
        }
        return try body(wait)
    }
}
