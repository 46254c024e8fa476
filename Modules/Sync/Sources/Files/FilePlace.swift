import Kernel

/// A part of a file in a place.
///
/// Only devices of the account can compute the file's name.
package struct FilePart: Hashable, Sendable {
    /// The file's name in the place: 32 lowercase letters and digits.
    package let name: String
    /// The number of the part, from 0.
    package let number: Int

    package init(name: String, number: Int) {
        self.name = name
        self.number = number
    }

    /// Whether the name and number are valid. Paths are made only from valid parts.
    package var isValid: Bool {
        name.utf8.count == 32 && (0..<1_000_000).contains(number)
            && name.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    }
}

/// A place where devices of one account exchange files, in parts that never change.
///
/// Calls block, may fail and can be repeated. Files may arrive after the records that refer to
/// them. The bytes are encrypted for the place.
///
/// - Throws: Every call throws a `Failure`, with `isPermanent` if a repetition is useless.
package protocol FilePlace: Sendable {
    /// Returns the complete parts of each file.
    func parts() throws -> [String: Set<Int>]

    /// Returns a short fingerprint that changes whenever a part is added or removed. It makes
    /// rounds without changes cheap.
    func fingerprint() throws -> String

    /// Stores a part atomically and durably. It may replace an existing part.
    func put(_ bytes: [UInt8], as part: FilePart) throws

    /// Returns a part, or nil if it is missing or incomplete.
    func bytes(of part: FilePart) throws -> [UInt8]?

    /// Deletes a damaged part, so that a device with the file uploads it again. A missing part is
    /// ignored.
    func remove(_ part: FilePart) throws

    /// Deletes all parts of a file.
    func remove(_ name: String) throws

    /// Returns the number of stored bytes.
    func size() throws -> Int
}

extension Failure {
    package static var invalidPart: Failure {
        Failure(.syncUnreadable, "That is no name of a part of a file.", kind: .badData)
    }
}
