/** What a reply to each of our methods looks like. */
const REPLIES: readonly (readonly [mark: RegExp, method: string])[] = [
  [/"stopReason"/, 'session/prompt'],
  [/"protocolVersion"/, 'initialize'],
  [/"result":\{"sessionId".*"modes"/, 'session/new'],
  [/"result":\{"configOptions".*"modes"/, 'session/resume'],
  [/"result":\{"modes"/, 'session/load'],
  [/"result":\{"configOptions"/, 'session/set_config_option'],
  [/"result":\{\}/, 'session/set_mode'],
];

/** Puts the id of our last request of the same kind into a recorded reply, so that a run that took another way is answered, too. */
export function answerOurs(frame: string, sent: readonly string[]): string {
  const reply = /^\{"jsonrpc":"2.0","id":(\d+),"(?:result|error)"/.exec(frame);
  if (!reply) return frame;
  const method = REPLIES.find(([mark]) => mark.test(frame))?.[1];
  const ours = sent.findLast((line) => line.includes(method === undefined ? '"method":"' : `"method":"${method}"`));
  const id = ours === undefined ? undefined : /"id":(\d+)/.exec(ours)?.[1];
  return id === undefined ? frame : frame.replace(`"id":${reply[1]}`, `"id":${id}`);
}
