/// What prints a page of HTML that needs nothing else: a program that the machine has.
public struct Press: Sendable {
    /// The page as a PDF.
    ///
    /// Throws `Failure` `missingProgram`, `pressFailed`.
    public let pdf: @Sendable (_ page: String) throws -> [UInt8]
    /// The page as a picture, a PNG of so many pixels.
    ///
    /// Throws `Failure` `missingProgram`, `pressFailed`.
    public let picture: @Sendable (_ page: String, _ width: Int, _ height: Int) throws -> [UInt8]

    /// A press from functions.
    public init(
        pdf: @escaping @Sendable (_ page: String) throws -> [UInt8],
        picture: @escaping @Sendable (_ page: String, _ width: Int, _ height: Int) throws -> [UInt8]
    ) {
        (self.pdf, self.picture) = (pdf, picture)
    }
}
