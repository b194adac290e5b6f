#!/bin/sh
# Prints notifications as they arrive, and declines calls. Uses only POSIX shell and sed.
#
#   mkfifo -m 600 buttons
#   belfry --events - --buttons pipe:buttons … | Board/examples/notify.sh [BUTTONS PATTERN]
#
#   BUTTONS   the FIFO of --buttons pipe:
#   PATTERN   a shell pattern: a call whose caller matches is declined, as with the button, if a call is on the display
set -eu

buttons=${1:-}
pattern=${2:-}

# Prints the text of field $2 of line $1; nothing if there is none. A quotation mark inside a text follows a backslash,
# so only a real field matches. Control characters stay escaped, so none of them reaches the terminal.
field() {
  printf '%s\n' "$1" | sed -n 's/.*[{,]"'"$2"'":"\(\([^"\]\|\\.\)*\)".*/\1/p' | unescaped
}

# While the other escapes are resolved, a backslash of the text is replaced by an octet that JSON does not allow.
aside=$(printf '\001')
unescaped() {
  sed -e 's/\\\\/'"$aside"'/g' -e 's/\\[nrt]/ /g' -e 's/\\"/"/g' -e 's/'"$aside"'/\\/g'
}

# A call ignores buttons for the first 0.3 s on the display.
decline() {
  sleep 0.5
  echo decline >"$buttons"
  printf 'declined: %s\n' "$1"
}

declined=none
screen=none
while IFS= read -r line; do
  case $line in
    *'"type":"notification","op":"content",'*) ;;
    *'"type":"screen",'*)
      screen=$(field "$line" screen)
      continue
      ;;
    *) continue ;;
  esac
  title=$(field "$line" title)
  printf '%s: %s: %s\n' "$(field "$line" appName)" "$title" "$(field "$line" message)"
  # The phone may give the UID of a call to a later one.
  serial=$(printf '%s\n' "$line" | sed -n 's/.*[{,]"serial":\([0-9]*\).*/\1/p')
  [ "$(field "$line" category)" = incomingCall ] && [ -n "$buttons" ] && [ "$serial" != "$declined" ] || continue
  # A call that does not ring is only listed. The button would act on another screen.
  [ "$screen" = call ] || continue
  # shellcheck disable=SC2254
  case $title in
    $pattern)
      declined=$serial
      decline "$title"
      ;;
  esac
done
