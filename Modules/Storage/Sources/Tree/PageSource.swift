import Kernel

/// Pages that were used last. In two halves: when the young one is full it becomes the old one, and what nobody has asked for since goes.
final class PageCache {
    private static let greatestHalf = 4 << 20

    /// Where a page is: in which file, and where in it.
    struct Place: Hashable {
        let file: ObjectIdentifier
        let offset: Int
    }

    private var young: [Place: Page] = [:]
    private var old: [Place: Page] = [:]
    private var size = 0

    /// - Parameter read: reads the page when it is not there.
    func page(at place: Place, size: Int, _ read: () throws -> Page) rethrows -> Page {
        if let page = young[place] { return page }
        let page = try old[place] ?? read()
        if self.size > PageCache.greatestHalf { (old, young, self.size) = (young, [:], 0) }
        young[place] = page
        self.size += size
        return page
    }
}

/// Where the pages of a run come from: a file, or memory alone.
final class PageSource {
    private enum Origin {
        case file(DiskFile)
        case memory(FileMemory)
    }

    private let origin: Origin
    private let cache: PageCache
    /// Whether a page turned out not to be what it should: what was answered since counts for nothing.
    private(set) var isStale = false

    /// - Parameter cache: shared by all runs of a log, so that it does not grow with their number.
    init(_ file: DiskFile, _ cache: PageCache) { (origin, self.cache) = (.file(file), cache) }

    init(_ memory: FileMemory) { (origin, cache) = (.memory(memory), PageCache()) }

    /// Whether the pages outlive the process.
    var isFile: Bool { if case .file = origin { true } else { false } }

    /// - Throws: `StaleIndex`.
    func page(_ block: IndexBlock) throws -> Page {
        do {
            return try cache.page(at: .init(file: ObjectIdentifier(self), offset: block.offset), size: block.size) {
                guard let page = try read(block) else { throw StaleIndex() }
                return page
            }
        } catch {
            isStale = true
            throw error
        }
    }

    /// Nil for what is no page.
    private func read(_ block: IndexBlock) throws -> Page? {
        switch origin {
        case .file(let file): return try Page(block.load(from: file))
        case .memory(let memory):
            return Page(UnsafeRawBufferPointer(rebasing: memory.bytes[block.offset..<block.offset + block.size]), owner: memory)
        }
    }
}

extension Page {
    convenience init?(_ memory: FileMemory) { self.init(UnsafeRawBufferPointer(memory.bytes), owner: memory) }
}
