import Kernel
import Pictures

/// Prepares photos for storage, independently of the program that makes the pictures.
struct PhotoConverter: Sendable {
    /// The default quality, followed by lower ones for a result that is too large.
    private static let qualities = [80, 60, 40, 25]
    /// The qualities for HEIC, whose scale differs. At 50 a photo is closer to its source than a
    /// JPEG at 80, and smaller.
    private static let heicQualities = [50, 40, 30, 20]
    /// The number of pixels above which a HEIC is decoded first.
    ///
    /// A program that reduces it needs all pixels at once, and more memory.
    private static let largeHEIC = 24_000_000

    let maker: any PictureMaker
    let heifEncoder: String?
    let heifDecoder: String?
    let folder: String
    let deadline: Duration

    func prepare(_ photo: ValidatedImage, _ request: PictureRequest) throws -> [UInt8] {
        if let unchanged = photo.strippingPrivateNotes(as: request) {
            // A program still reads the photo, because it detects a truncated file with a new end
            // marker.
            _ = try thumbnail(photo, longestSide: 64)
            return unchanged
        }
        let notes = photo.notes(withLocation: request.keepsLocation)
        let side = request.side(of: photo.header)
        return try withSource(on: photo) { source, folder in
            if request.format == .heic, let heifEncoder,
                let converted = try encodeHEIC(by: heifEncoder, source, folder, side, request, notes)
            {
                return converted
            }
            return try firstSmallEnough(request, of: PhotoConverter.qualities) { quality in
                ValidatedImage.annotated(try picture(.jpeg, quality: quality, source, folder, side), notes: notes)
            }
        }
    }

    func thumbnail(_ photo: ValidatedImage, longestSide: Int) throws -> [UInt8]? {
        try withSource(on: photo) { try picture(.jpeg, quality: PhotoConverter.qualities[0], $0, $1, longestSide) }
    }

    /// Makes several thumbnails in one call, because starting a program takes a fifth of the time.
    ///
    /// If one photo is damaged, the result is nil for the whole batch. The caller must then make
    /// each thumbnail separately, which reports the damaged photo.
    func thumbnails(_ photos: [ValidatedImage], longestSide: Int) -> [[UInt8]?] {
        var thumbnails = [[UInt8]?](repeating: nil, count: photos.count)
        guard let folder = try? WorkFolder(below: folder) else { return thumbnails }
        let output = Picture(
            file: folder.file("small-%s.jpg"), form: .jpeg, longestSide: longestSide,
            quality: PhotoConverter.qualities[0])
        for (arguments, numbers) in Dictionary(
            grouping: photos.indices, by: { maker.arguments(for: photos[$0].header, to: output) })
        {
            guard let arguments, numbers.count > 1 else { continue }
            let batch = try? makeBatch(numbers.map { ($0, photos[$0]) }, arguments, folder)
            for (number, thumbnail) in zip(numbers, batch ?? []) { thumbnails[number] = thumbnail }
        }
        return thumbnails
    }

    private func makeBatch(
        _ photos: [(number: Int, photo: ValidatedImage)], _ arguments: [String], _ folder: WorkFolder
    )
        throws
        -> [[UInt8]]
    {
        let files = try photos.map { try folder.write($1.bytes, to: "\($0).\($1.header.type.fileExtension)") }
        let names = photos.map { "small-\($0.number).jpg" }
        return try folder.run(maker.program, files + arguments, making: names, within: deadline)
    }

    func pixels(_ photo: ValidatedImage, longestSide: Int) throws -> PixelMap? {
        let side = min(longestSide, PixelMap.longestSide)
        guard
            let pixels = PixelMap(portable: try withSource(on: photo) { try picture(.ppm, quality: 100, $0, $1, side) })
        else { throw Failure.conversionFailed("what was made has no pixels that can be read") }
        return pixels
    }

    /// Calls `body` with the file of a photo.
    ///
    /// If the program cannot read a HEIC, `body` receives its decoded upright pixels.
    private func withSource(on photo: ValidatedImage, _ body: (Source, WorkFolder) throws -> [UInt8]) throws -> [UInt8]
    {
        let folder = try WorkFolder(below: folder)
        let input = try folder.write(photo.bytes, to: "in.\(photo.header.type.fileExtension)")
        let decoder = photo.header.type == .heic ? heifDecoder : nil
        do {
            let isLarge = photo.header.width * photo.header.height > PhotoConverter.largeHEIC
            if isLarge, let decoder { return try body(decoded(input, by: decoder, folder), folder) }
            return try body(Source(file: input, header: photo.header, isUpright: false), folder)
        } catch {
            guard let decoder else { throw error }
            return try body(decoded(input, by: decoder, folder), folder)
        }
    }

    /// Decodes a HEIC to an upright JPEG in the folder.
    private func decoded(_ input: String, by decoder: String, _ folder: WorkFolder) throws -> Source {
        let name = "decoded.jpg"
        let jpeg = try folder.run(decoder, ["-q", "95", input, folder.file(name)], making: name, within: deadline)
        return Source(file: folder.file(name), header: try ImageHeader(jpeg), isUpright: true)
    }

    /// Makes a picture without metadata. The caller restores the permitted metadata.
    private func picture(_ form: Picture.Form, quality: Int, _ source: Source, _ folder: WorkFolder, _ side: Int) throws
        -> [UInt8]
    {
        let name = "upright.\(form.rawValue)"
        let output = Picture(file: folder.file(name), form: form, longestSide: side, quality: quality)
        return try folder.run(maker.program, maker.arguments(from: source, to: output), making: name, within: deadline)
    }

    /// Makes a HEIC, or returns nil if the encoder fails.
    ///
    /// An encoder built without HEVC must not lose the photo of a day. The pixels go to the encoder
    /// in a PNG, which must fit into the output limit of a program.
    private func encodeHEIC(
        by encoder: String, _ source: Source, _ folder: WorkFolder, _ side: Int, _ request: PictureRequest,
        _ notes: [UInt8]?
    ) throws -> [UInt8]? {
        let header = source.header
        let scale = min(1, Double(side) / Double(max(header.width, header.height)))
        guard Double(header.width * header.height) * scale * scale * 3 < Double(PictureLimits.largestPicture) * 0.9
        else { return nil }
        let upright = try picture(.png, quality: 100, source, folder, side)
        let annotatedFile = try notes.map {
            try folder.write(ValidatedImage.annotated(upright, notes: $0), to: "annotated.png")
        }
        let pixels = annotatedFile ?? folder.file("upright.png")
        let target = folder.file("made.heic")
        return try? firstSmallEnough(request, of: PhotoConverter.heicQualities) { quality in
            try folder.run(
                encoder, ["-q", "\(quality)", "-p", "preset=ultrafast", pixels, "-o", target], making: "made.heic",
                within: deadline)
        }
    }

    /// Makes a picture at falling qualities and returns the first one within the size limit.
    private func firstSmallEnough(_ request: PictureRequest, of qualities: [Int], _ make: (Int) throws -> [UInt8])
        throws
        -> [UInt8]
    {
        for quality in qualities {
            let picture = try make(quality)
            if picture.count <= request.largestFile { return picture }
        }
        throw Failure.conversionFailed("it stays larger than \(request.largestFile) bytes")
    }
}
