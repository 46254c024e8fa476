@main enum Dojang { static func main() {} }
