import Kernel
import Outbox

/// An item of these tests: a message to one of several places.
struct Message: OutboxItem, Hashable {
    let id: Identifier<Message>
    let number: Int
    let place: Int
    let text: String
    var state = "waiting"

    var isWaiting: Bool { state == "waiting" }

    static let collection = RecordCollection<Message>("test.messages", indexes: [byNumber, waiting])

    init(number: Int, place: Int = 0, text: String = "") {
        id = Identifier("\(number)")
        self.number = number
        self.place = place
        self.text = text
    }

    /// Refusals stay with their reason, and half of what was received stays as a copy.
    func settled(_ outcome: DeliveryOutcome) -> Message? {
        var message = self
        switch outcome {
        case .received where number.isMultiple(of: 2): return nil
        case .received: message.state = "received"
        case .refused(let reason): message.state = reason
        }
        return message
    }
}

/// The last number, apart from the messages.
struct LastNumber: Storable {
    let id: Identifier<LastNumber>
    let number: Int

    static let only: Identifier<LastNumber> = "last"
    static let collection = RecordCollection<LastNumber>("test.last")
}

extension OutboxQueue<Message> {
    init(_ store: any Store) { self.init(store, full: .full) }
}

extension Failure {
    static let full = Failure(.init("full"), "It is full.", kind: .temporary)
    static let away = Failure(.init("away"), "It is away.", kind: .temporary)
    static let refused = Failure(.init("refused"), "It is refused.")

    static func unknown(_ error: any Error) -> Failure { Failure(.init("unknown"), "\(error)", kind: .temporary) }
}

/// Adds a message as a module does: with its number, in one transaction.
func add(to store: any Store, at now: Instant, place: Int = 0, text: String = "") throws -> Message {
    try store.write { transaction in
        let last = try transaction.record(LastNumber.only)?.number
        let number = try OutboxQueue<Message>(store).nextNumber(after: last, at: now, in: transaction)
        let message = Message(number: number, place: place, text: text)
        try transaction.put(LastNumber(id: LastNumber.only, number: number))
        try transaction.put(message)
        return message
    }
}
