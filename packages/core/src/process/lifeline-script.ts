import { MARKER_VARIABLE } from './marker.js';

/**
 * A listing: `list` puts five words for each process that is alive into `$list` (its id, its parent, its group, its session, its start), and
 * the ids of those that carry a recorded marker into `$marked`; `now` puts hundredths of a second into `$time`.
 *
 * Linux: `grep` reads all files at once, since a shell reads byte by byte. A program's name may hold a line end, so the fields are those
 * after the last parenthesis of the last line of a file.
 */
const LIST_LINUX = `
cd /proc || exit
now() {
  read -r time line </proc/uptime
  time=\${time%.*}\${time#*.}
}
list() {
  list= rows=$(grep -s '' [0-9]*/stat)
  IFS='
'
  for line in $rows; do
    IFS=' '
    pid=\${line%%/*}
    set -- \${line##*) }
    [ $# -ge 20 ] || continue
    case $1 in [Xx]) continue ;; Z) [ "\${18}" -gt 1 ] || continue ;; esac
    list="$list $pid $2 $3 $4 \${20}"
  done
  marked=' '
  for line in $(IFS=' ' && grep -l -s $nul -E "$start$variable.*($markers)" [0-9]*/environ); do marked="$marked\${line%%/*} "; done
  IFS=' '
}
nul= start=
if printf 'a\\0b' | grep -q -z '^b'; then nul=-z start=^; fi
`;

/** macOS: what `ps` prints, the start in five words; the group stands for the session, which is not told there. */
const LIST_DARWIN = `
now() { time=$(date +%s)00; }
list() {
  list= rows=$(ps -ax -o pid= -o ppid= -o pgid= -o stat= -o lstart=)
  IFS='
'
  for line in $rows; do
    IFS=' '
    set -- $line
    case $4 in Z*) continue ;; esac
    [ $# -lt 9 ] || list="$list $1 $2 $3 $3 $5$6$7$8$9"
  done
  IFS='
'
  marked=' '
  for line in $(ps -ax -E -ww -o pid= -o command= | grep -E " $variable[^ ]*($markers)"); do
    IFS=' '
    set -- $line
    marked="$marked$1 "
  done
  IFS=' '
}
`;

/**
 * `look` puts the process ids of what is alive of the recorded trees into `$found`, and those of their groups that are wholly
 * theirs into `$groups`: by session (unless its id was given to somebody else since), by parent, by an earlier look, and by marker.
 */
const LOOK = `
look() {
  list
  found=' ' groups=' ' alive=' ' grown=1
  set -- $list
  while [ $# -ge 5 ]; do
    alive="$alive$1:$5 "
    shift 5
  done
  while [ -n "$grown" ]; do
    grown=
    set -- $list
    while [ $# -ge 5 ]; do
      pid=$1 parent=$2 group=$3 session=$4 began=$5
      shift 5
      case $found in *" $pid "*) continue ;; esac
      case "$found$marked" in
        *" $parent "* | *" $pid "*) ;;
        *) case $ours in *" $pid:$began "*) ;; *) leads || continue ;; esac ;;
      esac
      grown=1 found="$found$pid "
      case $ours in *" $pid:$began "*) ;; *) ours="$ours$pid:$began " ;; esac
      case $sessions in
        *" $session:"*) ;;
        *)
          [ "$session" != "$pid" ] || sessions="$sessions$pid:$began "
          case $alive in *" $session:"*) ;; *) sessions="$sessions$session:- " ;; esac
          ;;
      esac
      case "$groups $sessions" in
        *" $group "*) ;;
        *" $session:"*) groups="$groups$group " ;;
      esac
    done
  done
}
leads() {
  case $sessions in *" $session:"*) ;; *) return 1 ;; esac
  led=\${sessions#*" $session:"}
  led=\${led%% *}
  case "$led $alive" in "- "*) ;; *" $session:$led "*) ;; *" $session:"*) return 1 ;; esac
}
`;

/**
 * Lines on stdin: `m MARKER` a process is about to start, `s MARKER SESSION START` a session of its tree, `x MARKER SESSION` it has
 * ended, `f MARKER FOLDER` a private folder, `- MARKER` all of it is gone. The records are the positional parameters.
 */
const KEEP_RECORDS = `
trap '' HUP INT QUIT TERM USR1 USR2 TSTP TTIN TTOU
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
sessions=' ' markers= found=' ' groups=' '
for record; do
  case $record in
    m*) markers="\${markers:+$markers|}\${record#m }" ;;
    s*)
      record=\${record#s * }
      sessions="$sessions\${record% *}:\${record#* } "
      groups="$groups\${record% *} "
      ;;
  esac
done
`;

/**
 * SIGTERM and a second, then SIGSTOP and SIGKILL, until two looks in a row, a third of a second apart, have found nothing: a process between
 * fork and exec carries no marker yet. Where the process limit is used up, so that no listing can be made, the shell gives
 * up; then the recorded groups are killed at least.
 */
const REAP = `
signal() {
  for group in $groups; do kill "-$1" "-$group"; done
  for pid in $found; do kill "-$1" "$pid"; done
}
pause() { sleep "$1" || sleep 1; }
ours=' '
trap 'signal KILL' EXIT
now
until=$((time + 100))
look
if [ "$found" != ' ' ]; then
  signal TERM
  signal CONT
  while [ "$found" != ' ' ] && now && [ "$time" -lt "$until" ]; do
    pause 0.1
    look
  done
fi
empty=0 tries=0
while [ "$empty" -lt 2 ] && [ "$tries" -lt 100 ]; do
  tries=$((tries + 1))
  stopped=
  while [ "$found" != "\${stopped:- }" ] && [ "$tries" -lt 100 ]; do
    tries=$((tries + 1))
    stopped=$found
    signal STOP
    look
  done
  if [ "$found" = ' ' ]; then
    empty=$((empty + 1))
    [ "$empty" -ge 2 ] || pause 0.3
  else
    empty=0
    signal KILL
    pause 0.05
  fi
  look
done
trap - EXIT
for record; do
  folder=\${record#f * }
  case $record in f*) case $folder in */agentmount-*) rm -rf -- "$folder" ;; esac ;; esac
done
`;

/** The watchdog's whole program, for a POSIX shell. */
export function lifelineScript(platform: NodeJS.Platform): string {
  const list = platform === 'linux' || platform === 'android' ? LIST_LINUX : LIST_DARWIN;
  return `${KEEP_RECORDS}variable=${MARKER_VARIABLE}=\n${list}${LOOK}${REAP}`;
}
