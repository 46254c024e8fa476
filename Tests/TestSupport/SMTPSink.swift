import Dispatch
import Kernel
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A mail server on 127.0.0.1 that accepts all messages and stores their envelopes and bytes as
/// received.
public final class SMTPSink: Sendable {
    /// A message with its envelope.
    public struct Delivery: Sendable {
        /// The address of `MAIL FROM`.
        public var sender = ""
        /// The addresses of `RCPT TO`.
        public var recipients: [String] = []
        /// The received bytes without dot-stuffing.
        public var bytes: [UInt8] = []
    }

    /// The port, chosen by the system.
    public let port: UInt16
    private let listener: Int32
    private let kept = Mutex<[Delivery]>([])

    /// Starts a server that listens until `stop`.
    ///
    /// - Parameter refusing: The answer to every recipient, such as `550 5.1.1 No such user here`;
    ///   nil accepts them.
    public init(refusing: String? = nil) throws {
        // A client that disconnects early must not end the tests.
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
        DispatchQueue(label: "SMTP").async { [self] in
            while true {
                let client = accept(handle, nil, nil)
                guard client >= 0 else { return }
                var conversation = Conversation(client: client, refusing: refusing)
                conversation.run { delivery in kept.withLock { $0.append(delivery) } }
                close(client)
            }
        }
    }

    /// The messages so far.
    public var deliveries: [Delivery] { kept.withLock { $0 } }

    /// Stops listening and ends the thread.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// A conversation with one client, as far as RFC 5321 is needed.
    private struct Conversation {
        let client: Int32
        let refusing: String?
        private var buffer: [UInt8] = []

        init(client: Int32, refusing: String?) {
            self.client = client
            self.refusing = refusing
        }

        mutating func run(_ deliver: (Delivery) -> Void) {
            var delivery = Delivery()
            say("220 sink ready")
            while let line = line() {
                let word = String(decoding: line, as: UTF8.self)
                switch word.prefix(4).uppercased() {
                case "MAIL":
                    delivery = Delivery(sender: Conversation.address(word))
                    say("250 ok")
                case "RCPT" where refusing != nil: say(refusing ?? "")
                case "RCPT":
                    delivery.recipients.append(Conversation.address(word))
                    say("250 ok")
                case "DATA":
                    say("354 go on")
                    delivery.bytes = data()
                    deliver(delivery)
                    say("250 taken")
                case "QUIT":
                    say("221 bye")
                    return
                default: say("250 ok")
                }
            }
        }

        /// Reads a line with its CRLF; nil at the end.
        private mutating func line() -> [UInt8]? {
            while true {
                if let end = buffer.firstIndex(of: 10) {
                    let line = Array(buffer[...end])
                    buffer.removeSubrange(...end)
                    return line
                }
                var chunk = [UInt8](repeating: 0, count: 65_536)
                let count = read(client, &chunk, chunk.count)
                guard count > 0 else { return nil }
                buffer += chunk[..<count]
            }
        }

        /// Reads all lines up to the final dot and removes the dot-stuffing.
        private mutating func data() -> [UInt8] {
            var bytes: [UInt8] = []
            while let line = line(), line != Array(".\r\n".utf8) {
                bytes += line.first == UInt8(ascii: ".") ? line.dropFirst() : line[...]
            }
            return bytes
        }

        private func say(_ answer: String) {
            let bytes = Array((answer + "\r\n").utf8)
            _ = write(client, bytes, bytes.count)
        }

        private static func address(_ line: String) -> String {
            String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
        }
    }
}
