import type { Failure, Model } from '@agentmount/core';
import { asCount, asList, asText } from '@agentmount/core';
import { modelField, modelName, replyField } from './wire.js';

/**
 * Reads the data of a reply to `get_available_models` (pi 1.6.0): the models of providers that pi has credentials for, with exact
 * figures.
 * @param current the model of the session, as `provider/id`
 */
export function readModels(data: unknown, current?: string): readonly Model[] {
  return asList(replyField(data, 'models')).flatMap((entry) => {
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

/** Why a prompt with pictures is not sent: pi would give the model a line of text in their place and say nothing. */
export function imagesFailure(data: unknown, model: string | undefined): Failure {
  const able = readModels(data).filter((candidate) => candidate.images);
  const names = able.slice(0, 5).map((candidate) => candidate.id);
  const remedy = names.length > 0 ? `name a model that does, such as ${names.join(', ')}` : 'leave the images out';
  return { class: 'model', message: `the model ${model ?? 'of pi'} takes no images`, remedy };
}
