#!/bin/sh
# Prints notifications as they come, and declines calls. POSIX shell and sed, nothing else.
#
#   mkfifo buttons
#   belfry --events - --buttons pipe:buttons … | Board/examples/notify.sh [BUTTONS PATTERN]
#
#   BUTTONS   the FIFO of --buttons pipe:
#   PATTERN   a shell pattern: a call from whom it fits is declined, as by the button
set -eu

buttons=${1:-}
pattern=${2:-}

# Prints the text of field $2 of line $1; nothing if there is none. A quote within a text stands behind a backslash, so
# that only a field looks like one. Control characters stay escaped: nothing of them reaches the terminal.
field() {
  printf '%s\n' "$1" | sed -n 's/.*[{,]"'"$2"'":"\(\([^"\]\|\\.\)*\)".*/\1/p' | unescaped
}

# A backslash of the text is kept aside, as an octet that JSON does not admit, while the others are resolved.
aside=$(printf '\001')
unescaped() {
  sed -e 's/\\\\/'"$aside"'/g' -e 's/\\[nrt]/ /g' -e 's/\\"/"/g' -e 's/'"$aside"'/\\/g'
}

# On the glass a call takes no answer for 0.3 s.
decline() {
  sleep 0.5
  echo decline >"$buttons"
  printf 'declined: %s\n' "$1"
}

declined=none
while IFS= read -r line; do
  case $line in
    *'"type":"notification","op":"content",'*) ;;
    *) continue ;;
  esac
  title=$(field "$line" title)
  printf '%s: %s: %s\n' "$(field "$line" appName)" "$title" "$(field "$line" message)"
  uid=$(printf '%s\n' "$line" | sed -n 's/.*[{,]"uid":\([0-9]*\).*/\1/p')
  [ "$(field "$line" category)" = incomingCall ] && [ -n "$buttons" ] && [ "$uid" != "$declined" ] || continue
  # shellcheck disable=SC2254
  case $title in
    $pattern)
      declined=$uid
      decline "$title"
      ;;
  esac
done
