import type { Model } from '@agentmount/core';
import { asCount, asList, asText } from '@agentmount/core';
import { modelField } from './wire.js';

/**
 * The payload of `get_available_models` as models: what qwen's own settings list for the login that is active, no server is asked.
 * @param current the model that qwen uses when none is named, where that is known
 */
export function readModels(list: unknown, current?: string): readonly Model[] {
  return asList(list).flatMap((entry) => {
    const id = asText(modelField(entry, 'id'));
    if (id === undefined || id === '') return [];
    const name = asText(modelField(entry, 'label'));
    const contextWindow = asCount(modelField(entry, 'contextWindowSize'));
    return [
      {
        id,
        ...(name === undefined || name === id ? {} : { name }),
        ...(contextWindow === undefined || contextWindow === 0 ? {} : { contextWindow }),
        ...(id === current ? { current: true } : {}),
      },
    ];
  });
}
