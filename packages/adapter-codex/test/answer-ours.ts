/** What a reply to each of our methods looks like. */
const REPLIES: readonly (readonly [mark: RegExp, method: RegExp])[] = [
  [/"userAgent"/, /initialize/],
  [/"result":\{"config"/, /config\/read/],
  [/"result":\{"thread"/, /thread\/(start|resume)/],
  [/"result":\{"turn":/, /turn\/start/],
  [/"result":\{"turnId"/, /turn\/steer/],
  [/"result":\{"data"/, /model\/list/],
  [/"result":\{\}/, /turn\/interrupt|thread\/inject_items/],
];

/** Puts the id of our last request of the same kind into a recorded reply, so that a run that took another way is answered, too. */
export function answerOurs(frame: string, sent: readonly string[]): string {
  const id = /^\{"id":(\d+),"result"/.exec(frame)?.[1] ?? /^\{"error".*"id":(\d+)\}$/.exec(frame)?.[1];
  if (id === undefined) return frame;
  const method = REPLIES.find(([mark]) => mark.test(frame))?.[1];
  const ours = sent.findLast((line) => {
    const asked = /"method":"([^"]+)"/.exec(line)?.[1];
    return asked !== undefined && asked !== 'initialized' && (method === undefined || method.test(asked));
  });
  const own = ours === undefined ? undefined : /"id":(\d+)/.exec(ours)?.[1];
  return own === undefined ? frame : frame.replace(`"id":${id}`, `"id":${own}`);
}
