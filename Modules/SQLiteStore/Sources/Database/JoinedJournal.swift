import Kernel

#if SQLite
    import CSQLite

    /// SQLite brings each page of a commit to its journal by two calls, a head of 24 bytes and the page. Here what lies one behind the other waits, and goes to
    /// the system by one call: before the sync that makes it durable, before anybody else may see it, and before the lock for writing is let go.
    ///
    /// And where the journal grows, it grows by more than is written, with zeros, which are no page of it: to sync a file costs twice as much where it has become longer.
    ///
    /// The files are the system's own, with their own methods: those that concern the journal's bytes are put before them.
    enum JoinedJournal {
        /// What is remembered behind SQLite's own memory of a file.
        private struct Beside {
            var own: sqlite3_io_methods
            let system: UnsafePointer<sqlite3_io_methods>
            /// Of a database the journal, of a journal the database.
            var other: UnsafeMutablePointer<sqlite3_file>?
            /// Of a journal: what waits, where it belongs, and how much it is.
            var bytes: UnsafeMutableRawPointer?
            var start: sqlite3_int64 = 0
            var count = 0
            /// How long the journal is, as far as it was written from here.
            var size: sqlite3_int64 = 0
        }

        /// So much waits at most; SQLite's own writing takes less than 128 KiB at a time.
        private static let room = 96 << 10
        /// So much grows a journal at a time where little is written.
        private static let growth = 96 << 10
        nonisolated(unsafe) private static let zeros = UnsafeRawPointer(calloc(growth, 1))
        nonisolated(unsafe) private static let system = sqlite3_vfs_find(nil)
        private static let place = Int(system?.pointee.szOsFile ?? 0)

        /// Under which SQLite finds this way to its files; nil where it has none of its own.
        static let name: String? = {
            guard let system, let name = strdup("commonplace") else { return nil }
            let ours = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
            ours.initialize(to: system.pointee)
            ours.pointee.pNext = nil
            ours.pointee.zName = UnsafePointer(name)
            ours.pointee.szOsFile += Int32(MemoryLayout<Beside>.stride)
            ours.pointee.xOpen = { _, name, file, flags, found in JoinedJournal.open(name, file, flags, found) }
            return sqlite3_vfs_register(ours, 0) == SQLITE_OK ? "commonplace" : nil
        }()

        private static func beside(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<Beside> {
            (UnsafeMutableRawPointer(file) + place).assumingMemoryBound(to: Beside.self)
        }

        private static func open(
            _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
            _ found: UnsafeMutablePointer<Int32>?
        ) -> Int32 {
            guard let system, let file, let open = system.pointee.xOpen else { return SQLITE_CANTOPEN }
            let status = open(system, name, file, flags, found)
            guard status == SQLITE_OK, flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL) != 0,
                let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2
            else { return status }
            var mine = Beside(own: methods.pointee, system: methods)
            if flags & SQLITE_OPEN_MAIN_DB != 0 {
                mine.own.xShmLock = { JoinedJournal.lock($0, $1, $2, $3) }
                mine.own.xShmBarrier = { JoinedJournal.barrier($0) }
            } else {
                // A journal whose database is opened some other way is left to the system.
                guard let database = sqlite3_database_file_object(name), isOurs(database) else { return status }
                mine.bytes = .allocate(byteCount: room, alignment: 16)
                mine.other = database
                beside(database).pointee.other = file
                joins(&mine.own)
            }
            let place = UnsafeMutableRawPointer(file) + self.place
            place.bindMemory(to: Beside.self, capacity: 1).initialize(to: mine)
            file.pointee.pMethods = UnsafeRawPointer(place).assumingMemoryBound(to: sqlite3_io_methods.self)
            return status
        }

        private static func isOurs(_ file: UnsafeMutablePointer<sqlite3_file>) -> Bool {
            file.pointee.pMethods.map(UnsafeRawPointer.init) == UnsafeRawPointer(UnsafeMutableRawPointer(file) + place)
        }

        private static func joins(_ methods: inout sqlite3_io_methods) {
            methods.xWrite = { JoinedJournal.write($0, $1, Int($2), $3) }
            methods.xRead = { file, bytes, count, start in JoinedJournal.settled(file) { $0.xRead(file, bytes, count, start) } }
            methods.xSync = { file, flags in JoinedJournal.settled(file) { $0.xSync(file, flags) } }
            methods.xTruncate = { JoinedJournal.truncate($0, $1) }
            methods.xFileSize = { file, size in JoinedJournal.settled(file) { $0.xFileSize(file, size) } }
            methods.xClose = { JoinedJournal.close($0) }
        }

        // MARK: - The journal

        private static func write(
            _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int, _ start: sqlite3_int64
        ) -> Int32 {
            guard let file, let bytes else { return SQLITE_IOERR }
            let mine = beside(file)
            if mine.pointee.count > 0,
                start != mine.pointee.start + sqlite3_int64(mine.pointee.count) || mine.pointee.count + count > room
            {
                let status = settle(file)
                guard status == SQLITE_OK else { return status }
            }
            guard count <= room, let waiting = mine.pointee.bytes else {
                return mine.pointee.system.pointee.xWrite(file, bytes, Int32(count), start)
            }
            if mine.pointee.count == 0 { mine.pointee.start = start }
            (waiting + mine.pointee.count).copyMemory(from: bytes, byteCount: count)
            mine.pointee.count += count
            return SQLITE_OK
        }

        /// Writes what waits. What cannot be written waits no longer: whoever wrote it hears so, and takes it back.
        private static func settle(_ file: UnsafeMutablePointer<sqlite3_file>) -> Int32 {
            let mine = beside(file)
            guard mine.pointee.count > 0, let bytes = mine.pointee.bytes else { return SQLITE_OK }
            let (count, end) = (mine.pointee.count, mine.pointee.start + sqlite3_int64(mine.pointee.count))
            mine.pointee.count = 0
            let status = mine.pointee.system.pointee.xWrite(file, bytes, Int32(count), mine.pointee.start)
            guard status == SQLITE_OK, end > mine.pointee.size else { return status }
            mine.pointee.size = end
            // Behind what a transaction has written nothing stands that counts. No room for it is no trouble.
            if count <= room / 2, mine.pointee.system.pointee.xWrite(file, zeros, Int32(growth), end) == SQLITE_OK {
                mine.pointee.size += sqlite3_int64(growth)
            }
            return status
        }

        private static func settled(
            _ file: UnsafeMutablePointer<sqlite3_file>?, _ body: (sqlite3_io_methods) -> Int32
        ) -> Int32 {
            guard let file else { return SQLITE_IOERR }
            let status = settle(file)
            return status == SQLITE_OK ? body(beside(file).pointee.system.pointee) : status
        }

        private static func truncate(_ file: UnsafeMutablePointer<sqlite3_file>?, _ size: sqlite3_int64) -> Int32 {
            if let file { beside(file).pointee.size = min(beside(file).pointee.size, size) }
            return settled(file) { $0.xTruncate(file, size) }
        }

        private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
            guard let file else { return SQLITE_IOERR }
            let (mine, status) = (beside(file), settle(file))
            if let database = mine.pointee.other { beside(database).pointee.other = nil }
            mine.pointee.bytes?.deallocate()
            let closed = mine.pointee.system.pointee.xClose(file)
            return status == SQLITE_OK ? closed : status
        }

        // MARK: - Its database

        /// Others may write into the journal once the lock is let go, and look into it once they are told where it ends.
        private static func lock(
            _ file: UnsafeMutablePointer<sqlite3_file>?, _ first: Int32, _ count: Int32, _ flags: Int32
        ) -> Int32 {
            guard let file else { return SQLITE_IOERR }
            if flags & SQLITE_SHM_UNLOCK != 0, let journal = beside(file).pointee.other { _ = settle(journal) }
            return beside(file).pointee.system.pointee.xShmLock(file, first, count, flags)
        }

        private static func barrier(_ file: UnsafeMutablePointer<sqlite3_file>?) {
            guard let file else { return }
            if let journal = beside(file).pointee.other { _ = settle(journal) }
            beside(file).pointee.system.pointee.xShmBarrier(file)
        }
    }
#endif
