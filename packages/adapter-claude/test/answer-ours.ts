/** Puts the id of our last request of the same kind into a recorded response, so that a run that took another way is answered, too. */
export function answerOurs(frame: string, sent: readonly string[]): string {
  if (!frame.includes('"type":"control_response"')) return frame;
  const asked = /"request_id":"(([a-z]+)-\d+)"/.exec(frame);
  if (!asked) return frame;
  const [, id = '', kind = ''] = asked;
  const ours = sent.findLast((line) => line.includes(`"request_id":"${kind}-`));
  const now = ours === undefined ? undefined : /"request_id":"([^"]+)"/.exec(ours)?.[1];
  return now === undefined ? frame : frame.replace(`"${id}"`, `"${now}"`);
}
