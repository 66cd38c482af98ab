# Completion of arbiter in bash: source <(arbiter completions bash)
_arbiter() {
  local word=${COMP_WORDS[COMP_CWORD]} kind
  { read -r kind && mapfile -t COMPREPLY; } < <(
    "${COMP_WORDS[0]/#\~/$HOME}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ $word == = ]] && word= # readline splits --rules=fide at the sign
  if [[ $kind == files ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -W "${COMPREPLY[*]%%$'\t'*}" -- "$word")
  fi
}
complete -o filenames -F _arbiter arbiter
