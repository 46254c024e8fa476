import Kernel
import Pictures
import Programs

/// The rotation, reduction and conversion of photos by the machine's programs.
///
/// `vipsthumbnail` is preferred, then ImageMagick. Without either, photos stay unchanged.
///
/// `heif-enc` makes HEIC from an upright PNG, because it would not rotate the pixels of an oriented
/// JPEG. vips alone would make HEIC four times slower. If `heif-enc` is missing or fails, a JPEG is
/// made instead. A HEIC that the program cannot read is first converted by `heif-convert`.
extension ImageTool {
    /// The time limit of one program.
    package static let deadline: Duration = .seconds(30)

    /// Returns the best tool on this machine.
    ///
    /// - Parameter folder: the absolute path for temporary files, without `[` in its name. It is
    ///   created privately when it is missing, and deleted when it is empty.
    package static func best(
        of programs: ProgramPath, workingIn folder: String = "", within deadline: Duration = deadline
    ) -> ImageTool {
        if !folder.isEmpty { WorkFolder.sweep(folder) }
        let folder = folder.isEmpty ? FileManager.default.temporaryDirectory.path : folder
        return vips(of: programs, workingIn: folder, within: deadline) ?? magick(
            of: programs, workingIn: folder, within: deadline)
            ?? .none
    }

    /// Returns the tool with libvips and heif-enc, or nil if `vipsthumbnail` is not installed.
    package static func vips(of programs: ProgramPath, workingIn folder: String, within deadline: Duration = deadline)
        -> ImageTool?
    {
        programs.find("vipsthumbnail").map {
            ImageTool(Vips(program: $0), programs, folder, deadline)
        }
    }

    /// Returns the tool with ImageMagick 7 or 6, or nil if it is not installed.
    package static func magick(of programs: ProgramPath, workingIn folder: String, within deadline: Duration = deadline)
        -> ImageTool?
    {
        // Other programs are called `convert` too. ImageMagick's always comes with `identify`.
        let program = programs.find("magick") ?? programs.find("identify").flatMap { _ in programs.find("convert") }
        return program.map { ImageTool(Magick(program: $0), programs, folder, deadline) }
    }

    private init(_ maker: any PictureMaker, _ programs: ProgramPath, _ folder: String, _ deadline: Duration) {
        let converter = PhotoConverter(
            maker: maker, heifEncoder: programs.find("heif-enc"), heifDecoder: programs.find("heif-convert"),
            folder: folder, deadline: deadline)
        self.init(
            name: maker.name, prepare: converter.prepare, thumbnail: converter.thumbnail,
            thumbnails: converter.thumbnails,
            pixels: converter.pixels)
    }
}

/// The command line of a program that makes an upright picture in sRGB, within the requested size.
protocol PictureMaker: Sendable {
    var name: String { get }
    var program: String { get }
    func arguments(from source: Source, to output: Picture) -> [String]
    /// Returns the arguments for a batch of photos like this one.
    ///
    /// `%s` in the output's name is replaced by the name of each photo. Returns nil if the program
    /// has no batch mode.
    func arguments(for header: ImageHeader, to output: Picture) -> [String]?
}

/// The source file of a picture.
struct Source {
    let file: String
    let header: ImageHeader
    /// Whether the pixels are already upright, whatever orientation the file records.
    let isUpright: Bool
}

/// The output picture.
struct Picture {
    /// The file format, with its file extension as raw value.
    enum Form: String { case jpeg = "jpg", png, ppm }

    let file: String
    let form: Form
    let longestSide: Int
    /// The quality of a JPEG, 1…100. Other formats ignore it.
    let quality: Int
}

/// The command lines of `vipsthumbnail`.
struct Vips: PictureMaker {
    let name = "vips"
    let program: String

    func arguments(from source: Source, to output: Picture) -> [String] {
        [source.file] + vipsArguments(of: source.header, to: output) + (source.isUpright ? ["--no-rotate"] : [])
    }

    func arguments(for header: ImageHeader, to output: Picture) -> [String]? { vipsArguments(of: header, to: output) }

    private func vipsArguments(of header: ImageHeader, to output: Picture) -> [String] {
        let form =
            switch output.form {
            case .jpeg: ["Q=\(output.quality)"]
            case .png: ["compression=0"]
            case .ppm: [String]()
            }
        let options = form + ["strip"]
        let size = output.longestSide
        // Without an import profile, vips 8.14 shifts the colors of photos without a profile. It
        // would reject or tint gray photos, and photos known to have no profile need no conversion.
        let skipsProfile = header.isGray || header.lacksProfile
        let profile = skipsProfile ? [] : ["--import-profile", "srgb", "--export-profile", "srgb"]
        return ["--size", "\(size)x\(size)>"] + profile + ["-o", "\(output.file)[\(options.joined(separator: ","))]"]
    }
}

/// The command lines of ImageMagick 7 (`magick`) or 6 (`convert`).
struct Magick: PictureMaker {
    let name = "ImageMagick"
    let program: String

    func arguments(from source: Source, to output: Picture) -> [String] {
        let header = source.header
        let size = output.longestSide
        // The hint allows reading a large JPEG at a fraction of its size. A small one would be read
        // enlarged.
        let isLarge = header.type == .jpeg && max(header.width, header.height) > 2 * size
        let sizeHint = isLarge ? ["-define", "jpeg:size=\(2 * size)x\(2 * size)"] : []
        // The prefix selects the reader that matches the checked content, so that no other reader
        // parses the file.
        let input = ["\(header.type.rawValue):\(source.file)[0]"] + (source.isUpright ? [] : ["-auto-orient"])
        let formOptions =
            switch output.form {
            case .jpeg: ["-background", "white", "-alpha", "remove", "-quality", "\(output.quality)"]
            // heif-enc 1.15 misreads the colors of a palette.
            case .png: ["-background", "white", "-alpha", "remove", "-define", "png:color-type=2", "-quality", "10"]
            case .ppm: ["-background", "white", "-alpha", "remove", "-depth", "8"]
            }
        // All metadata is removed except the color profile, without which the colors would change.
        let stripOptions = ["+profile", "!icc,*"]
        return ["-limit", "memory", "512MiB", "-limit", "map", "1GiB"] + sizeHint + input
            + ["-resize", "\(size)x\(size)>", "-colorspace", "sRGB"] + formOptions + stripOptions
            + ["\(output.form == .jpeg ? "jpeg" : output.form.rawValue):\(output.file)"]
    }

    func arguments(for header: ImageHeader, to output: Picture) -> [String]? { nil }
}
