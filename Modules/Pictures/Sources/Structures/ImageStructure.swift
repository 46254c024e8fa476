/// The result of reading an image's structure.
struct ImageStructure {
    let type: PictureFormat
    let width: Int
    let height: Int
    var isGray = false
    /// Whether it has no color profile. False if that was not checked.
    var lacksProfile = false
    /// The TIFF block of the camera's notes.
    var exif: ByteReader?
    /// The quarter turns in the container, which override EXIF's orientation.
    var quarterTurns: Int?

    func isRotated(_ notes: CameraNotes) -> Bool {
        quarterTurns.map { $0 % 2 == 1 } ?? (5...8).contains(notes.orientation)
    }
}
