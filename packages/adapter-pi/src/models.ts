import type { Model } from '@agentmount/core';
import { asCount, asList, asText, modelField, modelName } from './wire.js';

/**
 * Reads the reply to `get_available_models` (pi 1.6.0): the models of providers that pi has credentials for, with exact figures.
 * @param current the model of the session, as `provider/id`
 */
export function readModels(value: unknown, current: string | undefined): readonly Model[] {
  return asList(value).flatMap((entry) => {
    const id = modelName(entry);
    if (id === undefined) return [];
    const name = asText(modelField(entry, 'name'));
    const provider = asText(modelField(entry, 'provider'));
    const contextWindow = asCount(modelField(entry, 'contextWindow'));
    const maxOutput = asCount(modelField(entry, 'maxTokens'));
    const reasoning = modelField(entry, 'reasoning');
    const images = takesImages(entry);
    return [
      {
        id,
        ...(name && { name }),
        ...(provider && { provider }),
        ...(contextWindow && { contextWindow }),
        ...(maxOutput && { maxOutput }),
        ...(typeof reasoning === 'boolean' && { thinking: reasoning }),
        ...(images !== undefined && { images }),
        ...(id === current && { current: true }),
      },
    ];
  });
}

/** Whether a model takes pictures; undefined when pi does not say. */
export function takesImages(model: unknown): boolean | undefined {
  const input = modelField(model, 'input');
  return Array.isArray(input) ? input.includes('image') : undefined;
}
