import Kernel

/// A converter from drawings to pixel images, which runs a program of the machine.
package struct Rasterizer: Sendable {
    /// A closure that converts an SVG drawing to PNG.
    ///
    /// Throws a `Failure` that names a program to install if none is available.
    package let png: @Sendable (_ drawing: String) throws -> [UInt8]

    package init(_ png: @escaping @Sendable (String) throws -> [UInt8]) { self.png = png }
}

/// The details of a learner for reports and pictures.
package struct Person: Sendable {
    /// The name, which appears on a picture only with the learner's consent.
    package let name: String
    package let belt: String
    package let colors: [RGBColor]

    package init(name: String, belt: String, colors: [RGBColor]) {
        self.name = name
        self.belt = belt
        self.colors = colors
    }
}
