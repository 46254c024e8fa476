/// A printer for self-contained HTML pages that uses a program on the machine.
package struct Press: Sendable {
    /// Converts the page to a PDF.
    ///
    /// Throws `Failure` `missingProgram`, `pressFailed`.
    package let pdf: @Sendable (_ page: String) throws -> [UInt8]
    /// Converts the page to a PNG of the given width in pixels.
    ///
    /// Throws `Failure` `missingProgram`, `pressFailed`.
    package let screenshot: @Sendable (_ page: String, _ width: Int, _ height: Int) throws -> [UInt8]

    package init(
        pdf: @escaping @Sendable (_ page: String) throws -> [UInt8],
        screenshot: @escaping @Sendable (_ page: String, _ width: Int, _ height: Int) throws -> [UInt8]
    ) {
        self.pdf = pdf
        self.screenshot = screenshot
    }
}
