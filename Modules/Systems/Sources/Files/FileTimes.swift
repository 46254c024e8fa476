/// The times of a file. Reading them has a cost on Linux (see `FileID`).
extension stat {
    /// The time of the last change of its contents. For a folder, the time of the last addition,
    /// rename or removal in it.
    @inlinable package var contentsChanged: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }

    /// The time of the last change of anything about it: its contents, name, location or
    /// permissions.
    @inlinable package var anythingChanged: timespec {
        #if canImport(Darwin)
            st_ctimespec
        #else
            st_ctim
        #endif
    }
}

extension timespec {
    /// The whole milliseconds since the beginning of 1970.
    @inlinable package var milliseconds: Int64 { Int64(tv_sec) * 1000 + Int64(tv_nsec) / 1_000_000 }
}
