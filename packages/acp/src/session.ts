import { asList, asText, asWord } from '@agentmount/core';
import type { ListedModel, SessionModels } from './models.js';
import { readModels, showModel, wireModel } from './models.js';
import type { AcpProfile, SessionValue } from './profile.js';
import { type AgentMethod, modesField, optionField, sessionField, updateField } from './wire.js';

/** One setting on its way to the agent. */
export interface Setting {
  readonly key: string;
  /** As the wire wants it. */
  readonly value: string;
  readonly method: AgentMethod;
  readonly params: object;
  readonly wanted: SessionValue;
}

/** A session that is open in the agent's process, with what is set for it. */
export interface OpenSession {
  readonly id: string;
  readonly models: SessionModels;
  /** The model in use as callers write it, when it is known. */
  readonly model: string | undefined;
  /** What has to be set before a prompt that wants these values. What an earlier prompt had set and this one does not want goes back. */
  settings(wanted: readonly SessionValue[]): readonly Setting[];
  /** The agent has taken a setting. */
  applied(setting: Setting): void;
  /** The agent has said what is set now. */
  changed(told: unknown): void;
  /** The agent goes to work: what it may do without asking is set again before the next prompt, whatever it has said meanwhile. */
  prompted(): void;
}

type SessionProfile = Pick<AcpProfile, 'model' | 'showModel'>;

/** @param reply of `session/new`, `session/resume` or `session/load` */
export function openSession(profile: SessionProfile, id: string, reply: unknown): OpenSession {
  const models = readModels(reply);
  /** Values at the beginning and now, by `mode`, `model` or the name of an option; absent: not known. */
  const initial = new Map<string, string>();
  const mode = asWord(modesField(sessionField(reply, 'modes'), 'currentModeId'));
  if (mode !== undefined) initial.set('mode', mode);
  if (models.current !== undefined) initial.set('model', models.current);
  for (const [option, value] of optionValues(sessionField(reply, 'configOptions')))
    initial.set(`option ${option}`, value);
  const now = new Map(initial);
  const ours = new Map<string, SessionValue>();
  let modeIsSure = true;

  function setting(wanted: SessionValue): Setting {
    const key = wanted.set === 'option' ? `option ${wanted.option}` : wanted.set;
    if (wanted.set === 'model') return modelSetting(wanted, wireModel(profile, wanted.value, models));
    const { value } = wanted;
    if (wanted.set === 'option') {
      const params = { sessionId: id, configId: wanted.option, value };
      return { key, value, method: 'session/set_config_option', params, wanted };
    }
    return { key, value, method: 'session/set_mode', params: { sessionId: id, modeId: value }, wanted };
  }

  function modelSetting(wanted: SessionValue, value: string): Setting {
    const how = profile.model ?? { by: 'option', option: 'model' };
    if (how.by === 'option') {
      const params = { sessionId: id, configId: how.option, value };
      return { key: 'model', value, method: 'session/set_config_option', params, wanted };
    }
    const params = { sessionId: id, modelId: value, ...(how.meta === undefined ? {} : { _meta: how.meta }) };
    return { key: 'model', value, method: 'session/set_model', params, wanted };
  }

  /** What goes back to how the session began. */
  function restored(keys: ReadonlySet<string>): Setting[] {
    return [...ours].flatMap(([key, wanted]) => {
      const value = initial.get(key);
      if (keys.has(key) || value === undefined) return [];
      return [wanted.set === 'model' ? modelSetting(wanted, value) : setting({ ...wanted, value })];
    });
  }

  return {
    id,
    models,
    get model() {
      const current = now.get('model');
      return current === undefined ? undefined : showModel(profile, current, models.current);
    },
    settings(wanted) {
      const asked = wanted.map(setting);
      const all = [...restored(new Set(asked.map(({ key }) => key))), ...asked];
      return all.filter(({ key, value }) => now.get(key) !== value || (key === 'mode' && !modeIsSure));
    },
    applied({ key, value, wanted }) {
      now.set(key, value);
      ours.set(key, wanted);
      if (key === 'mode') modeIsSure = true;
    },
    changed(told) {
      const current = asText(updateField(told, 'currentModeId'));
      if (current !== undefined) now.set('mode', current);
      for (const [option, value] of optionValues(updateField(told, 'configOptions')))
        now.set(`option ${option}`, value);
    },
    prompted() {
      modeIsSure = false;
    },
  };
}

/** The first models of a list, as a hint for who named one that is not there. */
export function modelHint(profile: SessionProfile, { listed, current }: SessionModels): string | undefined {
  const names = listed.slice(0, 10).map(({ id }: ListedModel) => showModel(profile, id, current));
  return names.length === 0 ? undefined : `name one of these: ${names.join(', ')}`;
}

function optionValues(options: unknown): readonly (readonly [string, string])[] {
  return asList(options).flatMap((option) => {
    const id = asWord(optionField(option, 'id'));
    const value = asText(optionField(option, 'currentValue'));
    return id === undefined || value === undefined ? [] : [[id, value] as const];
  });
}
