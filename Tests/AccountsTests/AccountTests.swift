import Accounts
import XCTest

final class AccountTests: XCTestCase {
}
