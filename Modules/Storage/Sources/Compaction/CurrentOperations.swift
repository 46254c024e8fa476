import Kernel

extension OpenLog {
    typealias Visitor = (
        _ operation: LoggedOperation, _ line: LoggedLine, _ bytes: UnsafeRawBufferPointer, _ place: Int
    ) throws -> Void

    /// Visits the operations that nothing later has superseded, tombstones too, in the order of the log.
    func forEachCurrent(passingOverBad: Bool = false, _ visit: Visitor) throws {
        var places = try tables.places()[...]
        try log.forEachGoodLine(from: log.headerEnd, to: log.end, passingOverBad: passingOverBad) { line, bytes, offset in
            for operation in line.operations {
                let place = offset + operation.body.lowerBound
                // Those that cannot be read any more are passed over with their lines.
                while let first = places.first, first < place { places.removeFirst() }
                guard places.first == place else { continue }
                try visit(operation, line, bytes, place)
            }
        }
    }

    /// The same from an offset on: what has come while something else was done.
    func forEachCurrent(from start: Int, _ visit: Visitor) throws {
        try log.forEachGoodLine(from: start, to: log.end) { line, bytes, offset in
            for operation in line.operations {
                let place = offset + operation.body.lowerBound
                if try tables.row(at: operation.address)?.place == place { try visit(operation, line, bytes, place) }
            }
        }
    }

    /// The record of an operation.
    ///
    /// - Throws: `storeDamaged`.
    func record(of operation: LoggedOperation, at place: Int, in bytes: UnsafeRawBufferPointer) throws -> StoredRecord {
        guard let record = operation.record(in: bytes) else { throw log.damaged(at: place, "“\(operation.id.string)”") }
        return record
    }
}
