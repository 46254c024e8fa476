/// Memory of arrays, at a place that does not move.
final class OwnedMemory {
    let rows: UnsafeBufferPointer<RowEntry>
    let text: UnsafeRawBufferPointer
    let slots: UnsafeBufferPointer<UInt32>

    init(rows: [RowEntry], text: [UInt8], slots: [UInt32]) {
        self.rows = OwnedMemory.copy(rows)
        self.text = UnsafeRawBufferPointer(OwnedMemory.copy(text))
        self.slots = OwnedMemory.copy(slots)
    }

    deinit {
        rows.deallocate()
        text.deallocate()
        slots.deallocate()
    }

    static func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        return UnsafeBufferPointer(memory)
    }
}
