/// A shell with support for completions.
package enum ShellLanguage: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// Returns a script that asks the app for completions, and completes file names if the app
    /// offers none.
    func script(for app: String) -> String {
        switch self {
        case .bash:
            """
            # Completions of \(app) for bash.
            _\(function(app))() {
                local line
                COMPREPLY=()
                while IFS= read -r line; do
                    COMPREPLY+=("$(printf '%q' "$line")")
                done < <(\(app) __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            }
            complete -o default -F _\(function(app)) \(app)

            """
        case .zsh:
            """
            #compdef \(app)
            # Completions of \(app) for zsh.
            _\(function(app))() {
                local -a found
                found=("${(@f)$(\(app) __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
                if [[ -n "${found[1]}" ]]; then
                    compadd -- "${found[@]}"
                else
                    _files
                fi
            }
            if [[ "${funcstack[1]}" = "_\(function(app))" ]]; then
                _\(function(app)) "$@"
            else
                compdef _\(function(app)) \(app)
            fi

            """
        case .fish:
            """
            # Completions of \(app) for fish.
            function __\(function(app))_complete
                set -l words (commandline -opc)
                set -l found (\(app) __complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
                if test (count $found) -gt 0
                    printf '%s\\n' $found
                else
                    __fish_complete_path (commandline -ct)
                end
            end
            complete -c \(app) -f -a '(__\(function(app))_complete)'

            """
        }
    }

    private func function(_ app: String) -> String { String(app.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
}
