import Dispatch
import Foundation
import Kernel
import Synchronization

/// A server on 127.0.0.1 with range requests and configurable faults.
final class WebServer: Sendable {
    /// The response for a path.
    struct Page: Sendable {
        var body: [UInt8] = []
        var status = "200 OK"
        var headers: [String] = []
        /// After how many bytes the connection breaks, and for how many responses.
        var cut: (bytes: Int, times: Int) = (0, 0)
        /// Whether the server supports range requests.
        var hasRanges = true
        /// Whether the body consists of zeros until the client disconnects.
        var isEndless = false
        /// The number of bytes after which the server hangs.
        var hangsAfter: Int?
        /// Called before each response.
        var before: (@Sendable () -> Void)?
    }

    let port: UInt16
    private let listener: Int32
    private let pages = Mutex<[String: Page]>([:])
    private let heard = Mutex<[String]>([])

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        #if canImport(Glibc)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let handle = listener
        let size = length
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(handle, $0, size) == 0 && listen(handle, 8) == 0 && getsockname(handle, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(handle, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { [self] in
                    answer(client)
                    close(client)
                }
            }
        }
    }

    /// The request heads that clients sent.
    var requests: [String] { heard.withLock { $0 } }

    func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    func serve(_ path: String, _ page: Page) { pages.withLock { $0[path] = page } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func answer(_ client: Int32) {
        guard let head = WebServer.head(client) else { return }
        heard.withLock { $0.append(head) }
        let path = String(head.split(separator: " ").dropFirst().first ?? "")
        let match = pages.withLock { pages in
            defer { pages[path]?.cut.times -= 1 }
            return pages[path]
        }
        guard let page = match else {
            return WebServer.say(client, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        }
        page.before?()
        let from = WebServer.start(head)
        let isFresh = WebServer.isFresh(head, page)
        var body = page.body[...]
        var status = page.status
        var extra = page.headers
        if let from, page.hasRanges, isFresh {
            guard from < body.count else {
                return WebServer.say(client, "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n")
            }
            status = "206 Partial Content"
            body = body.dropFirst(from)
            extra.append("Content-Range: bytes \(from)-\(page.body.count - 1)/\(page.body.count)")
        }
        if !page.isEndless { extra.append("Content-Length: \(body.count)") }
        WebServer.say(
            client, (["HTTP/1.1 \(status)"] + extra + ["Connection: close", "", ""]).joined(separator: "\r\n"))
        if page.isEndless {
            let piece = [UInt8](repeating: 7, count: 65536)
            while WebServer.send(client, piece) {}
        } else if let bytes = page.hangsAfter {
            _ = WebServer.send(client, Array(body.prefix(bytes)))
            var byte: UInt8 = 0
            _ = read(client, &byte, 1)
        } else {
            _ = WebServer.send(client, Array(page.cut.times > 0 ? body.prefix(page.cut.bytes) : body))
        }
    }

    /// The start of the requested range.
    private static func start(_ head: String) -> Int? {
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("range: bytes=") }
        return line.flatMap { Int($0.dropFirst(13).prefix { $0.isNumber }) }
    }

    private static func isFresh(_ head: String, _ page: Page) -> Bool {
        guard let line = head.split(separator: "\r\n").first(where: { $0.lowercased().hasPrefix("if-range: ") }) else {
            return true
        }
        return page.headers.contains { $0.hasSuffix(": " + line.dropFirst(10)) }
    }

    private static func head(_ client: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard bytes.count < 16384, read(client, &byte, 1) == 1 else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func say(_ client: Int32, _ text: String) { _ = send(client, Array(text.utf8)) }

    private static func send(_ client: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(client, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
