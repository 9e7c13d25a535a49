import { asList, asWord, type Model } from '@agentmount/core';
import { asWords, modelField } from './wire.js';

/** The entry that stands for the model that is used when none is named (claude 2.1.332). */
const DEFAULT = 'default';

/**
 * The list in the reply to `initialize` as models. What a model costs is a part of claude's own description, and which efforts it takes
 * is added to that: both are what a caller chooses by.
 * @param named the model that the process was started with
 */
export function readModels(list: unknown, named: string | undefined): readonly Model[] {
  return asList(list).flatMap((entry) => {
    const id = asWord(modelField(entry, 'value'));
    if (id === undefined) return [];
    const efforts = effortsOf(entry);
    const title = asWord(modelField(entry, 'displayName'));
    const words = [
      ...(title === undefined || title === id ? [] : [title]),
      ...[asWord(modelField(entry, 'description')) ?? []],
      ...(efforts === undefined || efforts.length === 0 ? [] : [`effort ${efforts.join(', ')}`]),
    ].flat();
    const name = words.join(' · ').replaceAll(/\s+/g, ' ');
    return [
      { id, ...(name === '' ? {} : { name }), ...(named === undefined && id === DEFAULT ? { current: true } : {}) },
    ];
  });
}

/** The efforts that a model takes, none for one that knows no effort; undefined when claude does not tell. */
export function effortsFor(list: unknown, model = DEFAULT): readonly string[] | undefined {
  const entry = asList(list).find((one) =>
    [modelField(one, 'value'), modelField(one, 'resolvedModel')].includes(model),
  );
  return effortsOf(entry);
}

function effortsOf(entry: unknown): readonly string[] | undefined {
  if (modelField(entry, 'supportsEffort') === false) return [];
  const levels = modelField(entry, 'supportedEffortLevels');
  return Array.isArray(levels) ? asWords(levels) : undefined;
}
