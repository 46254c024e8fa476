import Kernel

/// The partition and collection of a group of records.
struct TableName: Hashable {
    let partition: Partition
    let collection: String
}
