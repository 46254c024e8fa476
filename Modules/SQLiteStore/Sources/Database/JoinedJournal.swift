import Kernel

#if SQLite
    import CSQLite

    /// A wrapper of SQLite's file methods that joins writes to the journal.
    ///
    /// SQLite writes each page of a commit in two calls, a header of 24 bytes and the page. The
    /// wrapper collects adjacent writes and passes them to the system in one call. It does so
    /// before a sync, before another process may see them, and before the lock for writing is
    /// released.
    ///
    /// A growing journal is extended with zeros beyond the written data, which are no valid page.
    /// Syncing a file that has grown costs twice as much.
    ///
    /// The files are those of the system. Only the methods for the journal's bytes are replaced.
    enum JoinedJournal {
        /// The wrapper's data after SQLite's own data of a file.
        private struct WrapperData {
            var methods: sqlite3_io_methods
            /// The system's own methods.
            let system: UnsafePointer<sqlite3_io_methods>
            /// The journal of a database file, or the database file of a journal.
            var partner: UnsafeMutablePointer<sqlite3_file>?
            /// The waiting bytes of a journal, with their offset and count.
            var bytes: UnsafeMutableRawPointer?
            var start: sqlite3_int64 = 0
            var count = 0
            /// The length of the journal as far as this process wrote it.
            var size: sqlite3_int64 = 0
        }

        /// The largest number of waiting bytes. SQLite writes less than 128 KiB at a time.
        private static let capacity = 96 << 10
        /// The growth of a journal after small writes, in bytes.
        private static let growth = 96 << 10
        nonisolated(unsafe) private static let zeros = UnsafeRawPointer(calloc(growth, 1))
        nonisolated(unsafe) private static let system = sqlite3_vfs_find(nil)
        /// The offset of the wrapper data behind the system data of a file.
        private static let offset = Int(system?.pointee.szOsFile ?? 0)

        /// The name of this file system in SQLite, or nil if SQLite has no default one.
        static let name: String? = {
            guard let system, let name = strdup("commonplace") else { return nil }
            let wrapper = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
            wrapper.initialize(to: system.pointee)
            wrapper.pointee.pNext = nil
            wrapper.pointee.zName = UnsafePointer(name)
            wrapper.pointee.szOsFile += Int32(MemoryLayout<WrapperData>.stride)
            wrapper.pointee.xOpen = { _, name, file, flags, outFlags in JoinedJournal.open(name, file, flags, outFlags)
            }
            return sqlite3_vfs_register(wrapper, 0) == SQLITE_OK ? "commonplace" : nil
        }()

        private static func wrapperData(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<WrapperData>
        {
            (UnsafeMutableRawPointer(file) + offset).assumingMemoryBound(to: WrapperData.self)
        }

        private static func open(
            _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
            _ outFlags: UnsafeMutablePointer<Int32>?
        ) -> Int32 {
            guard let system, let file, let open = system.pointee.xOpen else { return SQLITE_CANTOPEN }
            let status = open(system, name, file, flags, outFlags)
            guard status == SQLITE_OK, flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL) != 0,
                let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2
            else { return status }
            var data = WrapperData(methods: methods.pointee, system: methods)
            if flags & SQLITE_OPEN_MAIN_DB != 0 {
                data.methods.xShmLock = { JoinedJournal.lock($0, $1, $2, $3) }
                data.methods.xShmBarrier = { JoinedJournal.barrier($0) }
            } else {
                // The journal of a database that was opened otherwise is left to the system.
                guard let database = sqlite3_database_file_object(name), isOurs(database) else { return status }
                data.bytes = .allocate(byteCount: capacity, alignment: 16)
                data.partner = database
                wrapperData(database).pointee.partner = file
                installJournalMethods(&data.methods)
            }
            let address = UnsafeMutableRawPointer(file) + self.offset
            address.bindMemory(to: WrapperData.self, capacity: 1).initialize(to: data)
            file.pointee.pMethods = UnsafeRawPointer(address).assumingMemoryBound(to: sqlite3_io_methods.self)
            return status
        }

        private static func isOurs(_ file: UnsafeMutablePointer<sqlite3_file>) -> Bool {
            file.pointee.pMethods.map(UnsafeRawPointer.init) == UnsafeRawPointer(UnsafeMutableRawPointer(file) + offset)
        }

        private static func installJournalMethods(_ methods: inout sqlite3_io_methods) {
            methods.xWrite = { JoinedJournal.write($0, $1, Int($2), $3) }
            methods.xRead = { file, bytes, count, start in
                JoinedJournal.afterFlush(file) { $0.xRead(file, bytes, count, start) }
            }
            methods.xSync = { file, flags in JoinedJournal.afterFlush(file) { $0.xSync(file, flags) } }
            methods.xTruncate = { JoinedJournal.truncate($0, $1) }
            methods.xFileSize = { file, size in JoinedJournal.afterFlush(file) { $0.xFileSize(file, size) } }
            methods.xClose = { JoinedJournal.close($0) }
        }

        // MARK: - The journal

        private static func write(
            _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int,
            _ start: sqlite3_int64
        ) -> Int32 {
            guard let file, let bytes else { return SQLITE_IOERR }
            let data = wrapperData(file)
            if data.pointee.count > 0,
                start != data.pointee.start + sqlite3_int64(data.pointee.count) || data.pointee.count + count > capacity
            {
                let status = flush(file)
                guard status == SQLITE_OK else { return status }
            }
            guard count <= capacity, let buffer = data.pointee.bytes else {
                return data.pointee.system.pointee.xWrite(file, bytes, Int32(count), start)
            }
            if data.pointee.count == 0 { data.pointee.start = start }
            (buffer + data.pointee.count).copyMemory(from: bytes, byteCount: count)
            data.pointee.count += count
            return SQLITE_OK
        }

        /// Writes the waiting bytes. After an error they are dropped, because SQLite reports the
        /// error and rolls back.
        private static func flush(_ file: UnsafeMutablePointer<sqlite3_file>) -> Int32 {
            let data = wrapperData(file)
            guard data.pointee.count > 0, let bytes = data.pointee.bytes else { return SQLITE_OK }
            let count = data.pointee.count
            let end = data.pointee.start + sqlite3_int64(data.pointee.count)
            data.pointee.count = 0
            let status = data.pointee.system.pointee.xWrite(file, bytes, Int32(count), data.pointee.start)
            guard status == SQLITE_OK, end > data.pointee.size else { return status }
            data.pointee.size = end
            // Nothing after a transaction's data is used. A lack of space for the zeros is no
            // error.
            if count <= capacity / 2, data.pointee.system.pointee.xWrite(file, zeros, Int32(growth), end) == SQLITE_OK {
                data.pointee.size += sqlite3_int64(growth)
            }
            return status
        }

        /// Writes the waiting bytes, then calls a method of the system.
        private static func afterFlush(
            _ file: UnsafeMutablePointer<sqlite3_file>?, _ body: (sqlite3_io_methods) -> Int32
        ) -> Int32 {
            guard let file else { return SQLITE_IOERR }
            let status = flush(file)
            return status == SQLITE_OK ? body(wrapperData(file).pointee.system.pointee) : status
        }

        private static func truncate(_ file: UnsafeMutablePointer<sqlite3_file>?, _ size: sqlite3_int64) -> Int32 {
            if let file { wrapperData(file).pointee.size = min(wrapperData(file).pointee.size, size) }
            return afterFlush(file) { $0.xTruncate(file, size) }
        }

        private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
            guard let file else { return SQLITE_IOERR }
            let data = wrapperData(file)
            let status = flush(file)
            if let database = data.pointee.partner { wrapperData(database).pointee.partner = nil }
            data.pointee.bytes?.deallocate()
            let closeStatus = data.pointee.system.pointee.xClose(file)
            return status == SQLITE_OK ? closeStatus : status
        }

        // MARK: - The database file

        /// Releases or takes a lock. Others may write to the journal after the release, and read it
        /// once its new end is published.
        private static func lock(
            _ file: UnsafeMutablePointer<sqlite3_file>?, _ first: Int32, _ count: Int32, _ flags: Int32
        ) -> Int32 {
            guard let file else { return SQLITE_IOERR }
            if flags & SQLITE_SHM_UNLOCK != 0, let journal = wrapperData(file).pointee.partner { _ = flush(journal) }
            return wrapperData(file).pointee.system.pointee.xShmLock(file, first, count, flags)
        }

        private static func barrier(_ file: UnsafeMutablePointer<sqlite3_file>?) {
            guard let file else { return }
            if let journal = wrapperData(file).pointee.partner { _ = flush(journal) }
            wrapperData(file).pointee.system.pointee.xShmBarrier(file)
        }
    }
#endif
