/// A decoder for DEFLATE (RFC 1951) that rejects data that is invalid or larger than declared.
struct Inflater {
    /// Decompresses the bytes, or returns `nil` if the result is not exactly `size` bytes.
    static func bytes(of packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        // DEFLATE compresses at most 1,032 times, so a larger declared size is rejected before any
        // allocation.
        guard size / 1_040 <= packed.count else { return nil }
        var inflater = Inflater(packed, size)
        return inflater.run() && inflater.output.count == size ? inflater.output : nil
    }

    private let input: ArraySlice<UInt8>
    private let size: Int
    private var position: Int
    /// Bits of the input that are still unread, lowest first.
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    private init(_ input: ArraySlice<UInt8>, _ size: Int) {
        self.input = input
        self.size = size
        position = input.startIndex
        output.reserveCapacity(size)
    }

    private mutating func run() -> Bool {
        while true {
            guard let isLast = readBits(1), let kind = readBits(2) else { return false }
            let isValid =
                switch kind {
                case 0: copyStoredBlock()
                case 1: decodeBlock(Code.fixedLiterals, Code.fixedDistances)
                case 2: decodeDynamicBlock()
                default: false
                }
            guard isValid else { return false }
            if isLast == 1 { return true }
        }
    }

    /// Returns the next bits, lowest first, or `nil` at the end.
    private mutating func readBits(_ width: Int) -> Int? {
        while bitCount < width {
            guard position < input.endIndex else { return nil }
            bits |= UInt32(input[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = Int(bits & ((1 << UInt32(width)) - 1))
        bits >>= UInt32(width)
        bitCount -= width
        return value
    }

    /// Copies an uncompressed block.
    private mutating func copyStoredBlock() -> Bool {
        bits = 0
        bitCount = 0
        guard position + 4 <= input.endIndex else { return false }
        let length = Int(input[position]) | Int(input[position + 1]) << 8
        guard length ^ 0xFFFF == Int(input[position + 2]) | Int(input[position + 3]) << 8 else { return false }
        position += 4
        guard position + length <= input.endIndex, output.count + length <= size else { return false }
        output += input[position..<position + length]
        position += length
        return true
    }

    /// Decodes a block that begins with its own codes.
    private mutating func decodeDynamicBlock() -> Bool {
        guard let literals = readBits(5), let distances = readBits(5), let lengths = readBits(4) else { return false }
        var widths = [UInt8](repeating: 0, count: 19)
        for place in Code.order.prefix(lengths + 4) {
            guard let width = readBits(3) else { return false }
            widths[place] = UInt8(width)
        }
        guard let code = Code(widths) else { return false }
        let widthCount = literals + 257 + distances + 1
        var codeWidths: [UInt8] = []
        while codeWidths.count < widthCount {
            guard let symbol = symbol(code) else { return false }
            switch symbol {
            case 0..<16: codeWidths.append(UInt8(symbol))
            case 16:
                guard let last = codeWidths.last, let repeats = readBits(2) else { return false }
                codeWidths += Array(repeating: last, count: repeats + 3)
            case 17:
                guard let repeats = readBits(3) else { return false }
                codeWidths += Array(repeating: 0, count: repeats + 3)
            default:
                guard let repeats = readBits(7) else { return false }
                codeWidths += Array(repeating: 0, count: repeats + 11)
            }
        }
        guard codeWidths.count == widthCount, let literalCode = Code(Array(codeWidths.prefix(literals + 257))),
            let distanceCode = Code(Array(codeWidths.dropFirst(literals + 257)))
        else { return false }
        return decodeBlock(literalCode, distanceCode)
    }

    /// Decodes symbols up to the end of the block.
    private mutating func decodeBlock(_ literals: Code, _ distances: Code) -> Bool {
        while true {
            guard let symbol = symbol(literals) else { return false }
            if symbol < 256 {
                guard output.count < size else { return false }
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return true }
            guard symbol - 257 < Code.lengths.count, let extraLength = readBits(Code.lengths[symbol - 257].extra),
                let distanceSymbol = self.symbol(distances), distanceSymbol < Code.distances.count,
                let extraDistance = readBits(Code.distances[distanceSymbol].extra)
            else { return false }
            let length = Code.lengths[symbol - 257].base + extraLength
            let distance = Code.distances[distanceSymbol].base + extraDistance
            guard distance <= output.count, output.count + length <= size else { return false }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    /// Reads the next symbol bit by bit, until the code matches one of its length.
    private mutating func symbol(_ code: Code) -> Int? {
        var value = 0
        var first = 0
        var index = 0
        for width in 1...15 {
            guard let bit = readBits(1) else { return nil }
            value |= bit
            let count = code.counts[width]
            if value - count < first { return Int(code.symbols[index + value - first]) }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        return nil
    }

    /// A canonical Huffman code.
    private struct Code {
        /// The number of symbols for each width.
        private(set) var counts = [Int](repeating: 0, count: 16)
        /// The symbols, ordered by width and value.
        private(set) var symbols: [UInt16] = []

        /// Creates the code from its widths, or `nil` if they need more codes than exist.
        init?(_ widths: [UInt8]) {
            for width in widths { counts[Int(width)] += 1 }
            counts[0] = 0
            var remaining = 1
            for width in 1...15 {
                remaining = remaining << 1 - counts[width]
                guard remaining >= 0 else { return nil }
            }
            symbols = widths.indices.filter { widths[$0] > 0 }.sorted { (widths[$0], $0) < (widths[$1], $1) }.map(
                UInt16.init)
        }

        /// Creates a code in which every symbol has a width of at least 1.
        private init(fixed widths: [UInt8]) {
            for width in widths { counts[Int(width)] += 1 }
            symbols = widths.indices.sorted { (widths[$0], $0) < (widths[$1], $1) }.map(UInt16.init)
        }

        static let fixedLiterals = Code(
            fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
        static let fixedDistances = Code(fixed: Array(repeating: 5, count: 30))
        /// The order in which a block stores the widths of its first code (RFC 1951, 3.2.7).
        static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        /// The base length of each symbol from 257, and the number of bits to add.
        static let lengths =
            table([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5], from: 3) + [
                (258, 0)
            ]
        /// The base distance of each symbol, and the number of bits to add.
        static let distances = table((0..<30).map { max(0, $0 / 2 - 1) }, from: 1)

        private static func table(_ extras: [Int], from first: Int) -> [(base: Int, extra: Int)] {
            var base = first
            return extras.map { extra in
                defer { base += 1 << extra }
                return (base, extra)
            }
        }
    }
}
