import Kernel

/// A part of a file as it lies in a place: which file, by a name that only devices of the account can make, and which part of it, from 0.
public struct FilePart: Hashable, Sendable {
    /// The file's name in the place: 32 small letters and digits.
    public let name: String
    /// Which part, from 0.
    public let number: Int

    /// A part that may lie in a place or not.
    public init(name: String, number: Int) { (self.name, self.number) = (name, number) }

    /// Whether this can be a part at all: nothing else reaches a path.
    package var isSound: Bool {
        name.utf8.count == 32 && (0..<1_000_000).contains(number)
            && name.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    }
}

/// A place where devices of one account leave files for each other, in parts that never change. Blocking; every call may fail and be tried again.
///
/// Beside the records: what lies here may come late, and nothing waits for it. Bytes come in and go out as they are: what they mean is sealed.
///
/// - Throws: every call `Failure`: `isPermanent` where trying again is of no use.
public protocol FilePlace: Sendable {
    /// Which parts of which files lie here whole.
    func parts() throws -> [String: Set<Int>]

    /// What lies here, in a few letters, which are others whenever a part has come or gone: asked by whoever had nothing to do the last time.
    func tally() throws -> String

    /// Leaves a part: whole and durable, or not at all. One that lies there already may be replaced.
    func put(_ bytes: [UInt8], as part: FilePart) throws

    /// A part; nil where it does not lie here whole.
    func bytes(of part: FilePart) throws -> [UInt8]?

    /// Removes a part that was found to be damaged, so that whoever has the file leaves it again. Nothing happens when there is none.
    func remove(_ part: FilePart) throws

    /// Removes all parts of a file.
    func remove(_ name: String) throws

    /// How many bytes lie here.
    func size() throws -> Int
}
