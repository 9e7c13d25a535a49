import type { Model, ModelColumn } from '@agentmount/core';
import { shortCount } from './numbers.js';

const MOST = 100;

/** The models as lines of columns that the adapter names; the one in use is marked. */
export function modelsText(
  agent: string,
  models: readonly Model[],
  columns: readonly ModelColumn[],
  search?: string,
): string {
  const wanted = search?.toLowerCase();
  const found = models.filter((model) => wanted === undefined || matches(model, wanted));
  if (models.length === 0) return `${agent} can reach no model.`;
  if (found.length === 0) return `None of the ${models.length} models of ${agent} matches ${JSON.stringify(search)}.`;
  // A column that no model fills says nothing.
  const filled = columns.filter(({ key }) => found.some((model) => model[key] !== undefined && model[key] !== false));
  const rows = found.slice(0, MOST).map((model) => filled.map(({ key }) => cell(model, key)).join(' | '));
  const head = filled.map(({ title }) => title).join(' | ');
  const more = found.length > MOST ? [`… and ${found.length - MOST} more; narrow it with search`] : [];
  return [`${found.length} of ${models.length} models of ${agent}:`, head, ...rows, ...more].join('\n');
}

function matches(model: Model, wanted: string): boolean {
  return [model.id, model.name, model.provider].some((text) => text?.toLowerCase().includes(wanted) === true);
}

function cell(model: Model, key: keyof Model): string {
  const value = model[key];
  if (value === undefined) return '?';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'number' ? shortCount(value) : value;
  return key === 'id' && model.current === true ? `${text} (in use)` : text;
}
