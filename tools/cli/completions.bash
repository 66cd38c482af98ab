# Completion of arbiter in bash: source <(arbiter completions bash)
arbiter_files() {{ mapfile -t COMPREPLY < <(compgen -f -- "$word"); }}
arbiter_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }}
arbiter_list() {{
  local before=
  [[ $word == *,* ]] && before=${{word%,*}},
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${{word##*,}}")
}}
_arbiter() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    arbiter_words '{}--help --version'
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
}}
complete -o filenames -F _arbiter arbiter
