/// The times of a file. Looking at them is not free on Linux (`FileNumbers`).
extension stat {
    /// When its contents were changed last; of a folder, when something was added, renamed or removed in it.
    @inlinable package var contentsChanged: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }

    /// When anything about it was changed last: its contents, its name, its place, who may read it.
    @inlinable package var anythingChanged: timespec {
        #if canImport(Darwin)
            st_ctimespec
        #else
            st_ctim
        #endif
    }
}

extension timespec {
    /// Whole milliseconds since the beginning of 1970.
    @inlinable package var milliseconds: Int64 { Int64(tv_sec) * 1000 + Int64(tv_nsec) / 1_000_000 }
}
