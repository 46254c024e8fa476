import Kernel

/// Whose records of which kind stand together.
struct TableName: Hashable {
    let partition: Partition
    let collection: String
}
