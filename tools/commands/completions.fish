# Completion of arbiter in fish: arbiter completions fish | source
function __arbiter_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l program (string replace -r '^~' ~ -- $words[1])
    set -l answer ($program __complete $words[2..] 2>/dev/null)
    if test "$answer[1]" = files
        set -l option (string match -r -- '^--[^=]*=' $words[-1])
        string replace -r -- '^' "$option" (__fish_complete_path (string replace -- "$option" '' $words[-1]))
    else
        string join \n -- $answer[2..]
    end
end
complete -c arbiter -f -a '(__arbiter_complete)'
