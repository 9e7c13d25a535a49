import { asList, asWord, fieldOf, type Model } from '@agentmount/core';

/**
 * One page of `model/list` (codex 0.171.0): codex's own list, the same whoever the provider is. The contract has no field for the
 * efforts that a model takes, and a caller must know them, so they stand behind its name.
 */
export function readModels(result: unknown): readonly (Model & { readonly isDefault: boolean })[] {
  return asList(fieldOf(result, 'data')).flatMap((entry) => {
    const id = asWord(fieldOf(entry, 'model')) ?? asWord(fieldOf(entry, 'id'));
    if (id === undefined) return [];
    const efforts = asList(fieldOf(entry, 'supportedReasoningEfforts')).flatMap(
      (effort) => asWord(fieldOf(effort, 'reasoningEffort')) ?? [],
    );
    const name = asWord(fieldOf(entry, 'displayName')) ?? id;
    return [
      {
        id,
        name: efforts.length === 0 ? name : `${name} (effort ${efforts.join(', ')})`,
        thinking: efforts.length > 0,
        images: asList(fieldOf(entry, 'inputModalities')).includes('image'),
        isDefault: fieldOf(entry, 'isDefault') === true,
      },
    ];
  });
}

/**
 * The whole list, with a mark at the model in use.
 * @param configured the model of the person's configuration, which need not be in codex's list
 */
export function markCurrent(
  listed: readonly (Model & { readonly isDefault: boolean })[],
  configured: string | undefined,
): readonly Model[] {
  const models = listed.map(({ isDefault, ...model }): Model => {
    const current = configured === undefined ? isDefault : model.id === configured;
    return current ? { ...model, current } : model;
  });
  if (configured === undefined || models.some(({ id }) => id === configured)) return models;
  return [{ id: configured, current: true }, ...models];
}

/** Where the list goes on; undefined at its end. */
export function nextPage(result: unknown): string | undefined {
  return asWord(fieldOf(result, 'nextCursor'));
}
