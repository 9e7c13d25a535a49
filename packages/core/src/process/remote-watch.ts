/**
 * The watchdog that an agent on another machine gets, for a POSIX shell there: `sh -c REMOTE_WATCH name PID PARENT MARKER FOLDER LINUX
 * DARWIN APART`. Once a second it looks whether the agent is alive and still the child of what started it: the session of an
 * `sshd`, which ends with its connection. When it is not, the watch becomes the shell of `lifelineScript` (its text for Linux and for macOS
 * are two of the arguments) and ends what is left of the agent's tree, found by its marker and its session, and its private folder.
 *
 * An end of input is no sign: agents take it for the end of a prompt, or finish what they do first. APART is 0 when the watch could get no
 * session of its own: it would then take its own helpers for the agent's, and ends no more than the agent's group, to which it
 * belongs. Where there is neither `/proc` nor a `ps` that tells parents, only the agent's own end counts.
 */
export const REMOTE_WATCH = `
self=$1 parent=$2 marker=$3 folder=$4 script=$5 apart=$7
session= begun=
in_proc() {
  { IFS= read -r line <"/proc/$self/stat"; } 2>/dev/null || return 1
  rest=\${line##*) }
  [ "$rest" != "$line" ] || return 0
  set -- $rest
  case $1 in [ZX]) return 1 ;; esac
  [ "$2" = "$parent" ] || return 1
  session=$4
  [ -n "$begun" ] || begun=\${20}
  [ "$begun" = "\${20}" ]
}
by_ps() {
  set -- $(ps -o ppid= -p "$self" 2>/dev/null)
  [ "$1" = "$parent" ]
}
by_signal() { kill -0 "$self" 2>/dev/null; }
if [ -r "/proc/$$/stat" ]; then look=in_proc
else
  script=$6
  if by_ps; then look=by_ps; else look=by_signal; fi
fi
while $look; do sleep 1; done
if [ "$apart" = 0 ]; then
  trap '' TERM
  kill -TERM "-$self"
  sleep 2
  case $folder in */agentmount-*) rm -rf -- "$folder" ;; esac
  kill -KILL "-$self"
  exit
fi
set -- 0 "m $marker"
if [ "$session" = "$self" ]; then set -- "$@" "s $marker $self $begun"; fi
if [ -n "$folder" ]; then set -- "$@" "f $marker $folder"; fi
exec sh -c "$script" agentmount-lifeline "$@" </dev/null
`;
