import * as z from 'zod';
import type { Mount } from '../mount/mount.js';
import { modelsText } from '../texts/models-text.js';
import { defineTool, type Tool } from './tool.js';

/** `X_models`: what the agent can reach. */
export function modelsTool(mount: Mount): Tool {
  const { name, modelColumns } = mount.adapter;
  return defineTool({
    name: `${name}_models`,
    description: `List the models ${name} can reach now, asked of ${name} itself; runs no task. Use an id as model.`,
    gives:
      'A table of the models as the agent itself names them, the one in use marked; `_meta` has the same as `models`.',
    schema: z.strictObject({ search: z.string().optional() }),
    hints: { readOnlyHint: true, openWorldHint: true },
    async call({ search }, context) {
      const runner = await mount.runner();
      const models = await runner.models(context.signal);
      return { text: modelsText(name, models, modelColumns, search), isError: false, facts: { models } };
    },
  });
}
