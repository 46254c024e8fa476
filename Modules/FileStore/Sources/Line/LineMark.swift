/// The offset and checksum of a line, which identify it.
struct LineMark: Equatable {
    let offset: Int
    let checksum: UInt32
}
