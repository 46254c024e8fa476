import Kernel

/// Makes a picture of points of a drawing; a program of the machine does it.
public struct Rasterizer: Sendable {
    /// A drawing (SVG) as PNG.
    ///
    /// Throws a `Failure` that names what to install where no program is there that could.
    public let png: @Sendable (_ drawing: String) throws -> [UInt8]

    /// A maker from a function.
    public init(_ png: @escaping @Sendable (String) throws -> [UInt8]) { self.png = png }
}

/// Who somebody is, as far as a report and a picture say it.
public struct Person: Sendable {
    /// Their name; never on a picture unless they want it.
    public let name: String
    /// The belt they wear, as people call it.
    public let belt: String
    /// Its colours, the belt's first.
    public let colours: [RGBColor]

    /// Somebody with a name and a belt.
    public init(name: String, belt: String, colours: [RGBColor]) { (self.name, self.belt, self.colours) = (name, belt, colours) }
}
