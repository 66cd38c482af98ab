#compdef arbiter
# Completion of arbiter in zsh: source <(arbiter completions zsh), or a file _arbiter in $fpath.
_arbiter() {{
  local -a names=(
{}  )
  if ((CURRENT == 2)); then
    _describe command names
    return
  fi
{}  local name=${{words[2]}}
  shift words
  ((CURRENT--))
  case $name in
{}  esac
}}
if [[ $funcstack[1] == _arbiter ]]; then _arbiter "$@"; else compdef _arbiter arbiter; fi
