#compdef arbiter
# Completion of arbiter in zsh: source <(arbiter completions zsh), or a file _arbiter in $fpath.
_arbiter() {
  local -a answer=("${(@f)$(${(Q)~words[1]} __complete "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  local kind=$answer[1]
  shift answer
  answer=("${(@)${(@)answer//:/\\:}/$'\t'/:}")
  case $kind in
    files) compset -P '--*='; _files ;;
    list) _describe value answer -qS , ;;
    *) _describe word answer ;;
  esac
}
if [[ $funcstack[1] == _arbiter ]]; then _arbiter "$@"; else compdef _arbiter arbiter; fi
