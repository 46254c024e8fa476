/// The currencies of the storefronts in our catalogs, by ISO 3166-1 alpha-3 code.
enum Storefronts {
    private static let currencies = [
        "AUS": "AUD", "BRA": "BRL", "CAN": "CAD", "CHE": "CHF", "CHN": "CNY", "CZE": "CZK", "DNK": "DKK", "GBR": "GBP",
        "IND": "INR",
        "JPN": "JPY", "KOR": "KRW", "MEX": "MXN", "NOR": "NOK", "NZL": "NZD", "POL": "PLN", "SWE": "SEK", "TUR": "TRY",
        "USA": "USD", "ZAF": "ZAR",
    ]
    private static let euro: Set<String> = [
        "AUT", "BEL", "CYP", "DEU", "ESP", "EST", "FIN", "FRA", "GRC", "HRV", "IRL", "ITA", "LTU", "LUX", "LVA", "MLT",
        "NLD", "PRT", "SVK", "SVN",
    ]

    static func currency(of storefront: String) -> String? {
        euro.contains(storefront) ? "EUR" : currencies[storefront]
    }
}
