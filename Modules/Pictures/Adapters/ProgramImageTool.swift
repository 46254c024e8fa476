import Kernel
import Pictures
import Programs

/// Photos are turned, shrunk and converted by programs that the machine has.
///
/// `vipsthumbnail` comes first, then ImageMagick; without either, photos stay as they are. HEIC is made by `heif-enc` from an upright
/// PNG: given an oriented JPEG it would leave the pixels lying, and vips makes HEIC four times slower by itself. Where it is not
/// installed, or makes nothing of it, JPEG is made instead. A HEIC that the program cannot read goes through `heif-convert` first.
extension ImageTool {
    /// As long as one program may take.
    public static let deadline: Duration = .seconds(30)

    /// The best tool that this machine has.
    ///
    /// - Parameter folder: where working files may lie for a moment: absolute, without `[` in its name. It is made, for nobody
    ///   else to read, when it is not there, and goes again when it is empty.
    public static func best(
        of programs: Programs, workingIn folder: String = "", within deadline: Duration = deadline
    ) -> ImageTool {
        if !folder.isEmpty { WorkFolder.sweep(folder) }
        let folder = folder.isEmpty ? FileManager.default.temporaryDirectory.path : folder
        return vips(of: programs, workingIn: folder, within: deadline) ?? magick(
            of: programs, workingIn: folder, within: deadline)
            ?? .none
    }

    /// libvips and heif-enc; nil when `vipsthumbnail` is not installed.
    public static func vips(of programs: Programs, workingIn folder: String, within deadline: Duration = deadline) -> ImageTool? {
        programs.find("vipsthumbnail").map {
            ImageTool(Vips(program: $0), programs, folder, deadline)
        }
    }

    /// ImageMagick 7 or 6; nil when it is not installed.
    public static func magick(of programs: Programs, workingIn folder: String, within deadline: Duration = deadline) -> ImageTool?
    {
        // Other programs are called `convert` too; ImageMagick's never comes without `identify`.
        let program = programs.find("magick") ?? programs.find("identify").flatMap { _ in programs.find("convert") }
        return program.map { ImageTool(Magick(program: $0), programs, folder, deadline) }
    }

    private init(_ maker: any PictureMaker, _ programs: Programs, _ folder: String, _ deadline: Duration) {
        let studio = Studio(
            maker: maker, heifEncoder: programs.find("heif-enc"), heifDecoder: programs.find("heif-convert"), folder: folder,
            deadline: deadline)
        self.init(
            name: maker.name, prepare: studio.prepare, thumbnail: studio.thumbnail, thumbnails: studio.thumbnails,
            pixels: studio.pixels)
    }
}

/// A command line that makes an upright picture in sRGB, no larger than asked.
protocol PictureMaker: Sendable {
    var name: String { get }
    var program: String { get }
    func arguments(from source: Source, to output: Picture) -> [String]
    /// What is said besides the files of photos like this one; nil for a program that takes one at a time. The output's name has `%s` for theirs.
    func arguments(for header: ImageHeader, to output: Picture) -> [String]?
}

/// A file that a picture is made from.
struct Source {
    let file: String
    let header: ImageHeader
    /// Whether the pixels are upright already, whatever the file says of its orientation.
    let isUpright: Bool
}

/// A picture to be made.
struct Picture {
    enum Form: String { case jpeg = "jpg", png, ppm }

    let file: String
    let form: Form
    let longestSide: Int
    /// 1…100; only for JPEG.
    let quality: Int
}

struct Vips: PictureMaker {
    let name = "vips"
    let program: String

    func arguments(from source: Source, to output: Picture) -> [String] {
        [source.file] + said(of: source.header, to: output) + (source.isUpright ? ["--no-rotate"] : [])
    }

    func arguments(for header: ImageHeader, to output: Picture) -> [String]? { said(of: header, to: output) }

    private func said(of header: ImageHeader, to output: Picture) -> [String] {
        let form =
            switch output.form {
            case .jpeg: ["Q=\(output.quality)"]
            case .png: ["compression=0"]
            case .ppm: [String]()
            }
        let options = form + ["strip"]
        let size = output.longestSide
        // Without the first, vips 8.14 shifts the colours of photos that carry no profile; grey ones it would refuse or tint, and what is known to have
        // none needs no work at all.
        let isPlain = header.isGrey || header.lacksProfile
        let profile = isPlain ? [] : ["--import-profile", "srgb", "--export-profile", "srgb"]
        return ["--size", "\(size)x\(size)>"] + profile + ["-o", "\(output.file)[\(options.joined(separator: ","))]"]
    }
}

struct Magick: PictureMaker {
    let name = "ImageMagick"
    let program: String

    func arguments(from source: Source, to output: Picture) -> [String] {
        let (header, size) = (source.header, output.longestSide)
        // The hint lets a large JPEG be read at a fraction of its size; a small one would be read enlarged.
        let isLarge = header.type == .jpeg && max(header.width, header.height) > 2 * size
        let hint = isLarge ? ["-define", "jpeg:size=\(2 * size)x\(2 * size)"] : []
        // The prefix says which reader is meant: the content was judged, and no other reader gets to see it.
        let input = ["\(header.type.rawValue):\(source.file)[0]"] + (source.isUpright ? [] : ["-auto-orient"])
        let flat =
            switch output.form {
            case .jpeg: ["-background", "white", "-alpha", "remove", "-quality", "\(output.quality)"]
            // heif-enc 1.15 takes the colours of a palette for others.
            case .png: ["-background", "white", "-alpha", "remove", "-define", "png:color-type=2", "-quality", "10"]
            case .ppm: ["-background", "white", "-alpha", "remove", "-depth", "8"]
            }
        // Everything that was written down goes but the colour profile, without which the colours would be others.
        let stripped = ["+profile", "!icc,*"]
        return ["-limit", "memory", "512MiB", "-limit", "map", "1GiB"] + hint + input
            + ["-resize", "\(size)x\(size)>", "-colorspace", "sRGB"] + flat + stripped
            + ["\(output.form == .jpeg ? "jpeg" : output.form.rawValue):\(output.file)"]
    }

    func arguments(for header: ImageHeader, to output: Picture) -> [String]? { nil }
}
