import Kernel

extension OpenLog {
    /// A visitor of an operation, with its line, the line's bytes and the offset in the log.
    typealias Visitor = (
        _ operation: LoggedOperation, _ line: LoggedLine, _ bytes: UnsafeRawBufferPointer, _ position: Int
    ) throws -> Void

    /// Visits the current operations, including tombstones, in the order of the log.
    func forEachCurrent(skippingBad: Bool = false, _ visit: Visitor) throws {
        var offsets = try tables.currentOffsets()[...]
        try log.forEachGoodLine(from: log.headerEnd, to: log.end, skippingBad: skippingBad) {
            line, bytes, offset in
            for operation in line.operations {
                let position = offset + operation.body.lowerBound
                // Unreadable operations are skipped with their lines.
                while let first = offsets.first, first < position { offsets.removeFirst() }
                guard offsets.first == position else { continue }
                try visit(operation, line, bytes, position)
            }
        }
    }

    /// Visits the current operations that were added from an offset on.
    func forEachCurrent(from start: Int, _ visit: Visitor) throws {
        try log.forEachGoodLine(from: start, to: log.end) { line, bytes, offset in
            for operation in line.operations {
                let position = offset + operation.body.lowerBound
                if try tables.row(at: operation.address)?.place == position {
                    try visit(operation, line, bytes, position)
                }
            }
        }
    }

    func record(of operation: LoggedOperation, at position: Int, in bytes: UnsafeRawBufferPointer) throws
        -> StoredRecord
    {
        guard let record = operation.record(in: bytes) else {
            throw log.damaged(at: position, "“\(operation.id.string)”")
        }
        return record
    }
}
