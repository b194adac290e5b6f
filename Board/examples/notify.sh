#!/bin/sh
# Prints notifications as they arrive, and declines calls. Uses only POSIX shell and sed.
#
#   mkfifo -m 600 buttons
#   belfry --events - --buttons pipe:buttons … | Board/examples/notify.sh [BUTTONS PATTERN]
#
#   BUTTONS   the FIFO of --buttons pipe:
#   PATTERN   a shell pattern: a call whose caller matches is declined, as with the button, if a call is on the display
#
# A press acts on the picture that the display shows when the press arrives. If the call ends at that very moment, this
# is another picture. A request at the control socket names the call by its serial number: see notify.py.
set -eu

buttons=${1:-}
pattern=${2:-}

if [ -n "$buttons" ]; then
  if [ ! -p "$buttons" ]; then
    echo "notify.sh: $buttons is not a FIFO: make it with mkfifo -m 600" >&2
    exit 64
  fi
  # Open for reading too, so that neither this nor a press waits for the watch.
  exec 3<>"$buttons"
fi

# Prints the text of field $2 of line $1; nothing if there is none. A quotation mark inside a text follows a backslash,
# so only a real field matches. Control characters stay escaped, so none of them reaches the terminal.
field() {
  printf '%s\n' "$1" | sed -n 's/.*[{,]"'"$2"'":"\(\([^"\]\|\\.\)*\)".*/\1/p' | unescaped
}

# Prints the number of field $2 of line $1; nothing if there is none.
number() {
  printf '%s\n' "$1" | sed -n 's/.*[{,]"'"$2"'":\([0-9][0-9]*\).*/\1/p'
}

# While the other escapes are resolved, a backslash of the text is replaced by an octet that JSON does not allow.
aside=$(printf '\001')
unescaped() {
  sed -e 's/\\\\/'"$aside"'/g' -e 's/\\[nrt]/ /g' -e 's/\\"/"/g' -e 's/'"$aside"'/\\/g'
}

# Declines a call a moment later, in the background: it ignores buttons for the first 0.3 s on the display.
decline() {
  (
    trap 'exit 0' TERM
    sleep 0.35
    echo decline >&3
    printf 'declined: %s\n' "$1"
  ) &
  pending=$!
}

# Does not decline the call if that is still to come.
keep() {
  [ -z "$pending" ] || kill "$pending" 2>/dev/null || :
  pending=
}

declined=none
screen=none
uid=
pending=
while IFS= read -r line; do
  case $line in
    *'"type":"notification","op":"content",'*) ;;
    *'"type":"notification","op":"removed",'*)
      [ "$(number "$line" uid)" != "$uid" ] || keep
      continue
      ;;
    *'"type":"screen",'*)
      screen=$(field "$line" screen)
      [ "$screen" = call ] || keep
      continue
      ;;
    *) continue ;;
  esac
  title=$(field "$line" title)
  printf '%s: %s: %s\n' "$(field "$line" appName)" "$title" "$(field "$line" message)"
  # The phone may give the UID of a call to a later one.
  serial=$(number "$line" serial)
  [ "$(field "$line" category)" = incomingCall ] && [ -n "$buttons" ] && [ "$serial" != "$declined" ] || continue
  # This call may be on the display now.
  keep
  # A call that does not ring is only listed. The button would act on another screen.
  [ "$screen" = call ] || continue
  # shellcheck disable=SC2254
  case $title in
    $pattern)
      declined=$serial
      uid=$(number "$line" uid)
      decline "$title"
      ;;
  esac
done
wait
