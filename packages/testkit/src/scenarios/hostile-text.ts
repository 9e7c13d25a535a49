/** Text that a shell, a second shell or a parser of options would take for something else. It holds a word of every kind, and lines. */
export const HOSTILE_TEXT = [
  "it's ''quoted'' \"twice\" \\ \\\\ \\'",
  '$(touch never) `touch never` $HOME $((1+1)) !! ~ * ?[a-z] {a,b}',
  '-rf --help -- -',
  'a;b&&c|d& > never # no comment',
  '%s%n\\n\tA=1',
  'é ü Ω 漢字 🙂 \u202e\u2028 end',
].join('\n');
