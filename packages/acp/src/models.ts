import type { Model } from '@agentmount/core';
import { asList, asWord } from '@agentmount/core';
import type { AcpProfile } from './profile.js';
import { choiceField, modelField, modelsField, optionField, sessionField } from './wire.js';

/** One model as a session lists it: its id on the wire, and the entry as it came. */
export interface ListedModel {
  readonly id: string;
  readonly name: string | undefined;
  readonly entry: unknown;
}

/** The models of a session, and the one in use. */
export interface SessionModels {
  readonly listed: readonly ListedModel[];
  /** Id on the wire. */
  readonly current: string | undefined;
}

/** Reads what the reply to `session/new`, `resume` or `load` says of models: in the older `models`, or in a config option. */
export function readModels(reply: unknown): SessionModels {
  const models = sessionField(reply, 'models');
  const older = asList(modelsField(models, 'availableModels')).flatMap((entry) =>
    listed(asWord(modelField(entry, 'modelId')), modelField(entry, 'name'), entry),
  );
  if (older.length > 0) return { listed: older, current: asWord(modelsField(models, 'currentModelId')) };
  const option = asList(sessionField(reply, 'configOptions')).find(
    (candidate) => optionField(candidate, 'category') === 'model' || optionField(candidate, 'id') === 'model',
  );
  const choices = asList(optionField(option, 'options')).flatMap((choice) => {
    const group = asList(choiceField(choice, 'options'));
    return group.length > 0 ? group : [choice];
  });
  return {
    listed: choices.flatMap((entry) => listed(asWord(choiceField(entry, 'value')), choiceField(entry, 'name'), entry)),
    current: asWord(optionField(option, 'currentValue')),
  };
}

/** The models as a caller sees them. */
export function shownModels(profile: AcpProfile<never>, { listed: all, current }: SessionModels): readonly Model[] {
  return all.map(({ id, name, entry }) => {
    const shown = showModel(profile, id, current);
    return {
      id: shown,
      ...(name === undefined || name === shown ? {} : { name }),
      ...profile.describeModel?.(entry),
      ...(id === current ? { current: true } : {}),
    };
  });
}

/** A model's id as callers write it. */
export function showModel(profile: Pick<AcpProfile, 'showModel'>, id: string, current: string | undefined): string {
  return profile.showModel?.(id, current) ?? id;
}

/** The id on the wire of the model that a caller named; what no entry shows goes as it is, for the agent to judge. */
export function wireModel(profile: Pick<AcpProfile, 'showModel'>, wanted: string, models: SessionModels): string {
  const { listed: all, current } = models;
  const same = all.find(({ id }) => id === wanted) ?? all.find(({ id }) => showModel(profile, id, current) === wanted);
  return same?.id ?? wanted;
}

function listed(id: string | undefined, name: unknown, entry: unknown): ListedModel[] {
  return id === undefined ? [] : [{ id, name: asWord(name), entry }];
}
