/// The words of a process where Swift has none: it reads them from `/proc`, and a bare root, such as that of `chroot`, has no such folder.
package enum StackWords {
    /// One word, or the end of the list.
    package typealias Place = UnsafeMutablePointer<CChar>?

    /// The words that lie before the environment, as the kernel lays them for a program on Linux: how many there are, the words, an end, the
    /// environment. It is right until somebody changes the environment, which may lie elsewhere from then on.
    ///
    /// - Returns: nil where no count stands before them.
    package static func before(_ environment: UnsafeMutablePointer<Place>) -> UnsafeMutableBufferPointer<Place>? {
        guard environment[-1] == nil else { return nil }
        for count in 0...most where Int(bitPattern: environment[-2 - count]) == count {
            return UnsafeMutableBufferPointer(start: environment - 1 - count, count: count)
        }
        return nil
    }

    /// Far more than a kernel takes; a pointer is no such number.
    private static let most = 1 << 22
}
