import DiskKit
import Kernel

/// A cache of recent pages in two generations.
///
/// When the new generation is full, it becomes the old one. Pages that were not used since then are
/// dropped.
final class PageCache {
    private static let maxGenerationSize = 4 << 20

    /// The file of a page and its offset.
    struct Key: Hashable {
        let file: ObjectIdentifier
        let offset: Int
    }

    private var newPages: [Key: Page] = [:]
    private var oldPages: [Key: Page] = [:]
    private var size = 0

    /// Returns a page.
    ///
    /// - Parameter read: reads the page if it is not cached.
    func page(for key: Key, size: Int, _ read: () throws -> Page) rethrows -> Page {
        if let page = newPages[key] { return page }
        let page = try oldPages[key] ?? read()
        if self.size > PageCache.maxGenerationSize { (oldPages, newPages, self.size) = (newPages, [:], 0) }
        newPages[key] = page
        self.size += size
        return page
    }
}

/// The source of a run's pages: a file or memory.
final class PageSource {
    private enum Origin {
        case file(DiskFile)
        case memory(FileMemory)
    }

    private let origin: Origin
    private let cache: PageCache
    /// Whether a page had wrong contents. All answers since then are invalid.
    private(set) var isStale = false

    /// Creates the source of a file.
    ///
    /// - Parameter cache: shared by all runs of a log, so that its size does not depend on their
    ///   number.
    init(_ file: DiskFile, _ cache: PageCache) {
        origin = .file(file)
        self.cache = cache
    }

    init(_ memory: FileMemory) {
        origin = .memory(memory)
        cache = PageCache()
    }

    var isFile: Bool { if case .file = origin { true } else { false } }

    /// Returns the page of a block.
    ///
    /// - Throws: `StaleIndex`.
    func page(_ block: IndexBlock) throws -> Page {
        do {
            return try cache.page(for: .init(file: ObjectIdentifier(self), offset: block.offset), size: block.size) {
                guard let page = try read(block) else { throw StaleIndex() }
                return page
            }
        } catch {
            isStale = true
            throw error
        }
    }

    /// Reads a page, or returns nil for malformed bytes.
    private func read(_ block: IndexBlock) throws -> Page? {
        switch origin {
        case .file(let file): return try Page(block.load(from: file))
        case .memory(let memory):
            return Page(
                UnsafeRawBufferPointer(rebasing: memory.bytes[block.offset..<block.offset + block.size]), owner: memory)
        }
    }
}

extension Page {
    convenience init?(_ memory: FileMemory) { self.init(UnsafeRawBufferPointer(memory.bytes), owner: memory) }
}
