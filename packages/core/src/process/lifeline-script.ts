import { MARKER_VARIABLE } from './marker.js';

/**
 * `look` puts the process ids of what is alive of the recorded trees into `$found`, and those of their groups that are wholly theirs into
 * `$groups`; `now` puts hundredths of a second into `$time`. Linux: by session (unless its id was given to somebody else
 * since), by parent, by an earlier look, and by marker. Only the last starts a program, so that the rest still works where
 * the process limit is used up. `stat` gives what `/proc/PID/stat` says of one that is alive.
 */
const LINUX = `
cd /proc || exit
now() {
  read -r time line </proc/uptime
  time=\${time%.*}\${time#*.}
}
stat() {
  text=
  { while IFS= read -r line; do text="$text $line"; done; } <"$1/stat" || return 1
  set -- \${text##*) }
  [ $# -ge 20 ] || return 1
  case $1 in [Xx]) return 1 ;; Z) [ "\${18}" -gt 1 ] || return 1 ;; esac
  parent=$2 group=$3 session=$4 began=\${20}
}
take() {
  pid=$1 own=$session own_group=$group
  found="$found$pid "
  case $ours in *" $pid:$began "*) ;; *) ours="$ours$pid:$began " ;; esac
  case $sessions in
    *" $own:"*) ;;
    *)
      if [ "$own" = "$pid" ]; then sessions="$sessions$own:$began "
      elif stat "$own"; then return
      else sessions="$sessions$own:- "; fi
      ;;
  esac
  case $groups in *" $own_group "*) ;; *) groups="$groups$own_group " ;; esac
}
look() {
  found=' ' groups=' '
  for file in [0-9]*/stat; do
    pid=\${file%%/*}
    stat "$pid" || continue
    case "$found$known" in *" $parent "*) take "$pid"; continue ;; esac
    case $ours in *" $pid:$began "*) take "$pid"; continue ;; esac
    case $sessions in *" $session:"*) ;; *) continue ;; esac
    led=\${sessions#*" $session:"}
    led=\${led%% *}
    if [ "$led" != - ] && stat "$session" && [ "$began" != "$led" ]; then continue; fi
    stat "$pid" && take "$pid"
  done
  for file in $(grep -l -s $nul -E "$start$variable.*($markers)" [0-9]*/environ); do
    pid=\${file%%/*}
    case $found in *" $pid "*) ;; *) if stat "$pid"; then take "$pid"; fi ;; esac
  done
}
nul= start= ours=' '
if printf 'a\\0b' | grep -q -z '^b'; then nul=-z start=^; fi
`;

/** macOS: what \`ps\` prints; the group stands for the session, which is not told there. */
const DARWIN = `
now() { time=$(date +%s)00; }
look() {
  found=' ' groups=' '
  set -- $(ps -ax -o pid= -o ppid= -o pgid= -o stat=)
  while [ $# -ge 4 ]; do
    case $4 in
      Z*) ;;
      *)
        case "$found$known" in
          *" $2 "*) found="$found$1 " ;;
          *) case $sessions in *" $3:"*) found="$found$1 " groups="$groups$3 " ;; esac ;;
        esac
        ;;
    esac
    shift 4
  done
  for pid in $(ps -ax -E -ww -o pid= -o command= | grep -E " $variable[^ ]*($markers)" |
    while read -r pid rest; do echo "$pid"; done); do
    case $found in *" $pid "*) ;; *) found="$found$pid " ;; esac
  done
}
`;

/**
 * Lines on stdin: \`m MARKER\` a process is about to start, \`s MARKER SESSION START\` a session of its tree, \`x MARKER SESSION\` it has
 * ended, \`f MARKER FOLDER\` a private folder, \`- MARKER\` all of it is gone. The records are the positional parameters.
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
sessions=' ' markers=
for record; do
  case $record in
    m*) markers="\${markers:+$markers|}\${record#m }" ;;
    s*) record=\${record#s * } sessions="$sessions\${record% *}:\${record#* } " ;;
  esac
done
`;

/** Two looks in a row, a third of a second apart, must find nothing: a process that was between fork and exec carries no marker yet. */
const REAP = `
signal() {
  for group in $groups; do kill -s "$1" -- "-$group"; done
  for pid in $found; do kill -s "$1" "$pid"; done
}
gather() {
  known=' ' grown=1 rounds=0
  while [ -n "$grown" ] && [ "$rounds" -lt 20 ]; do
    rounds=$((rounds + 1))
    look
    [ -z "$1" ] || signal "$1"
    grown=
    for pid in $found; do case $known in *" $pid "*) ;; *) grown=1 ;; esac; done
    known=$found
  done
}
pause() { sleep "$1" || sleep 1; }
now
until=$((time + 150))
gather
if [ "$found" != ' ' ]; then
  signal TERM
  signal CONT
  while [ "$found" != ' ' ] && now && [ "$time" -lt "$until" ]; do
    pause 0.1
    gather
  done
fi
empty=0 tries=0
while [ "$empty" -lt 2 ] && [ "$tries" -lt 100 ]; do
  tries=$((tries + 1))
  gather STOP
  if [ "$found" = ' ' ]; then
    empty=$((empty + 1))
    [ "$empty" -ge 2 ] || pause 0.3
  else
    empty=0
    signal KILL
    pause 0.05
  fi
done
for record; do
  folder=\${record#f * }
  case $record in f*) case $folder in */agentmount-*) rm -rf -- "$folder" ;; esac ;; esac
done
`;

/** The watchdog's whole program, for a POSIX shell. */
export function lifelineScript(platform: NodeJS.Platform): string {
  const tools = platform === 'linux' || platform === 'android' ? LINUX : DARWIN;
  return `${KEEP_RECORDS}variable=${MARKER_VARIABLE}=\n${tools}${REAP}`;
}
