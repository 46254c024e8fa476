import Composition
import DojangPage

@main
enum Dojang {
    static func main() { App.main("dojang", App.dojang) }
}
