/// Where a line begins and what its checksum is: enough to know it again.
struct LineMark: Equatable {
    let offset: Int
    let checksum: UInt32
}
