import { MARKER_VARIABLE } from './marker.js';

/**
 * `list` prints a row of five numbers for each process that is alive (id, start, parent, group, session), `mark` puts the ids of
 * those that carry a recorded marker into `$marked`, and `now` hundredths of a second into `$time`.
 *
 * Linux: a shell reads files byte by byte, so `grep` reads them all at once and `sed` picks the fields. A program's name may
 * hold line ends and parentheses: what counts is what follows the last parenthesis, and the id in front of each of grep's lines.
 *
 * `hunt` kills, and prints, whoever of the processes started last carries a recorded marker: a look is too slow for a program that is a
 * new process all the time. One `grep` goes over the ids that come next, again and again.
 */
const LIST_LINUX = `
cd /proc || exit
now() {
  read -r time line </proc/uptime
  time=\${time%.*}\${time#*.}
}
id='\\([1-9][0-9]*\\)' some='[-0-9]*'
six="$some $some $some $some $some $some"
list() {
  grep -s '' [0-9]*/stat |
    sed -n -e "s|^$id/stat:.*) \\([A-Za-z]\\) \\([0-9]*\\) $id $id $six $six $some \\([0-9]*\\) $some $id .*|\\1,\\7,\\3,\\4,\\5 \\2\\6|" \\
      -e 't keep' -e d -e ':keep' -e '/ [XxZ][01]$/d' -e 's/ .*//' -e p
}
mark() {
  marked=' '
  for file in $(grep -l -s $nul -E "$start$variable.*($markers)" [0-9]*/environ); do
    marked="$marked\${file%%/*} "
  done
}
ended() {
  { read -r line; } <"$1/stat" || return 0
  case $line in *') Z '* | *') X '*) return 0 ;; esac
  return 1
}
hunt() {
  for round in 1 2 3 4 5 6 7 8; do
    read -r line line line line newest </proc/loadavg
    pid=$((newest - 6))
    set --
    while [ "$pid" -lt $((newest + 60)) ]; do
      set -- "$@" "$pid/environ"
      pid=$((pid + 1))
    done
    set -- "$@" "$@" "$@" "$@"
    grep -l -s $nul $at_once -E "$start$variable.*($markers)" "$@" "$@" "$@" "$@" |
      while IFS=/ read -r pid line; do
        if [ "$pid" -gt 1 ] && kill -KILL "$pid"; then echo "$pid"; fi
      done
  done
}
nul= start= at_once=
if printf 'a\\0b' | grep -q -z '^b'; then nul=-z start=^; fi
if echo a | grep -q --line-buffered a; then at_once=--line-buffered; fi
`;

/** macOS: what `ps` prints, the digits of the date as the start; the group stands for the session, which is not told there. */
const LIST_DARWIN = `
now() { time=$(date +%s)00; }
list() {
  ps -ax -o pid= -o ppid= -o pgid= -o stat= -o lstart= |
    while read -r pid parent group state began; do
      case $state in Z*) ;; *) echo "$pid,$began,$parent,$group,$group" ;; esac
    done | sed 's/[^0-9,]//g'
}
ended() { return 1; }
hunt() { :; }
mark() {
  marked=" $(ps -ax -E -ww -o pid= -o command= | grep -E " $variable[^ ]*($markers)" |
    while read -r pid line; do printf '%s ' "$pid"; done)"
}
`;

/**
 * `look` puts the process ids of what is alive of the recorded trees into `$found`: by session (unless its id was given to somebody
 * else since), by parent, by an earlier look, and by marker. `$groups` gets their groups, `$others` the groups of everybody
 * else. A row counts only if it is five numbers and the process is no older than the server; a listing without this shell is none.
 */
const LOOK = `
line_end='
'
look() {
  found=' ' groups=' ' others=' ' rows= grown=1
  for row in $(list); do
    IFS=,
    set -- $row
    case $row in *[!0-9,]* | ,* | *,,* | *,) continue ;; esac
    if [ $# -eq 5 ] && [ "$1" -gt 1 ] && [ "$4" -gt 1 ] && [ "$2" -ge "$born" ]; then rows="$rows$line_end$row"; fi
  done
  IFS=" $line_end"
  alive=$rows$line_end
  case $alive in *"$line_end$$,"*) ;; *) exit 1 ;; esac
  while [ -n "$grown" ]; do
    grown=
    for row in $rows; do
      IFS=,
      set -- $row
      case $found in *" $1 "*) continue ;; esac
      case "$found$marked" in
        *" $3 "* | *" $1 "*) ;;
        *) case $ours in *" $1:$2 "*) ;; *) leads "$5" || continue ;; esac ;;
      esac
      [ "$1" != $$ ] || continue
      grown=1 found="$found$1 "
      case $ours in *" $1:$2 "*) ;; *) ours="$ours$1:$2 " ;; esac
      case $sessions in
        *" $5:"*) ;;
        *)
          [ "$5" != "$1" ] || sessions="$sessions$1:$2 "
          case $alive in *"$line_end$5,"*) ;; *) sessions="$sessions$5:- " ;; esac
          ;;
      esac
    done
    IFS=" $line_end"
  done
  for row in $rows; do
    IFS=,
    set -- $row
    case $found in *" $1 "*) groups="$groups$4 " ;; *) others="$others$4 " ;; esac
  done
  IFS=" $line_end"
}
leads() {
  case $sessions in *" $1:"*) ;; *) return 1 ;; esac
  led=\${sessions#*" $1:"}
  led=\${led%% *}
  [ "$led" != - ] || return 0
  case $alive in *"$line_end$1,$led,"*) ;; *"$line_end$1,"*) return 1 ;; esac
}
`;

/**
 * The first argument is the start of the server, on Linux; further ones, and the lines on stdin, are records: `m MARKER` a process
 * is about to start, `s MARKER SESSION START` a session of its tree, `x MARKER SESSION` it has ended, `f MARKER FOLDER` a private
 * folder, `- MARKER` all of it is gone. They are kept as the positional parameters.
 *
 * Where the process limit is used up, so that no listing can be made, a shell gives up: then it kills the recorded groups at least.
 */
const KEEP_RECORDS = `
trap '' HUP INT QUIT TERM USR1 USR2 TSTP TTIN TTOU
born=$1
shift
while IFS= read -r line; do
  case $line in
    [msf]' '*) set -- "$@" "$line"; continue ;;
    '- '*) gone="? \${line#- }" ;;
    'x '*) gone="s \${line#x }" ;;
    *) continue ;;
  esac
  left=$#
  while [ "$left" -gt 0 ]; do
    record=$1
    shift
    left=$((left - 1))
    case $record in $gone | $gone' '*) ;; *) set -- "$@" "$record" ;; esac
  done
done
[ $# -gt 0 ] || exit 0
sessions=' ' recorded=' ' markers= others=' ' found=
for record; do
  case $record in
    m*) markers="\${markers:+$markers|}\${record#m }" ;;
    s*)
      record=\${record#s * }
      sessions="$sessions\${record% *}:\${record#* } "
      recorded="$recorded\${record% *} "
      ;;
  esac
done
[ -n "$markers" ] || exit 0
signal() {
  for group in $groups; do
    case $others in *" $group "*) continue ;; esac
    [ "$group" -le 1 ] || kill "-$1" "-$group"
  done
  for pid in $found; do [ "$pid" -le 1 ] || kill "-$1" "$pid"; done
}
trap 'groups=$recorded && signal KILL' EXIT
`;

/**
 * SIGTERM and a second, then SIGSTOP and SIGKILL, until two looks in a row, a third of a second apart, have found nothing: a
 * process between fork and exec carries no marker yet.
 */
const REAP = `
pause() { sleep "$1" || sleep 1; }
any() {
  for pid in $found; do
    ! kill -0 "$pid" || ended "$pid" || return 0
  done
  return 1
}
ours=' '
now
until=$((time + 100))
mark
look
if [ "$found" != ' ' ]; then
  signal TERM
  signal CONT
  for wait in 0.1 0.2 0.3 0.4; do
    if any && now && [ "$time" -lt "$until" ]; then pause "$wait"; fi
  done
  mark
  look
fi
empty=0 tries=0
while [ "$empty" -lt 2 ] && [ "$tries" -lt 100 ]; do
  tries=$((tries + 1))
  stopped=' '
  while [ "$found" != "$stopped" ] && [ "$tries" -lt 100 ]; do
    tries=$((tries + 1))
    stopped=$found
    signal STOP
    mark
    look
  done
  if [ "$found" = ' ' ]; then
    empty=$((empty + 1))
    [ -z "$(hunt)" ] || empty=0
    [ "$empty" -ge 2 ] || pause 0.3
  else
    empty=0
    signal KILL
    pause 0.05
  fi
  mark
  look
done
trap - EXIT
for record; do
  folder=\${record#f * }
  case $record in f*) case $folder in */agentmount-*) rm -rf -- "$folder" ;; esac ;; esac
done
`;

/** The watchdog's whole program, for a POSIX shell; its arguments are when the server started, in the unit of the rows, or 0, and the records to begin with. */
export function lifelineScript(platform: NodeJS.Platform): string {
  const list = platform === 'linux' || platform === 'android' ? LIST_LINUX : LIST_DARWIN;
  return `${KEEP_RECORDS}variable=${MARKER_VARIABLE}=\n${list}${LOOK}${REAP}`;
}
