import Kernel

/// Where pages come from: a file, of which those that were used last are kept in memory, or memory alone.
final class PageSource {
    private static let greatestHalf = 4 << 20

    private let file: DiskFile?
    private let memory: FileMemory?
    /// Two halves: when the young one is full it becomes the old one, and what nobody has asked for since goes.
    private var young: [Int: Page] = [:]
    private var old: [Int: Page] = [:]
    private var size = 0
    /// Whether a page turned out not to be what it should: what was answered since counts for nothing.
    private(set) var isStale = false

    init(_ file: DiskFile) { (self.file, memory) = (file, nil) }

    init(_ memory: FileMemory) { (self.memory, file) = (memory, nil) }

    /// Whether the pages outlive the process.
    var isFile: Bool { file != nil }

    /// - Throws: `StaleIndex`.
    func page(_ block: IndexBlock) throws -> Page {
        if let page = young[block.offset] { return page }
        let page = try old[block.offset] ?? read(block)
        if size > PageSource.greatestHalf, file != nil { (old, young, size) = (young, [:], 0) }
        young[block.offset] = page
        size += block.size
        return page
    }

    private func read(_ block: IndexBlock) throws -> Page {
        do {
            let page =
                if let file {
                    try Page(block.load(from: file))
                } else if let memory {
                    Page(UnsafeRawBufferPointer(rebasing: memory.bytes[block.offset..<block.offset + block.size]), owner: memory)
                } else {
                    Page?.none
                }
            guard let page else { throw StaleIndex() }
            return page
        } catch {
            isStale = true
            throw error
        }
    }
}

extension Page {
    convenience init?(_ memory: FileMemory) { self.init(UnsafeRawBufferPointer(memory.bytes), owner: memory) }
}
