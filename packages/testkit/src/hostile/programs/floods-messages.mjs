// Answers with `bytes` of well-formed messages of the kinds in `of`, in turn; no two are alike. `states`: its result says all the text once more.
import { randomUUID } from 'node:crypto';
import { answer, assistant, delta, mark, result, say, session, speakQwen } from './speak-qwen.mjs';

export function run({ bytes, of, messageBytes = 8_192, states = false }) {
  const filler = (number) => `${number} ${'lorem ipsum dolor '.repeat(messageBytes / 18)}`;
  const call = (number, input) => assistant([{ type: 'tool_use', id: `call-${number}`, name: 'read_file', input }]);
  const kinds = {
    text: (number) => [delta(filler(number))],
    texts: (number) => [assistant([{ type: 'text', text: filler(number) }])],
    tools(number) {
      const content = [
        { type: 'tool_result', tool_use_id: `call-${number}`, is_error: false, content: filler(number) },
      ];
      return [call(number, { path: `/tmp/${number}` }), { type: 'user', message: { role: 'user', content } }];
    },
    calls: (number) => [call(number, { path: filler(number) })],
    approvals(number) {
      const request = {
        subtype: 'can_use_tool',
        tool_name: 'edit',
        tool_use_id: `call-${number}`,
        input: { text: filler(number) },
      };
      return [{ type: 'control_request', request_id: randomUUID(), request }];
    },
    unknown: (number) => [{ type: `kind-${number}`, session_id: session, filler: filler(number) }],
  };
  speakQwen({
    async prompted(text) {
      if (text === 'calm') return answer('Calm.');
      mark('prompted');
      let written = 0;
      let said = '';
      for (let number = 0; written < bytes; number += 1) {
        for (const frame of kinds[of[number % of.length]](number)) {
          written += JSON.stringify(frame).length;
          if (states) said += frame.event?.delta.text ?? '';
          await say(frame);
        }
      }
      if (states) return say(result({ subtype: 'success', is_error: false, result: said }));
      await answer('The flood is over.');
    },
  });
}
