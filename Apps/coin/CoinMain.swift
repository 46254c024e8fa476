import CoinWiring
import Composition

@main
enum Coin {
    static func main() { App.main("coin", App.coin) }
}
