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
  # Readline splits --rules=fide at the sign.
  if [[ $word == = ]]; then
    word=
  elif [[ $previous == = ]]; then
    previous=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    arbiter_words '{}--help --version'
    return
  fi
{}  local options= words= files=yes
  case ${{COMP_WORDS[1]}} in
{}  esac
  case ${{COMP_WORDS[1]}}:$previous in
{}  esac
  if [[ $word == -* ]]; then
    arbiter_words "$options"
  elif [[ $files ]]; then
    arbiter_files
  else
    arbiter_words "$words"
  fi
}}
complete -o filenames -F _arbiter arbiter
