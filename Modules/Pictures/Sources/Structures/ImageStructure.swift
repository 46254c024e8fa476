/// What the walk through an image's structure found.
struct ImageStructure {
    let type: PictureFormat
    let width: Int
    let height: Int
    /// Whether it has one channel of grey, transparency aside.
    var isGrey = false
    /// Whether no profile says what its colours are; false where nobody looked.
    var lacksProfile = false
    /// A TIFF block with what the camera wrote down.
    var exif: ByteReader?
    /// Quarter turns that the container itself asks for; when it can, EXIF's orientation does not count.
    var quarterTurns: Int?

    func isTurned(_ notes: CameraNotes) -> Bool {
        quarterTurns.map { $0 % 2 == 1 } ?? (5...8).contains(notes.orientation)
    }
}
